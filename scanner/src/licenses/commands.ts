// `assay licenses …`: list the rules, explain a file, compare two indexes on a folder, import rules, build the index.
// Prints for people, or one JSON object with --json. Answers an exit code; never ends the process.
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { beginWindows, readableText } from '../analyze/text.ts';
import { ensureIndex } from './build-index.ts';
import { ruleText } from './compile-index.ts';
import { explainLicenses } from './explain.ts';
import { detectLicenses, type LicenseIndex, loadLicenseIndex } from './index.ts';
import { FLAG_APPROXIMATE, FLAG_IMPORTED, RULE_KINDS } from './index-format.ts';
import { importLicenseRules } from './scancode-rules.ts';

const USAGE = `usage: assay licenses <command>
  list [WORDS] [--index FILE]              the rules whose name, license or language holds WORDS
  explain FILE... [--index FILE] [--all]   every match in a file and why it was taken or refused
  diff OLD_INDEX NEW_INDEX FOLDER          the files of a folder that two indexes answer differently; "built-in" names our own
  import FOLDER_OR_ARCHIVE [--out FILE]    compile rules in ScanCode's format; without --out they are the server's from its next scan on
  build                                    build the built-in index when it is missing or old
Every command takes --json.
`;

interface Options {
  index: LicenseIndex;
  isJson: boolean;
  showsAll: boolean;
}

type Command = (args: string[], options: () => Options) => Promise<number> | number;

const commands: Record<string, Command | undefined> = { list, explain, diff, import: importRules, build };

export interface LicensesDefaults {
  /** Where `import` writes when it is not told: the index that a server of this machine uses. */
  importedIndex?: string;
}

/** Set when whoever reads the output has left (`| head`): nothing more is to be told, and that is no failure. */
let isReaderGone = false;
let isWatched = false;

function watchReader(): void {
  if (isWatched) return;
  isWatched = true;
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    isReaderGone = true;
    // Lines that were under way fail too.
    process.stdout.on('error', () => {});
  });
}

const print = (text: string): void => {
  if (!isReaderGone) process.stdout.write(`${text}\n`);
};

const complain = (text: string): number => {
  process.stderr.write(`assay licenses: ${text}\n`);
  return 2;
};

/** Runs `assay licenses` with what follows these two words. 0: done, 1: found differences or could not do it, 2: wrong usage. */
export async function licensesCommand(argv: string[], defaults: LicensesDefaults = {}): Promise<number> {
  let parsed: {
    values: { index?: string; out?: string; json?: boolean; all?: boolean; help?: boolean };
    positionals: string[];
  };
  try {
    parsed = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        index: { type: 'string' },
        out: { type: 'string' },
        json: { type: 'boolean' },
        all: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    return complain((error as Error).message);
  }
  const [name = '', ...named] = parsed.positionals;
  const out = parsed.values.out ?? named[1] ?? defaults.importedIndex ?? '';
  const args = name === 'import' ? [named[0] ?? '', out] : named;
  const command = commands[name];
  if (!command || parsed.values.help) {
    (command || name === '' ? process.stdout : process.stderr).write(USAGE);
    return parsed.values.help || name === '' ? 0 : 2;
  }
  watchReader();
  try {
    return await command(args, () => ({
      index: loadNamed(parsed.values.index),
      isJson: parsed.values.json ?? false,
      showsAll: parsed.values.all ?? false,
    }));
  } catch (error) {
    process.stderr.write(`assay licenses ${name}: ${sentenceOf(error)}\n`);
    return 1;
  }
}

