// What a license file is: the role of a file for the license of the whole, by its name and the folder that it lies in. All other code that must
// know it asks here. Knows names, which are data: license-file-names.yaml.
import { readData } from '../../data-files.ts';
import { remembered } from '../../expressions/index.ts';
import { present } from '../../items.ts';
import { anyOf } from '../rules/knowledge.ts';

/**
 * - `license`: LICENSE, COPYING, UNLICENSE and the like, in a plain name;
 * - `text`: a license named in the file name (LICENSE-MIT, COPYING.LESSER, LGPL-2.1, EULA), of which there may be several;
 * - `notice`: NOTICE, used if there is no license file;
 * - `aside`: never the license of the whole: patents, licenses of bundled binaries, documentation, logos, agreements with contributors;
 * - `none`: no license file.
 */
export type LicenseFileRole = 'license' | 'text' | 'notice' | 'aside' | 'none';

/** One list of license-file-names.yaml. Its `name` and `role` are for the test. */
export interface FileNameList {
  what: string;
  name: string;
  role:
    | LicenseFileRole
    | (
        | 'readme'
        | 'questions'
        | 'folder'
        | 'metadata'
        | 'referred'
        | 'source'
        | 'agreement'
        | 'holders'
        | 'tool'
        | 'changelog'
        | 'parts'
      );
  words: readonly string[];
}

export const FILE_NAMES = readData(new URL('./license-file-names.yaml', import.meta.url)) as Readonly<
  Record<string, FileNameList>
>;

const SEPARATOR = '[-_. ]';

/** The source of an expression for the words of a list, the longest first; `gap` is the one for a blank in a word. */
function wordsOf(list: string, gap = SEPARATOR): string {
  const { words } = present(FILE_NAMES[list], `list ${list} of license-file-names.yaml`);
  return anyOf(
    words.toSorted((a, b) => b.length - a.length),
    gap,
  );
}

const REST = `(?:${SEPARATOR}.*)?`;
const insensitive = (...sources: string[]): RegExp => new RegExp(sources.join('|'), 'i');

const ENDING = insensitive(`\\.${wordsOf('endings')}$`);
const LICENSES = wordsOf('licenses');
const PLAIN = insensitive(`^${LICENSES}$`);
const NAMED = insensitive(`^${LICENSES}(?:v?\\d|${SEPARATOR}).*$`, `^.+${SEPARATOR}${wordsOf('license_endings')}$`);
/** Texts named after their license: Artistic, BSDL, GPL, LGPL-2.1, AGPLv3, MIT, apache-2.0. */
const OF_A_LICENSE = insensitive(`^${wordsOf('versioned_texts')}(?:v?\\d|${SEPARATOR}\\d).*$`, `^${wordsOf('texts')}$`);
const NOTICES = wordsOf('notices');
const NOTICE = insensitive(`^${NOTICES}${REST}$`);
const NOTICE_WORD = insensitive(`^${NOTICES}`);
const PATENTS = `^${wordsOf('patents')}\\b`;
const ASIDE = insensitive(
  PATENTS,
  wordsOf('third_parties', `${SEPARATOR}?`),
  `(?:^|${SEPARATOR})${wordsOf('parts')}(?:${SEPARATOR}|$)`,
);
const OF_A_PART = insensitive(PATENTS, wordsOf('part_licenses'));
const README = insensitive(`^${wordsOf('readmes')}${REST}$`);
/** `faq.de.md`. */
const QUESTIONS = insensitive(`^${wordsOf('questions')}(?:[-_.][a-z]{2})?$`);
/** Debian has `changelog.Debian.gz` and `NEWS.Debian`. */
const CHANGELOG = insensitive(
  `^${wordsOf('changelogs')}(?:\\.debian(?:\\.[a-z0-9]+)?)?(?:[-_]v?\\d[\\d.x]*)?(?:\\.gz)?$`,
);
const PART_LIST = insensitive(`^${wordsOf('part_lists', `${SEPARATOR}?`)}$`);
const AGREEMENT = insensitive(
  `^${wordsOf('agreement_beginnings')}${REST}$`,
  `^(?:.+${SEPARATOR})?${wordsOf('agreements')}$`,
);
const HOLDERS = insensitive(`^${wordsOf('names_alone')}`);

