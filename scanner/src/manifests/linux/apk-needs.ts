// Reads the requirements of Alpine packages: names, libraries, commands and paths, with versions.
// Format: https://wiki.alpinelinux.org/wiki/Apk_spec
import type { Need } from '../shared/installed.ts';

/** `so:libc.so>=1`, `/bin/sh`, `name`; `!name` is a conflict. */
export function needOf(text: string): Need | undefined {
  if (text === '' || text[0] === '!') return undefined;
  const name = bareName(text);
  return { names: [name], requirement: text.slice(name.length), scope: 'runtime' };
}

export function bareName(text: string): string {
  const end = text.search(/[<>=~]/);
  return end < 0 ? text : text.slice(0, end);
}
