// Words of SPDX that mean that nobody knows.
export function known(text: string): string {
  return /^(?:NOASSERTION|NONE|)$/.test(text.trim()) ? '' : text.trim();
}
