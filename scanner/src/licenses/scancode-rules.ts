// Imports rules in ScanCode's format (`*.RULE`, `*.LICENSE`: YAML front matter, then the text) into an index of ours.
// The format is described at https://scancode-toolkit.readthedocs.io (How to add new license detection rules). The rules are CC-BY-4.0 and
// are not part of this project: a user fetches them. A file that cannot be read costs an issue, never the import.
import type { Issue } from '../findings.ts';
import { storeIndex } from './build-index.ts';
import { compileIndex, type RuleSource } from './compile-index.ts';
import { licenseRef, parseSpdxExpression } from './expression.ts';
import { type FrontMatter, splitFrontMatter } from './front-matter.ts';
import { type Ignorables, openIndex, type RuleKind } from './index-format.ts';
import { type RuleText, readRuleTexts } from './rule-archive.ts';
import { MAX_WORDS } from './tokens.ts';

export interface ImportResult {
  rules: number;
  licenses: number;
  sizeBytes: number;
  issues: Issue[];
}

/** What has been read so far; `total` is unknown until the source has been read once. */
export type ImportProgress = (done: { read: number; phase: 'reading' | 'compiling' | 'writing' }) => void;

/**
 * Compiles all rules below `source` (folder or archive) to the index file `out`, which loadLicenseIndex reads.
 * Rejects when the source cannot be read or holds no rules; broken files are issues.
 */
export async function importLicenseRules(
  source: string,
  out: string,
  onProgress: ImportProgress = () => {},
): Promise<ImportResult> {
  const texts: RuleText[] = [];
  const leftOut: Issue[] = [];
  await readRuleTexts(source, {
    take: (rule) => {
      texts.push(rule);
      if (texts.length % 1000 === 0) onProgress({ read: texts.length, phase: 'reading' });
    },
    report: (issue) => leftOut.push(issue),
  });
  texts.sort((a, b) => (a.name < b.name ? -1 : 1));
  onProgress({ read: texts.length, phase: 'compiling' });
  const { rules, licenses, issues } = convertRules(texts);
  if (rules.length === 0)
    throw new Error(`${source} holds no rules: *.RULE or *.LICENSE files with a front matter were expected`);
  const buffer = compileIndex(rules, { families: {}, frames: NO_FRAMES, source: `import ${rules.length}` });
  onProgress({ read: texts.length, phase: 'writing' });
  storeIndex(buffer, out);
  return {
    rules: rules.length,
    licenses,
    sizeBytes: buffer.byteLength,
    issues: [...leftOut, ...issues, ...full(source, buffer)],
  };
}

/** Said when the rules have more words than the index tells apart. */
function full(source: string, buffer: SharedArrayBuffer): Issue[] {
  if (openIndex(buffer)!.words().length < MAX_WORDS) return [];
  const message = `the rules have more than ${MAX_WORDS} different words; the rarest are not told apart, so rules may match what they do not say`;
  return [{ code: 'unreadable', path: source, message }];
}

const NO_FRAMES = {
  before: { strong: [], soft: [], fillers: [] },
  after: { strong: [], soft: [], fillers: [] },
  pairs: [],
};

