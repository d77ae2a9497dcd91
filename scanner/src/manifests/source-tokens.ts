// Checks that readers of source texts make on a token. Independent of the language.

/** Whether the token is this punctuation. */
export function isMark(token: { kind: string; value: string } | undefined, value: string): boolean {
  return token?.kind === 'mark' && token.value === value;
}
