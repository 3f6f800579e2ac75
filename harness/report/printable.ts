/** Text of a recording without what a terminal would act on. Spec: HN-8. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => {
    const code = (char.codePointAt(0) ?? 0).toString(16).padStart(4, "0");
    return `\\u{${code}}`;
  });
}