/** Rules in the engine's terms; keys become SPDX ids by what the licenses among them say. */
export function convertRules(texts: RuleText[]): { rules: RuleSource[]; licenses: number; issues: Issue[] } {
  const issues: Issue[] = [];
  const parsed: { name: string; fields: FrontMatter; text: string }[] = [];
  for (const { name, text } of texts) {
    const split = splitFrontMatter(text);
    if (!split)
      issues.push({
        code: 'unreadable',
        path: name,
        message: 'the file does not begin with a front matter between two lines of ---; it was left out',
      });
    else parsed.push({ name, ...split });
  }
  const spdxOf = new Map<string, string>();
  for (const { fields } of parsed) {
    const key = fields.key;
    const spdx = fields.spdx_license_key;
    if (typeof key === 'string')
      spdxOf.set(key.toLowerCase(), typeof spdx === 'string' && spdx !== '' ? spdx : licenseRef(`scancode-${key}`));
  }
  const rules: RuleSource[] = [];
  let licenses = 0;
  for (const { name, fields, text } of parsed) {
    if (isYes(fields.is_deprecated) || text.trim() === '') continue;
    const isLicense = typeof fields.key === 'string';
    const written = isLicense ? (fields.key as string) : fields.license_expression;
    const isFalsePositive = isYes(fields.is_false_positive);
    if (typeof written !== 'string' && !isFalsePositive) {
      issues.push({
        code: 'unreadable',
        path: name,
        message: 'the front matter has no license_expression; the rule was left out',
      });
      continue;
    }
    const expression = isFalsePositive ? '' : convertExpression(written as string, spdxOf);
    if (expression === undefined) {
      issues.push({
        code: 'unreadable',
        path: name,
        message: `license_expression "${shortened(written as string)}" is no expression; the rule was left out`,
      });
      continue;
    }
    if (isLicense) licenses++;
    rules.push({ name, expression, text: marked(text), ...traits(fields, isLicense) });
  }
  return { rules, licenses, issues };
}

const shortened = (text: string): string => (text.length <= 200 ? text : `${text.slice(0, 200)}…`);

function traits(fields: FrontMatter, isLicense: boolean): Omit<RuleSource, 'name' | 'expression' | 'text'> {
  const kind = kindOf(fields, isLicense);
  const referenced = fields.referenced_filenames;
  return {
    kind,
    relevance: percentage(fields.relevance, 100),
    minimumCoverage: percentage(fields.minimum_coverage, 0),
    isApproximate:
      !isYes(fields.is_continuous) && !isYes(fields.is_required_phrase) && kind !== 'false-positive' && kind !== 'tag',
    isContinuous: isYes(fields.is_continuous),
    isImported: true,
    ...(Array.isArray(referenced) ? { referencedFiles: referenced } : {}),
    ...ignorablesOf(fields),
    ...(typeof fields.language === 'string' && fields.language !== 'en' ? { language: fields.language } : {}),
  };
}

function ignorablesOf(fields: FrontMatter): Pick<RuleSource, 'ignorables'> {
  const ignorables: Ignorables = {};
  for (const name of ['copyrights', 'holders', 'authors', 'urls', 'emails'] as const) {
    const values = fields[`ignorable_${name}`];
    if (Array.isArray(values)) ignorables[name] = values;
  }
  return Object.keys(ignorables).length > 0 ? { ignorables } : {};
}

function kindOf(fields: FrontMatter, isLicense: boolean): RuleKind {
  if (isYes(fields.is_false_positive)) return 'false-positive';
  if (isLicense || isYes(fields.is_license_text)) return 'text';
  if (isYes(fields.is_license_notice)) return 'notice';
  if (isYes(fields.is_license_tag)) return 'tag';
  if (isYes(fields.is_license_intro)) return 'intro';
  return 'reference';
}

const isYes = (value: unknown): boolean => value === 'yes' || value === 'true' || value === 'Yes' || value === 'True';

function percentage(value: unknown, otherwise: number): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? Math.max(0, Math.min(100, Math.round(number))) : otherwise;
}

/** A lone brace pair would be taken for the mark of a phrase that never ends. */
const marked = (text: string): string =>
  (text.match(/\{\{/g)?.length ?? 0) === (text.match(/\}\}/g)?.length ?? 0) ? text : text.replace(/\{\{|\}\}/g, ' ');

/** An expression in ScanCode's keys as SPDX; undefined when it does not parse. */
function convertExpression(written: string, spdxOf: Map<string, string>): string | undefined {
  const mapped = written.replace(/[^\s()]+/g, (word) => {
    if (/^(and|or|with)$/i.test(word)) return word.toUpperCase();
    return spdxOf.get(word.toLowerCase()) ?? licenseRef(`scancode-${word}`);
  });
  return parseSpdxExpression(mapped)?.expression;
}
