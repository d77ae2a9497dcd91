// Reads the fields that the package formats of Arch Linux share: licenses, and requirements.
// Format: https://man.archlinux.org/man/PKGBUILD.5
import type { Need } from '../shared/installed.ts';

/** Arch lists licenses that all apply; each may be an expression. */
export function joinLicenses(licenses: readonly string[]): string {
  const text = licenses.join(' ');
  if (licenses.length < 2 || / (AND|OR|WITH) /.test(text)) return text;
  return licenses.join(' AND ');
}

export function needOf(text: string, line?: number): Need {
  const name = bareName(text);
  return {
    names: [name],
    requirement: text.slice(name.length),
    scope: 'runtime',
    ...(line === undefined ? {} : { line }),
  };
}

export function bareName(text: string): string {
  const end = text.search(/[<>=:]/);
  return end < 0 ? text : text.slice(0, end);
}

/** Libraries (`libx.so`) are provided by packages of other names. */
export function packageName(name: string): string | undefined {
  return /^[\w@.+-]+$/.test(name) && !name.endsWith('.so') ? `arch/${name}` : undefined;
}
