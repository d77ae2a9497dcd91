// What readers of source texts ask of a token. Knows no language.

/** Whether the token is this sign. */
export function isMark(token: { kind: string; value: string } | undefined, value: string): boolean {
  return token?.kind === 'mark' && token.value === value;
}
