// Imports rules in ScanCode's format (`*.RULE`, `*.LICENSE`: YAML front matter, then the text) into one of our indexes.
// The format is described at https://scancode-toolkit.readthedocs.io (How to add new license detection rules). The rules are CC-BY-4.0 and are not
// part of this project: users fetch them. An unreadable file gives an issue and does not stop the import.

import { closeSync, mkdirSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isSpdxException, licenseRef, parseSpdxExpression } from '../../expressions/index.ts';
import type { Issue } from '../../findings.ts';
import { present, valueFor } from '../../items.ts';
import { compileIndex, type RuleSource } from '../engine/compile-index.ts';
import { beginsLikeIndex, openIndex } from '../engine/index-format.ts';
import { MAX_WORDS } from '../engine/tokens.ts';
import { contradiction, decidedExpression, isDoubtful } from './deciding-words.ts';
import { type FrontMatter, splitFrontMatter } from './front-matter.ts';
import { storeIndex } from './index-file.ts';
import { type RuleText, readRuleTexts } from './rule-archive.ts';
import { ownFalsePositives } from './rule-files.ts';
import { faultOf, isYes, quoted, traitsOf } from './scancode-fields.ts';

export interface ImportResult {
  rules: number;
  licenses: number;
  sizeBytes: number;
  issues: Issue[];
}

/**
 * The progress of an import: rule files in the first two phases, then rules. `total` is 0 while it is unknown, and for steps that cannot be
 * counted.
 */
export interface ImportStep {
  phase: 'reading' | 'parsing' | 'compiling' | 'indexing' | 'writing';
  done: number;
  total: number;
}
export type ImportProgress = (step: ImportStep) => void;

const FILES_PER_REPORT = 1000;

/**
 * Compiles all rules below `source` (folder or archive) to the index file `out`, which loadLicenseIndex reads. Replaces an existing file at once or
 * not at all. Rejects with a sentence if the source is unreadable or contains no rules, or if `out` cannot be written or is not an index. Broken
 * files of the source become issues.
 */
export async function importLicenseRules(
  source: string,
  out: string,
  onProgress: ImportProgress = () => {},
): Promise<ImportResult> {
  refuseToReplace(out);
  const texts: RuleText[] = [];
  const leftOut: Issue[] = [];
  onProgress({ phase: 'reading', done: 0, total: 0 });
  await readRuleTexts(source, {
    take: (rule) => {
      texts.push(rule);
      if (texts.length % FILES_PER_REPORT === 0) onProgress({ phase: 'reading', done: texts.length, total: 0 });
    },
    report: (issue) => leftOut.push(issue),
  });
  const { rules, licenses, issues } = convertRules(texts, (done) =>
    onProgress({ phase: 'parsing', done, total: texts.length }),
  );
  if (rules.length === 0) throw new Error(noRules(source, [...leftOut, ...issues]));
  // Make folders only if there is something to write, so that a typing error in the name of the source does not create
  // folders.
  mkdirSync(dirname(out), { recursive: true });
  const options = { families: {}, frames: NO_FRAMES, source: `import ${rules.length}` };
  const own = ownFalsePositives();
  const buffer = compileIndex([...rules, ...own], options, (done, total) => {
    // The last steps are those of our own rules, which nobody counts as imported.
    if (done <= rules.length) onProgress({ phase: 'compiling', done, total: rules.length });
    if (done !== total) return;
    if (own.length > 0) onProgress({ phase: 'compiling', done: rules.length, total: rules.length });
    onProgress({ phase: 'indexing', done: rules.length, total: 0 });
  });
  onProgress({ phase: 'writing', done: rules.length, total: 0 });
  store(buffer, out);
  return {
    rules: rules.length,
    licenses,
    sizeBytes: buffer.byteLength,
    issues: [...leftOut, ...issues, ...full(source, buffer)],
  };
}