/** What a person can do something about, in words. */
function sentenceOf(error: unknown): string {
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `${path}: no such file or folder`;
  if (code === 'EACCES' || code === 'EPERM') return `${path}: permission denied`;
  if (code === 'EISDIR') return `${path ?? 'what was named'} is a folder; a file was expected`;
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${path} leads through a file; a folder was expected`;
  return message;
}

const loadNamed = (name: string | undefined): LicenseIndex => loadLicenseIndex(name === 'built-in' ? undefined : name);

function list(args: string[], options: () => Options): number {
  const { index, isJson } = options();
  const wanted = args.join(' ').toLowerCase();
  const rows: {
    rule: string;
    kind: string;
    expression: string;
    relevance: number;
    isApproximate: boolean;
    isImported: boolean;
    /** ISO 639-1 code; '' for English. */
    language: string;
    minimumCoverage: number;
    referencedFiles: string[];
    text: string;
  }[] = [];
  for (let rule = 0; rule < index.ruleCount; rule++) {
    const expression = index.expressions[index.ruleExpressions[rule]!]!;
    const name = index.ruleNames[rule]!;
    const language = index.languages[rule] ?? '';
    if (!`${name} ${expression} ${language}`.toLowerCase().includes(wanted)) continue;
    const flags = index.ruleFlags[rule]!;
    rows.push({
      rule: name,
      kind: RULE_KINDS[index.ruleKinds[rule]!]!,
      expression,
      relevance: index.ruleRelevance[rule]!,
      isApproximate: (flags & FLAG_APPROXIMATE) !== 0,
      isImported: (flags & FLAG_IMPORTED) !== 0,
      language,
      minimumCoverage: index.ruleCoverage[rule]!,
      referencedFiles: index.referencedFiles[rule] ?? [],
      text: ruleText(index, rule),
    });
  }
  rows.sort((a, b) => (a.rule < b.rule ? -1 : 1));
  if (isJson) print(JSON.stringify(rows));
  else {
    for (const row of rows) print(`${row.expression || '-'}\t${row.kind}\t${row.rule}\t${row.text.slice(0, 100)}`);
    print(rows.length === 1 ? '1 rule' : `${rows.length} rules`);
  }
  return 0;
}

function explain(args: string[], options: () => Options): number {
  if (args.length === 0) return complain('explain needs at least one file');
  const { index, isJson, showsAll } = options();
  for (const path of args) {
    const text = textOf(path);
    if (!text) {
      print(isJson ? JSON.stringify({ path, isText: false }) : `${path}: no text, so no license is looked for`);
      continue;
    }
    const { explained, detection, references, notes } = explainLicenses(index, text);
    if (isJson) {
      const { matches, spdx, isTruncated } = detection;
      print(JSON.stringify({ path, isText: true, spdx, matches, isTruncated, references, notes, explained }));
      continue;
    }
    print(`${path}: ${detection.spdx.join(', ') || 'no license found'}`);
    for (const note of notes) print(`  note    ${note}`);
    for (const { target, line } of references)
      print(
        `  refers  to ${target === '' ? 'the license of the package around it' : target}, line ${line}; a scan of the whole tree follows it`,
      );
    let hidden = 0;
    for (const match of explained) {
      if (!match.isAccepted && !showsAll && match.coverage < 60) {
        hidden++;
        continue;
      }
      const lines =
        match.startLine === match.endLine ? `line ${match.startLine}` : `lines ${match.startLine}-${match.endLine}`;
      print(
        `  ${match.isAccepted ? 'taken  ' : 'refused'} ${match.expression || '(none)'}  ${lines}  rule ${match.rule}  ${match.kind}${match.language === '' ? '' : ` (${match.language})`}  score ${match.score}, coverage ${match.coverage}`,
      );
      print(`          ${match.why}`);
      if (match.isAccepted) print(`          ${match.text.replace(/\s+/g, ' ').trim().slice(0, 160)}`);
    }
    if (hidden > 0) print(`  and ${hidden} rules refused of whose words less than 60 % stand here; --all shows them`);
  }
  return 0;
}

/** A file's bytes as the scan reads them, undefined when they are no text. */
function textOf(path: string): Uint8Array | undefined {
  if (statSync(path).isDirectory()) throw new Error(`${path} is a folder; a file was expected`);
  const bytes = readFileSync(path);
  const { sniffed } = beginWindows(bytes, '');
  return sniffed.isText ? readableText(bytes, sniffed.encoding) : undefined;
}

function diff(args: string[], options: () => Options): number {
  const [oldName, newName, folder] = args;
  if (!oldName || !newName || !folder) return complain('diff needs two indexes and a folder');
  const { isJson } = options();
  const before = loadNamed(oldName);
  const after = loadNamed(newName);
  const differences: { path: string; before: string[]; after: string[] }[] = [];
  let files = 0;
  for (const path of (readdirSync(folder, { recursive: true }) as string[]).sort()) {
    const full = join(folder, path);
    if (!statSync(full, { throwIfNoEntry: false })?.isFile()) continue;
    files++;
    const bytes = textOf(full);
    if (!bytes) continue;
    const old = detectLicenses(before, bytes).spdx;
    const now = detectLicenses(after, bytes).spdx;
    if (old.join('\n') !== now.join('\n')) differences.push({ path: relative(folder, full), before: old, after: now });
  }
  if (isJson) print(JSON.stringify({ files, differences }));
  else {
    for (const { path, before: old, after: now } of differences)
      print(`${path}\n  - ${old.join(', ') || '(none)'}\n  + ${now.join(', ') || '(none)'}`);
    print(`${differences.length} of ${files} files are answered differently`);
  }
  return differences.length > 0 ? 1 : 0;
}

async function importRules(args: string[]): Promise<number> {
  const [source, out] = args;
  if (!source || !out)
    return complain('import needs a folder or archive of rules, and --out with the index file to write');
  mkdirSync(dirname(out), { recursive: true });
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${out} is a folder; the name of the index file was expected`);
  const result = await importLicenseRules(source, out, ({ read, phase }) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${phase} ${read} files   `);
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  for (const issue of result.issues.slice(0, 20)) process.stderr.write(`${issue.path}: ${issue.message}\n`);
  if (result.issues.length > 20) process.stderr.write(`and ${result.issues.length - 20} more files with issues\n`);
  print(`${result.rules} rules of ${result.licenses} licenses written to ${out} (${result.sizeBytes} bytes)`);
  return 0;
}

function build(): number {
  print(`license index: ${ensureIndex()}`);
  return 0;
}
