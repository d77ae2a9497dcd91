// Reads our own rules (scanner/rules, see its README.md) and expands them. Build time only: detection reads the compiled index.
import { readdirSync } from 'node:fs';
import { readData } from '../../data-files.ts';
import type { RuleSource } from '../engine/compile-index.ts';
import { type LicenseFamily, type NameFrames, type RuleKind, SHARED_SENTENCES } from '../engine/index-format.ts';
import { rulesOfList } from './listed-names.ts';
import { expandPattern } from './patterns.ts';
import type { RuleFile, SentencesEntry, TextEntry } from './rule-entries.ts';
import { checkRuleKeys } from './rule-keys.ts';
import { RULES_FOLDER } from './rules-folder.ts';
import { rulesOfText, type SpdxText } from './spdx-texts.ts';

export type { RuleFile, SentencesEntry, TextEntry } from './rule-entries.ts';

/** The rule files of a folder and of its `projects`, by file name. */
export function readRuleFiles(folder: URL): Record<string, RuleFile> {
  const files: Record<string, RuleFile> = {};
  const names = (readdirSync(folder, { recursive: true }) as string[]).map((name) => name.replaceAll('\\', '/'));
  for (const name of names.filter((file) => /^(?:projects\/)?[^/]+\.yaml$/.test(file)).sort()) {
    const file = readData(new URL(name, folder)) as RuleFile;
    checkRuleKeys(name, file);
    files[name.slice(0, -5)] = file;
  }
  return files;
}

/** The texts of one rule file. */
export const readTexts = (file: URL): TextEntry[] => (readData(file) as RuleFile).texts ?? [];

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
  const lists = listsOf(files);
  const frames = Object.values(files).findLast((file) => file.frames)?.frames;
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
    for (const entry of file.textsBySentences ?? []) rules.push(...rulesOfSentences(fileName, entry));
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
    rules.push(...falsePositivesOf(fileName, file, lists));
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

function falsePositivesOf(
  fileName: string,
  { falsePositives = [] }: RuleFile,
  lists: Record<string, string[]>,
): RuleSource[] {
  return falsePositives.flatMap((pattern, number) =>
    expandPattern(pattern, lists).map((text) => ({
      ...{ name: `${fileName}/false-${number + 1}`, expression: '', kind: 'false-positive' as const, text },
    })),
  );
}

/** Our own sentences that name a license without stating one. Imported rules need them too. */
export function ownFalsePositives(): RuleSource[] {
  const files = readRuleFiles(RULES_FOLDER);
  const lists = listsOf(files);
  return Object.entries(files).flatMap(([name, file]) => falsePositivesOf(name, file, lists));
}

function listsOf(files: Record<string, RuleFile>): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const file of Object.values(files))
    for (const [name, words] of Object.entries(file.lists ?? {}))
      lists[name] = words.flatMap((word) => expandPattern(word));
  return lists;
}

/** The rule's name contains the number of a sentence: repetitions in a text count once. */
function rulesOfSentences(fileName: string, { family, shared = [], texts }: SentencesEntry): RuleSource[] {
  const rulesOf = (expression: string, sentences: readonly string[]) =>
    sentences.flatMap((pattern, number) =>
      expandPattern(pattern).map((text) => ({
        name: `${fileName}/${family}/${expression}/${number + 1}`,
        expression,
        kind: 'sentence' as const,
        text,
      })),
    );
  return [
    ...rulesOf(SHARED_SENTENCES, shared),
    ...texts.flatMap(({ license, sentences = [] }) => rulesOf(license, sentences)),
  ];
}

/** Licenses that only have a text file, for the rules made from names and ids. */
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
