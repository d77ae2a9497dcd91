// Sentences that send the reader to another file for the license ("see the file COPYING", "governed by the license found in LICENSE.txt"),
// and what such a file then says. Finding needs the bytes alone; following needs to know the other files, which the caller does. Pure.
import { lineCounter } from './resolve.ts';

/** A file that a text names as holding its license. */
export interface LicenseReference {
  /** As written, without directories: `COPYING`, `LICENSE.txt`. */
  fileName: string;
  line: number;
}

/** File names under which licenses are kept. */
const LICENSE_FILE = '(?:(?:UN)?LICEN[CS]ES?|COPYING|COPYRIGHT|NOTICE|LEGAL)(?:[._-][A-Za-z0-9][A-Za-z0-9.-]*)?';
const SENTENCES = new RegExp(
  String.raw`(?:\b(?:see|read|refer to|consult|in|found in|as in|specified in|contained in|described in|given in|under|file|files|accompanying|included|top-level|toplevel)\b)` +
    String.raw`(?:[\s*#/;!-]+(?:the|file|files|named|called|accompanying|included|top-level|toplevel|project's|your|copy|of|text|distribution's|root))*` +
    String.raw`[\s*#/;!"'<\x60(-]+(?:[\w.-]+[/\\]){0,6}(${LICENSE_FILE})(?![\w/])`,
  'gi',
);
/** Only capitals, or a name with an ending, are surely a file's name: "see the license" is not. */
const FILE_LIKE = /^[A-Z._-]+$|\.[A-Za-z]{2,4}$|^[A-Z]+[._-]/;
/** Notices stand near the top or the end; the rest of a large file is not read for them. */
const READ_BYTES = 1 << 16;

/** The license files that a text refers to, each once, at its first place. */
export function findLicenseReferences(bytes: Uint8Array): LicenseReference[] {
  const size = Math.min(bytes.length, READ_BYTES);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, size).toString('latin1');
  const lineOf = lineCounter(bytes);
  const found = new Map<string, LicenseReference>();
  for (const match of text.matchAll(SENTENCES)) {
    const fileName = match[1]!.replace(/[.,;:-]+$/, '');
    if (!FILE_LIKE.test(fileName) || found.has(fileName)) continue;
    found.set(fileName, { fileName, line: lineOf(match.index + match[0].length) });
  }
  return [...found.values()];
}

/**
 * The expressions of the file that references lead to: the nearest above or beside `path` whose name is the one named (case and ending aside).
 * `licensed` holds path and expressions of the code base's license files. [] when none is found.
 */
export function followReferences(
  path: string,
  references: readonly LicenseReference[],
  licensed: readonly { path: string; spdx: string[] }[],
): string[] {
  const plain = (name: string) => name.toLowerCase().replace(/\.(txt|md|rst|html?)$/, '');
  const folders = path.split('/').slice(0, -1);
  const answers = new Set<string>();
  for (const { fileName } of references) {
    for (let depth = folders.length; depth >= 0; depth--) {
      const folder = folders
        .slice(0, depth)
        .map((part) => `${part}/`)
        .join('');
      const target = licensed.find(
        (file) => file.path.startsWith(folder) && plain(file.path.slice(folder.length)) === plain(fileName),
      );
      if (!target) continue;
      for (const expression of target.spdx) answers.add(expression);
      break;
    }
  }
  return [...answers].sort();
}
