/** One answer of the scripted model. */
export type ScriptedAnswer =
  | { readonly text: string }
  | { readonly calls: readonly ScriptedCall[] }
  | { readonly hangs: true | "stubborn" }
  | { readonly fails: string };

/** One tool call of an answer. */
export interface ScriptedCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}
