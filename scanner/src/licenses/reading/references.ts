// Sentences that refer elsewhere for the license ("see the file COPYING", "under the same license as the package"). Only finds them, from
// the bytes alone; follow.ts, which knows the other files, resolves them. Pure.

import type { LicenseMatch, LicenseReference } from '../../findings.ts';
import { itemAt } from '../../items.ts';
import { createTextPlaces, type TextPlaces } from '../../search-terms/places.ts';
import { lineCounter } from '../engine/line-counter.ts';
import { REFERRED_NAME } from '../primary/license-file-roles.ts';
import { namesGnu } from '../rules/license-ids.ts';

/** The target of a reference to no particular file, but to the license of the package or project. */
export const PACKAGE_LICENSE = '';

const BREAK = String.raw`[\s*#/;!%|-]+`;
/** Names of files that a sentence may mean. */
const NAMED_FILE = `${REFERRED_NAME}(?:[._-][A-Za-z0-9][A-Za-z0-9.-]*)?`;
const TO_FILE = new RegExp(
  String.raw`(?:\b(?:see|read|refer to|consult|in|found in|as in|specified in|contained in|described in|given in|under|file|files|accompanying|included|top-level|toplevel)\b)` +
    `(?:${BREAK}(?:the|file|files|named|called|accompanying|included|top-level|toplevel|project's|your|copy|of|text|distribution's|root))*` +
    String.raw`[\s*#/;!%|"'<\x60(\[-]+((?:[\w.-]+[/\\]){0,6}${NAMED_FILE})(?![\w/])`,
  'gi',
);
/** Only capitals or an extension show a file name: "see the license" has none. `license.terms` belongs to Tcl. */
const FILE_LIKE = /^[A-Z._-]+$|\.(?:[A-Za-z]{2,4}|terms)$|^[A-Z]+[._-]/;
/** "the same license as the rest of the package", "as foo.c", "as the file `foo.c`". */
const SAME_AS = new RegExp(
  String.raw`\bsame${BREAK}(?:copyright${BREAK}and${BREAK})?(?:licen[cs]ing|licen[cs]es?|terms|conditions)(?:${BREAK}(?:and|or|terms|conditions|agreement))*${BREAK}(?:as|of)${BREAK}` +
    String.raw`(?:(?:the${BREAK}file${BREAK})?["'\x60(<]?((?:[\w.-]+[/\\]){0,6}[\w.-]*\w\.[A-Za-z]\w{0,4})(?![\w/])` +
    String.raw`|(?:that${BREAK}of${BREAK})?(?:(?:the|all|of)${BREAK})*(?:(?:rest|remainder|other${BREAK}files)${BREAK}(?:of|in)${BREAK})?(?:the|this|its|our)${BREAK}(?:[\w.+]+${BREAK}){0,2}?` +
    String.raw`(?:package|project|software|distribution|library|program|module|repository|source${BREAK}(?:code|tree)|code${BREAK}?base|kernel|work)\b)`,
  'gi',
);

/** Words that every such sentence contains. They are searched first: most files have none, and comparing bytes is faster than patterns. */
const ANCHORS = [
  'LICEN',
  'COPYING',
  'COPYRIGHT',
  'NOTICE',
  'LEGAL',
  'icense.',
  'icence.',
  'opying.',
  'opyright.',
  'ICENSE.',
];
const SAME = ' same';
/** Number of bytes around an anchor that its sentence may cover. */
const REACH_BEFORE = 160;
const REACH_BEHIND = 240;
/** A file with more anchors is a list of files. */
const MOST_ANCHORS = 400;
const MOST_REFERENCES = 20;

let anchors: TextPlaces | undefined;

/** The license files that a text refers to, each at its first occurrence. */
export function findLicenseReferences(bytes: Uint8Array): LicenseReference[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map<string, number>();
  const note = (target: string, at: number) => found.set(target, Math.min(at, found.get(target) ?? at));
  const places = anchorPlaces(bytes);
  const samePlaces = places.pop() ?? [];
  for (const placesOfOne of places) {
    eachStretch(buffer, placesOfOne, (text, from) => {
      for (const match of text.matchAll(TO_FILE)) {
        const target = itemAt(match, 1)
          .replace(/[.,;:-]+$/, '')
          .replaceAll('\\', '/');
        if (FILE_LIKE.test(target.slice(target.lastIndexOf('/') + 1)))
          note(target, from + match.index + match[0].length - 1);
      }
    });
  }
  eachStretch(buffer, samePlaces, (text, from) => {
    for (const match of text.matchAll(SAME_AS)) {
      const target = match[1] === undefined ? PACKAGE_LICENSE : match[1].replaceAll('\\', '/');
      note(target, from + match.index);
    }
  });
  const lineOf = lineCounter(bytes);
  return [...found]
    .sort((a, b) => a[1] - b[1])
    .slice(0, MOST_REFERENCES)
    .map(([target, at]) => ({ target, line: lineOf(at), rule: '' }));
}

/** The first places of each anchor, and at last those of "same". */
function anchorPlaces(bytes: Uint8Array): number[][] {
  anchors ??= createTextPlaces([...ANCHORS, SAME]);
  const places: number[][] = [...ANCHORS, SAME].map(() => []);
  anchors.find(bytes, bytes.length, (anchor, at) => {
    const known = itemAt(places, anchor);
    if (known.length < MOST_ANCHORS) known.push(at);
    return true;
  });
  return places;
}

function eachStretch(buffer: Buffer, places: readonly number[], look: (text: string, from: number) => void): void {
  let reached = 0;
  for (const at of places) {
    const from = Math.max(at - REACH_BEFORE, reached - REACH_BEFORE, 0);
    const to = Math.min(buffer.length, at + REACH_BEHIND);
    look(buffer.toString('latin1', from, to), from);
    reached = to;
  }
}

/** Most lines between a statement and a reference that belong together: "under the GPL, version 2; see COPYING". */
const BESIDE_LINES = 6;
/** A GNU notice names the license in its first lines, and the file with a copy in its last. */
const GNU_NOTICE_LINES = 16;

/**
 * The references worth following: a file with a license beside a reference has stated its license itself. Imported rules for an unspecified
 * license do not count.
 */
export function openReferences(references: LicenseReference[], matches: readonly LicenseMatch[]): LicenseReference[] {
  const naming = matches.filter(({ expression, kind }) => kind !== 'mention' && !isUnknownLicense(expression));
  return references.filter(
    ({ line }) =>
      !naming.some(
        ({ startLine, endLine, expression }) =>
          line >= startLine - BESIDE_LINES &&
          line <= endLine + (namesGnu(expression) ? GNU_NOTICE_LINES : BESIDE_LINES),
      ),
  );
}

/** Expressions of imported rules for an unspecified license. */
export function isUnknownLicense(expression: string): boolean {
  return /^LicenseRef-(?:unknown-license|scancode-(?:unknown|unknown-license-reference|free-unknown|see-license|license-file-reference))$/i.test(
    expression,
  );
}
