// The hint is all that the analysis may know of a file besides its bytes: a part of its path, and the format by which other manifests name it. Facts
// are stored by (sha256, hint, analyser version), so the same bytes under two names are analysed once if both have the same hint. Reads no bytes.
import { isLicenseFileName } from '../licenses/primary/license-file-roles.ts';
import { manifestNameFor, mayBeNamed } from '../manifests/index.ts';
import type { ListOfParts } from '../manifests/native/parts-in-notices.ts';
import { languageOfPath } from './languages.ts';
import { listOfParts } from './lists-of-parts.ts';

export interface Hint {
  /** As Linguist spells it; '' when the name says nothing. */
  language: string;
  /** The manifest format that claims this path; '' when none does. */
  manifest: string;
  /** Whether only another manifest says that the file is a manifest, and not its own name. */
  isNamed: boolean;
  /** Whether the name is that of a license text. If it is, and no rule knows the text, the license is unknown. */
  isLicenseFile: boolean;
  /** Whether the name is that of a list of people. If it is, names need no label there. */
  isAuthorsFile: boolean;
  /** Whether the name is that of a text that may say in which folders the code of others lies. */
  listOfParts: ListOfParts | '';
}

/** Ends the hint of a license file. No language or manifest name ends with it. */
const LICENSE_MARK = '!';
/** Ends the hint of a list of people, likewise. */
const AUTHORS_MARK = '@';
/** End the hints of texts that may name the folders of the code of others, likewise. */
const PARTS_MARKS: Readonly<Record<ListOfParts, string>> = { list: '&', readme: '%' };
/** Ends the hint of a file that is a manifest because another one names it, likewise. */
export const NAMED_MARK = '~';
const AUTHORS_FILE = /^(?:authors?|contributors?)(?:\.[a-z]+)?$/i;
/** Languages of prose: `license.md` is a license file, `license.ts` is a program. */
const PROSE = new Set(['', 'Text', 'Markdown', 'reStructuredText', 'AsciiDoc', 'HTML', 'Rich Text Format']);

/**
 * What a path says to the analyser: `JavaScript`, `JSON+npm-package-json`, `+pip-requirements`, `Markdown!`, `Text@`, or '' for nothing.
 * @param namedAs the format by which another manifest of the tree names the file: `+pypi-requirements~`. It counts only if the path
 *   itself says nothing else (named-manifests.ts).
 */
export function analysisHint(path: string, namedAs?: string): string {
  const language = languageOfPath(path)?.name ?? '';
  if (namedAs !== undefined && mayBeNamed(path) && !saysWhatItIs(path)) return `${language}+${namedAs}${NAMED_MARK}`;
  const manifest = manifestNameFor(path);
  return manifest ? `${language}+${manifest}` : language + (proseMark(path, language) || partsMark(path, language));
}

/** Whether the name is that of a license text or of a list of people. */
export function saysWhatItIs(path: string): boolean {
  return manifestNameFor(path) === undefined && proseMark(path, languageOfPath(path)?.name ?? '') !== '';
}

function proseMark(path: string, language: string): string {
  if (!PROSE.has(language)) return '';
  const name = path.slice(path.lastIndexOf('/') + 1);
  return isLicenseFileName(name) ? LICENSE_MARK : AUTHORS_FILE.test(name) ? AUTHORS_MARK : '';
}

function partsMark(path: string, language: string): string {
  const list = PROSE.has(language) ? listOfParts(path) : undefined;
  return list === undefined ? '' : PARTS_MARKS[list];
}

/**
 * Splits a hint into its parts. A `+` at the end belongs to the language (`C++`), because no manifest format has an
 * empty name.
 */
export function readHint(hint: string): Hint {
  const nothing = {
    manifest: '',
    isNamed: false,
    isLicenseFile: false,
    isAuthorsFile: false,
    listOfParts: '',
  } as const;
  if (hint.endsWith(LICENSE_MARK))
    return { ...nothing, language: hint.slice(0, -1), isLicenseFile: true, listOfParts: 'list' };
  if (hint.endsWith(AUTHORS_MARK)) return { ...nothing, language: hint.slice(0, -1), isAuthorsFile: true };
  for (const list of ['list', 'readme'] as const)
    if (hint.endsWith(PARTS_MARKS[list])) return { ...nothing, language: hint.slice(0, -1), listOfParts: list };
  if (hint.endsWith(NAMED_MARK)) return { ...readHint(hint.slice(0, -1)), isNamed: true };
  const plus = hint.lastIndexOf('+');
  if (plus < 0 || plus === hint.length - 1) return { ...nothing, language: hint };
  return { ...nothing, language: hint.slice(0, plus), manifest: hint.slice(plus + 1) };
}
