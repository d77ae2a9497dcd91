// The license of an Alpine package.

/**
 * An SPDX expression. Before Alpine 3.9 it was a list of names between blanks (`MIT BSD GPL2+`), all of which apply;
 * it becomes one text.
 * Documentation: https://wiki.alpinelinux.org/wiki/APKBUILD_Reference#license
 */
export function apkLicense(written: string): string {
  const text = written.trim().replace(/\s+/g, ' ');
  const names = text.split(' ');
  const isList = names.length > 1 && !/[(),]|(?:^| )(?:and|or|with|any|later|version)(?: |$)/i.test(text);
  return isList ? names.join(' AND ') : text;
}
