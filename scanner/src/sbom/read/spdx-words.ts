// Words of SPDX that mean that nobody knows.
export function known(text: string): string {
  return /^(?:NOASSERTION|NONE|)$/.test(text.trim()) ? '' : text.trim();
}

/** How our own documents begin what they say of a package that was not compared with advisories. */
export const NOT_COMPARED = 'Not compared with advisories.';
