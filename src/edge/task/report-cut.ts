/** What the model gets of a report at most, in bytes of UTF-8. Spec: TK-15. */
export const reportBytesMax = 24_000;

/**
 * A report of at most so many bytes: as it is, or cut between two characters with a last line that
 * says where the whole is.
 *
 * Spec: TK-15.
 */
export function cutReport(
  report: string,
  whole: string,
  bytesMax: number = reportBytesMax,
): string {
  const bytes = Buffer.from(report);
  if (bytes.length <= bytesMax) return report;
  const line = `\n\n[cut: ${bytes.length} bytes in all; the whole report is in ${whole}]\n`;
  let end = Math.max(0, bytesMax - Buffer.byteLength(line));
  // A byte of the form 10xxxxxx goes on with a character that began before.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end) + line;
}