/** An import replaces only an index: a typing error must not cost a file of another kind. */
function refuseToReplace(out: string): void {
  const there = statSync(out, { throwIfNoEntry: false });
  if (!there) return;
  if (there.isDirectory()) throw new Error(`${out} is a folder; the name of the index file was expected`);
  if (!there.isFile()) throw new Error(`${out} is not a file; the name of the index file was expected`);
  if (there.size === 0) return;
  const file = openSync(out, 'r');
  try {
    const head = new Uint8Array(4);
    readSync(file, head, 0, head.length, 0);
    if (!beginsLikeIndex(head))
      throw new Error(`${out} is not a license index and would be lost; name another file, or remove this one first`);
  } finally {
    closeSync(file);
  }
}

function noRules(source: string, [first, ...others]: Issue[]): string {
  if (!first) return `${source} holds no rules: *.RULE or *.LICENSE files with a front matter were expected`;
  const more = others.length === 0 ? '' : ` (and ${others.length} more with issues)`;
  // Issues about the source as a whole have no path.
  const where = first.path === '' ? '' : `${first.path}: `;
  return `${source} holds no rules that could be read: ${where}${first.message}${more}`;
}

const WHY_NOT_WRITTEN: Record<string, string | undefined> = {
  ENOSPC: 'no space is left on its device',
  EDQUOT: 'the quota of its device is used up',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its device is read-only',
  EFBIG: 'its device does not support files of that size',
};

/** If `out` is a link, its target is replaced. */
function store(buffer: SharedArrayBuffer, out: string): void {
  try {
    storeIndex(buffer, statSync(out, { throwIfNoEntry: false }) ? realpathSync(out) : out);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(`${out} cannot be written: ${WHY_NOT_WRITTEN[code] ?? message}. The existing file is unchanged`, {
      cause: error,
    });
  }
}

/** Reported if the rules have more words than the index can distinguish. */
function full(source: string, buffer: SharedArrayBuffer): Issue[] {
  if (present(openIndex(buffer), 'index that was just made').words().length < MAX_WORDS) return [];
  const message = `the rules have more than ${MAX_WORDS} different words; the index cannot distinguish the rarest, so rules may also match other words`;
  return [{ code: 'unreadable', path: source, message }];
}

const NO_FRAMES = {
  before: { strong: [], soft: [], fillers: [] },
  after: { strong: [], soft: [], fillers: [] },
  pairs: [],
};

/** A parsed rule file. */
interface ParsedRule {
  path: string;
  isLicense: boolean;
  fields: FrontMatter;
  text: string;
}

/** Converts rules to the engine's form, and keys to the SPDX ids that their license files give. The order of the texts does not matter. */
export function convertRules(
  texts: RuleText[],
  onProgress: (done: number) => void = () => {},
): { rules: RuleSource[]; licenses: number; issues: Issue[] } {
  const issues: Issue[] = [];
  const leaveOut = (path: string, why: string): void => {
    issues.push({ code: 'unreadable', path, message: `${why}; the file was left out` });
  };
  const ordered = [...texts].sort((a, b) => (a.path < b.path ? -1 : 1));
  const parsed = parseRules(ordered, leaveOut, onProgress);
  const keys = collectKeys(parsed, leaveOut);
  const nameOf = namer(parsed);
  const rules: RuleSource[] = [];
  let licenses = 0;
  for (const rule of parsed) {
    const { path, isLicense, fields, text } = rule;
    if (keys.isTwin(rule) || isYes(fields.is_deprecated) || (isLicense && text.trim() === '')) continue;
    const written = (isLicense ? fields.key : fields.license_expression) as string;
    const expression = isYes(fields.is_false_positive) ? '' : keys.expressionOf(written, path);
    if (expression === undefined)
      leaveOut(path, `license_expression is ${quoted(written)}; keys joined by AND, OR and WITH were expected`);
    else if (!/[\p{L}\p{N}]/u.test(text)) leaveOut(path, 'there is no word after the front matter');
    else if (contradiction(expression, text) !== '') leaveOut(path, contradiction(expression, text));
    else {
      if (isLicense) licenses++;
      const traits = traitsOf(fields, isLicense);
      rules.push({
        ...{ name: nameOf(path), expression: decidedExpression(expression, text, traits.kind), text: marked(text) },
        ...{ isDoubtful: isDoubtful(expression, text), ...traits },
      });
    }
  }
  return { rules, licenses, issues: [...issues, ...keys.unknownOnes()] };
}

