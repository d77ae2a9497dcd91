// Checks on single tokens, for readers of source texts. Independent of the language.

/** Whether the token is this punctuation. */
export function isMark(token: { kind: string; value: string } | undefined, value: string): boolean {
  return token?.kind === 'mark' && token.value === value;
}
