// Our own rules (scanner/rules, see its README.md) read from their files and multiplied out. Build time only: detection reads the compiled index.
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { RuleSource } from '../engine/compile-index.ts';
import type { LicenseFamily, NameFrames, RuleKind } from '../engine/index-format.ts';
import { rulesOfList } from './listed-names.ts';
import { expandPattern } from './patterns.ts';
import { rulesOfText, type SpdxText } from './spdx-texts.ts';

/** A license with the names people give it. `weak` names mean it only inside a frame ("licensed under …"). */
export interface NamesEntry {
  license: string;
  names?: string[];
  weak?: string[];
  /** Like `weak`, for names that are also names of programs. */
  faint?: string[];
  /** Like `faint`; they also mean the license where nothing else stands on their line. */
  alone?: string[];
  test?: string;
}

export interface FamilyEntry {
  family: string;
  gnu?: boolean;
  unversioned?: string;
  versions: Record<string, string>;
  names?: string[];
  weak?: string[];
  faint?: string[];
  test?: string;
  expect?: string;
}

export interface NoticeEntry {
  license: string;
  kind?: RuleKind;
  text: string | string[];
  approximate?: boolean;
  relevance?: number;
  coverage?: number;
  test?: string;
}

/** The whole text of an SPDX license or exception that the list of texts does not carry. */
export interface TextEntry {
  license: string;
  name: string;
  text: string;
  /** What stands before the text and names the license that an exception bends; the text is looked for without it. */
  intro?: string;
  coverage?: number;
}

export interface RuleFile {
  texts?: TextEntry[];
  families?: FamilyEntry[];
  names?: NamesEntry[];
  frames?: NameFrames;
  lists?: Record<string, string[]>;
  notices?: NoticeEntry[];
  falsePositives?: string[];
  /** Licenses whose texts are near twins of a more common one: they need more of their words. */
  closeTexts?: { coverage: number; licenses: string[] }[];
}

/** The rule files of a folder, by file name. */
export function readRuleFiles(folder: URL): Record<string, RuleFile> {
  const files: Record<string, RuleFile> = {};
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()) {
    files[name.slice(0, -5)] = parse(readFileSync(new URL(name, folder), 'utf8')) as RuleFile;
  }
  return files;
}

/** The texts of one rule file. */
export const readTexts = (file: URL): TextEntry[] => (parse(readFileSync(file, 'utf8')) as RuleFile).texts ?? [];

export interface BuiltIn {
  rules: RuleSource[];
  families: Record<string, LicenseFamily>;
  frames: NameFrames;
}

type AddName = (
  prefix: string,
  kind: RuleKind,
  expression: string,
  names?: string[],
  weak?: string[],
  faint?: string[],
) => void;

/** Everything built in. */
export function builtInRules(
  files: Record<string, RuleFile>,
  spdx: Record<string, SpdxText>,
  exceptions: string[],
): BuiltIn {
  const rules: RuleSource[] = [];
  const families: Record<string, LicenseFamily> = {};
  const lists: Record<string, string[]> = {};
  let frames: NameFrames | undefined;
  for (const file of Object.values(files)) {
    frames = file.frames ?? frames;
    for (const [name, words] of Object.entries(file.lists ?? {}))
      lists[name] = words.flatMap((word) => expandPattern(word));
  }
  if (!frames) throw new Error('scanner/rules: no file holds `frames`');
  const addName: AddName = (prefix, kind, expression, names = [], weak = [], faint = []) => {
    const add = (patterns: string[], strength: Partial<RuleSource>) => {
      for (const text of patterns.flatMap((pattern) => expandPattern(pattern, lists))) {
        rules.push({ name: `${prefix}/${slug(text)}`, expression, kind, text, ...strength });
      }
    };
    add(names, {});
    add(weak, { isWeak: true });
    add(faint, { isWeak: true, isFaint: true });
  };
  const named = new Set<string>();
  for (const [fileName, file] of Object.entries(files)) {
    for (const family of file.families ?? []) {
      families[family.family] = {
        unversioned: family.unversioned ?? '',
        versions: family.versions,
        isGnu: family.gnu ?? false,
      };
      addName(`${fileName}/${family.family}`, 'family', family.family, family.names, family.weak, family.faint);
    }
    for (const entry of file.names ?? []) {
      named.add(entry.license);
      addName(`${fileName}/${entry.license}`, 'reference', entry.license, entry.names, entry.weak, entry.faint);
      for (const text of (entry.alone ?? []).flatMap((pattern) => expandPattern(pattern, lists))) {
        const name = `${fileName}/${entry.license}/${slug(text)}`;
        rules.push({
          name,
          expression: entry.license,
          kind: 'reference',
          text,
          isWeak: true,
          isFaint: true,
          isAlone: true,
        });
      }
    }
    for (const entry of file.texts ?? []) {
      for (const [i, text] of expandPattern(entry.text).entries()) {
        rules.push({
          name: `${fileName}/${entry.license}/text${i > 0 ? `/${i + 1}` : ''}`,
          expression: entry.license,
          kind: 'text',
          text,
          minimumCoverage: entry.coverage ?? 0,
        });
      }
    }
    (file.notices ?? []).forEach((notice, number) => {
      const texts = typeof notice.text === 'string' ? [notice.text] : notice.text;
      for (const [i, pattern] of texts.entries()) {
        for (const [j, text] of expandPattern(pattern, lists).entries()) {
          rules.push({
            name: `${fileName}/${slug(notice.license)}-${number + 1}${texts.length > 1 ? `.${i + 1}` : ''}${j > 0 ? `/${j + 1}` : ''}`,
            expression: notice.license,
            // A few words name a license, they do not grant it.
            kind: notice.kind ?? (text.split(/\s+/).length < 12 ? 'reference' : 'notice'),
            text,
            relevance: notice.relevance ?? 100,
            minimumCoverage: notice.coverage ?? 0,
            isApproximate: notice.approximate ?? true,
          });
        }
      }
    });
    for (const [number, pattern] of (file.falsePositives ?? []).entries()) {
      for (const text of expandPattern(pattern, lists))
        rules.push({ name: `${fileName}/false-${number + 1}`, expression: '', kind: 'false-positive', text });
    }
  }
  for (const id of exceptions) rules.push({ name: `spdx/${id}/id`, expression: id, kind: 'reference', text: id });
  const close = new Map<string, number>();
  for (const { coverage, licenses } of Object.values(files).flatMap((file) => file.closeTexts ?? [])) {
    for (const id of licenses) close.set(id, coverage);
  }
  for (const [id, license] of Object.entries(spdx).sort(([a], [b]) => (a < b ? -1 : 1))) {
    rules.push(...rulesOfText(id, license, close.get(id)));
  }
  const listed = rulesOfList({ ...namedTexts(files), ...spdx });
  rules.push(...listed.rules);
  return { rules, families: { ...listed.families, ...families }, frames };
}

/** Licenses known by a file of texts alone, for the rules out of names and ids. */
function namedTexts(files: Record<string, RuleFile>): Record<string, SpdxText> {
  const entries = Object.values(files).flatMap((file) => file.texts ?? []);
  return Object.fromEntries(
    entries.map(({ license, name }) => [license, { name, osiApproved: false, licenseText: '' }] as const),
  );
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9+.]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
