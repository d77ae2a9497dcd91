// Reads our own rules (scanner/rules, see its README.md) and expands them. Build time only: detection reads the compiled index.
import { readdirSync } from 'node:fs';
import { readData } from '../../data-files.ts';
import type { RuleSource } from '../engine/compile-index.ts';
import { type LicenseFamily, type NameFrames, SHARED_SENTENCES } from '../engine/index-format.ts';
import { rulesOfList } from './listed-names.ts';
import { expandPattern } from './patterns.ts';
import type { NoticeEntry, RuleFile, SentencesEntry, TextEntry } from './rule-entries.ts';
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

/** Lists of words that patterns name. */
type Lists = Record<string, string[]>;

/** Everything built in. */
export function builtInRules(
  files: Record<string, RuleFile>,
  spdx: Record<string, SpdxText>,
  exceptions: string[],
): BuiltIn {
  const lists = listsOf(files);
  const frames = Object.values(files).findLast((file) => file.frames)?.frames;
  if (!frames) throw new Error('scanner/rules: no file holds `frames`');
  const listed = rulesOfList({ ...namedTexts(files), ...spdx });
  const rules = [
    ...Object.entries(files).flatMap(([name, file]) => rulesOfFile(name, file, lists)),
    ...exceptions.map((id): RuleSource => ({ name: `spdx/${id}/id`, expression: id, kind: 'reference', text: id })),
    ...rulesOfSpdx(files, spdx),
    ...listed.rules,
  ];
  return { rules, families: { ...listed.families, ...familiesOf(files) }, frames };
}

function familiesOf(files: Record<string, RuleFile>): Record<string, LicenseFamily> {
  const families: Record<string, LicenseFamily> = {};
  for (const { family, unversioned = '', versions, gnu = false } of Object.values(files).flatMap(
    (file) => file.families ?? [],
  ))
    families[family] = { unversioned, versions, isGnu: gnu };
  return families;
}

/** In the order in which the compiled index numbers them. */
function rulesOfFile(fileName: string, file: RuleFile, lists: Lists): RuleSource[] {
  return [
    ...(file.families ?? []).flatMap((entry) =>
      rulesOfNames(`${fileName}/${entry.family}`, { expression: entry.family, kind: 'family' }, entry, lists),
    ),
    ...(file.names ?? []).flatMap((entry) =>
      rulesOfNames(`${fileName}/${entry.license}`, { expression: entry.license, kind: 'reference' }, entry, lists),
    ),
    ...(file.texts ?? []).flatMap((entry) => rulesOfEntry(fileName, entry)),
    ...(file.textsBySentences ?? []).flatMap((entry) => rulesOfSentences(fileName, entry)),
    ...(file.notices ?? []).flatMap((notice, number) => rulesOfNotice(fileName, notice, number, lists)),
    ...falsePositivesOf(fileName, file, lists),
  ];
}

/** The less a name says by itself, the more must be around it. */
const STRENGTHS: [member: 'names' | 'weak' | 'faint' | 'alone', strength: Partial<RuleSource>][] = [
  ['names', {}],
  ['weak', { isWeak: true }],
  ['faint', { isWeak: true, isFaint: true }],
  ['alone', { isWeak: true, isFaint: true, isAlone: true }],
];

function rulesOfNames(
  prefix: string,
  meaning: Pick<RuleSource, 'expression' | 'kind'>,
  patterns: Partial<Record<(typeof STRENGTHS)[number][0], string[]>>,
  lists: Lists,
): RuleSource[] {
  return STRENGTHS.flatMap(([member, strength]) =>
    (patterns[member] ?? [])
      .flatMap((pattern) => expandPattern(pattern, lists))
      .map((text) => ({ name: `${prefix}/${slug(text)}`, ...meaning, text, ...strength })),
  );
}

function rulesOfEntry(fileName: string, { license, text: pattern, coverage = 0 }: TextEntry): RuleSource[] {
  return expandPattern(pattern).map((text, i) => ({
    name: `${fileName}/${license}/text${i > 0 ? `/${i + 1}` : ''}`,
    expression: license,
    kind: 'text',
    text,
    minimumCoverage: coverage,
  }));
}

function rulesOfNotice(fileName: string, notice: NoticeEntry, number: number, lists: Lists): RuleSource[] {
  const patterns = typeof notice.text === 'string' ? [notice.text] : notice.text;
  const name = `${fileName}/${slug(notice.license)}-${number + 1}`;
  return patterns.flatMap((pattern, i) =>
    expandPattern(pattern, lists).map((text, j) => ({
      name: `${name}${patterns.length > 1 ? `.${i + 1}` : ''}${j > 0 ? `/${j + 1}` : ''}`,
      expression: notice.license,
      // A few words name a license, they do not grant it.
      kind: notice.kind ?? (text.split(/\s+/).length < 12 ? 'reference' : 'notice'),
      text,
      relevance: notice.relevance ?? 100,
      minimumCoverage: notice.coverage ?? 0,
      isApproximate: notice.approximate ?? true,
    })),
  );
}

function rulesOfSpdx(files: Record<string, RuleFile>, spdx: Record<string, SpdxText>): RuleSource[] {
  const closeTexts = Object.values(files).flatMap((file) => file.closeTexts ?? []);
  const close = new Map(closeTexts.flatMap(({ coverage, licenses }) => licenses.map((id) => [id, coverage] as const)));
  return Object.entries(spdx)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([id, license]) => rulesOfText(id, license, close.get(id)));
}

function falsePositivesOf(fileName: string, { falsePositives = [] }: RuleFile, lists: Lists): RuleSource[] {
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

function listsOf(files: Record<string, RuleFile>): Lists {
  const lists: Lists = {};
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