function parseRules(
  texts: RuleText[],
  leaveOut: (path: string, why: string) => void,
  onProgress: (done: number) => void,
): ParsedRule[] {
  const parsed: ParsedRule[] = [];
  for (const [done, { path, text }] of texts.entries()) {
    if (done % FILES_PER_REPORT === 0) onProgress(done);
    const split = splitFrontMatter(text);
    const isLicense = path.endsWith('.LICENSE');
    const fault = split ? faultIn(split, isLicense) : NO_FRONT_MATTER;
    if (fault) leaveOut(path, fault);
    else if (split) parsed.push({ path, isLicense, ...split });
  }
  onProgress(texts.length);
  return parsed;
}

const NO_FRONT_MATTER = 'the file does not begin with a front matter between two lines of ---';

const faultIn = ({ fields, twice }: { fields: FrontMatter; twice?: string }, isLicense: boolean): string | undefined =>
  twice === undefined ? faultOf(fields, isLicense) : `${twice} appears twice in the front matter; once was expected`;

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Rules are named after their files, or after their paths if two files have the same name. */
function namer(parsed: ParsedRule[]): (path: string) => string {
  const counts = new Map<string, number>();
  for (const { path } of parsed) counts.set(baseName(path), (counts.get(baseName(path)) ?? 0) + 1);
  return (path) => (valueFor(counts, baseName(path)) > 1 ? path : baseName(path)).replace(/\p{Cc}/gu, '\ufffd');
}

/** The licenses' keys, and the conversion of expressions. */
function collectKeys(parsed: ParsedRule[], leaveOut: (path: string, why: string) => void) {
  const owners = new Map<string, { path: string; id: string }>();
  const unknown = new Map<string, { path: string; rules: number }>();
  for (const { path, isLicense, fields } of parsed) {
    if (!isLicense) continue;
    const key = fields.key as string;
    const owner = owners.get(key.toLowerCase());
    if (owner) leaveOut(path, `key is "${key}", as in ${owner.path}; a key of its own was expected`);
    else owners.set(key.toLowerCase(), { path, id: (fields.spdx_license_key as string) || scancodeRef(key) });
  }
  return {
    /** True for a license if another file has the same key. */
    isTwin: ({ path, isLicense, fields }: ParsedRule): boolean =>
      isLicense && valueFor(owners, (fields.key as string).toLowerCase()).path !== path,

    /** Converts an expression of keys to SPDX; undefined if it does not parse. */
    expressionOf(written: string, path: string): string | undefined {
      const strange = new Set<string>();
      const mapped = written.replace(/[^\s()]+/g, (word) => {
        if (/^(and|or|with)$/i.test(word)) return word.toUpperCase();
        const owner = owners.get(word.toLowerCase());
        if (owner) return owner.id;
        if (isOnSpdxList(word)) return word;
        strange.add(word);
        return scancodeRef(word);
      });
      // An exception is not a license. It is joined to the license beside it, as with our own rules.
      const expression = isSpdxException(mapped) ? mapped : parseSpdxExpression(mapped)?.expression;
      if (expression === undefined) return undefined;
      for (const word of strange) {
        const known = unknown.get(word);
        if (known) known.rules++;
        else unknown.set(word, { path, rules: 1 });
      }
      return expression;
    },

    /** One issue for each key without a license file. */
    unknownOnes: (): Issue[] =>
      [...unknown].map(([word, { path, rules }]) => ({
        code: 'unreadable',
        path,
        message: `license_expression names "${word}", which is neither the key of a *.LICENSE file here nor an SPDX id; it is called ${scancodeRef(word)}${rules > 1 ? `, here and in ${rules - 1} more rules` : ''}`,
      })),
  };
}

const scancodeRef = (key: string): string => licenseRef(`scancode-${key}`);

const isOnSpdxList = (word: string): boolean =>
  isSpdxException(word) || parseSpdxExpression(word)?.unknown.length === 0;

/** A single brace pair would look like the start of a phrase without end, and a NUL like words that differ between copies. */
function marked(text: string): string {
  const plain = text.replaceAll('\0', ' ');
  const count = (mark: string) => plain.split(mark).length;
  return count('{{') === count('}}') ? plain : plain.replace(/\{\{|\}\}/g, ' ');
}