/** Folders at the root with license files; the names end with a slash: LICENSES/, legal/. */
export const LICENSE_FOLDER = insensitive(`^${wordsOf('folders')}/$`);
const IN_TEXT_FOLDER = insensitive(`(?:^|/)${wordsOf('text_folders')}/[^/]+$`);
/** Folders whose license files are those of the folder around them. */
const HOLDING = insensitive(`(?:^|/)(?:${wordsOf('folders')}|${wordsOf('metadata_folders')})$`);
const TEXT_IN_SOURCE = insensitive(`^${wordsOf('texts_in_sources')}\\.[a-z+]{1,4}$`);

/** The source of an expression for the beginnings of names that sentences refer to for the license. */
export const REFERRED_NAME = `(?:${[LICENSES, NOTICES, wordsOf('referred_files')].join('|')})`;
/** Ends before an ending that names the license: `LICENSE.` of `LICENSE.mit`. */
export const BEFORE_LICENSE_ENDING = insensitive(`${LICENSES}\\.$`);

/** By the name without its folder. */
export const licenseFileRole: (name: string) => LicenseFileRole = remembered((name) => {
  const stem = name.replace(ENDING, '');
  if (NOTICE.test(stem)) return ASIDE.test(stem.replace(NOTICE_WORD, '')) ? 'aside' : 'notice';
  const isText = NAMED.test(stem) || OF_A_LICENSE.test(stem) || AGREEMENT.test(stem);
  const role = PLAIN.test(stem) ? 'license' : isText ? 'text' : 'none';
  return ASIDE.test(stem) && (role === 'text' || OF_A_PART.test(stem)) ? 'aside' : role;
});

/** `copyright.h`, whose comment may hold the license of the whole: other sources include it or refer to it. */
export const mayHoldTextInSource = (name: string): boolean => TEXT_IN_SOURCE.test(name);

/** Whether each text in the folder of this file is a license file. */
export const isInTextFolder = (path: string): boolean => IN_TEXT_FOLDER.test(path);

/** By name and folder: each text of a folder LICENSES is one of several texts, except its README. `isSource`: written in a programming language. */
export function licenseFileRoleAt(path: string, isSource: boolean): LicenseFileRole {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const role = licenseFileRole(name);
  const isTextOfFolder = role === 'none' && !isReadme(name) && (!isSource || isProse(name)) && isInTextFolder(path);
  return isTextOfFolder ? 'text' : role;
}

/** The folder of which a license file at this path states the license: the one around LICENSES or META-INF; '' for the root. */
export function licensedFolder(path: string): string {
  const around = (folder: string): string => folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
  let folder = around(path);
  while (HOLDING.test(folder)) folder = around(folder);
  return folder;
}

const TOOLS: ReadonlySet<string> = new Set(
  present(FILE_NAMES.build_tools, 'list build_tools of license-file-names.yaml').words,
);

/** Whether a file of this name comes from a build tool, so that its header says nothing of the whole. */
export const isBuildTool = (name: string): boolean => TOOLS.has(name.toLowerCase());

/** Whether a file with this name contains text for people, even if it is in a language such as HTML. */
export const isProse = (name: string): boolean => ENDING.test(name);

/** Whether a file of this name lists changes, by its name without its folder. */
export const isChangelog: (name: string) => boolean = remembered((name) =>
  CHANGELOG.test(name.replace(/\.gz$/i, '').replace(ENDING, '')),
);

/** Whether a file of this name, without its folder, may say in which folders the code of others lies. */
export const isPartList = (name: string): boolean => PART_LIST.test(name.replace(ENDING, ''));

export const isReadme = (name: string): boolean => README.test(name);

/** Whether a file of this name, without its folder, answers questions about the whole. */
export const isQuestions = (name: string): boolean => QUESTIONS.test(name.replace(ENDING, ''));

/** Whether a file of this name, in any folder, contains a license text. COPYRIGHT often contains only names. */
export const isLicenseFileName: (name: string) => boolean = remembered((name) => {
  if (HOLDERS.test(name)) return false;
  const role = licenseFileRole(name);
  return role === 'license' || role === 'text' || AGREEMENT.test(name.replace(ENDING, ''));
});
