// `assay licenses …`: list the rules, explain a file, compare two indexes on a folder, import rules, build the index.
// Prints for people, or one JSON object with --json. Returns an exit code; never ends the process.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { itemAt } from '../../items.ts';
import { type DescribedRule, describedRule } from '../../licenses/engine/described-rule.ts';
import { detectLicenses, type LicenseIndex, loadLicenseIndex } from '../../licenses/index.ts';
import { ensureIndex } from '../../licenses/load-index.ts';
import { type ImportStep, importLicenseRules } from '../../licenses/rules/scancode-rules.ts';
import { type ExplainedMatch, type Explanation, explainFile, textWindows } from './explain.ts';

const USAGE = `usage: assay licenses <command>
  list [WORDS] [--index FILE]              the rules whose name, license or language holds WORDS
  explain FILE... [--index FILE] [--all]   every match in a file and why it was taken or refused
  diff OLD_INDEX NEW_INDEX FOLDER          the files of a folder that two indexes answer differently; "built-in" names our own
  import FOLDER_OR_ARCHIVE [--out FILE]    compile rules in ScanCode's format; without --out they are the server's from its next scan on
  build                                    build the built-in index when it is missing or old
Every command takes --json.
`;

interface Options {
  /** Loaded on first use: two commands need no index. */
  index: () => LicenseIndex;
  isJson: boolean;
  showsAll: boolean;
}

type Command = (args: string[], options: Options) => Promise<number> | number;

const commands: Record<string, Command | undefined> = { list, explain, diff, import: importRules, build };

/** More arguments would be silently ignored, so they are refused. */
const MOST_ARGUMENTS: Record<string, number | undefined> = { diff: 3, import: 2, build: 0 };

export interface LicensesDefaults {
  /** Default output of `import`: the index that a server of this machine uses. */
  importedIndex?: string;
}

/** Why the output has failed. If the reader has closed it (`| head`), that is not a failure; a full disk is one. */
let lost: NodeJS.ErrnoException | undefined;
let isWatched = false;

function watchOutput(): void {
  if (isWatched) return;
  isWatched = true;
  // Without a listener, the first error would end the process with a stack trace.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    lost ??= error;
  });
}

/** Foreign names and texts must not control the terminal. JSON is unchanged: its strings escape control characters. */
const harmless = (text: string): string =>
  text.replace(/(?![\n\t])\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A name inside a line. */
const shown = (name: string): string => name.replaceAll('\n', '\\n').replaceAll('\t', '\\t');

const print = (text: string): void => {
  if (!lost) process.stdout.write(`${harmless(text)}\n`);
};

const warn = (text: string): void => {
  process.stderr.write(`${harmless(text)}\n`);
};

const complain = (text: string): number => {
  warn(`assay licenses: ${text}`);
  return 2;
};

/** Runs `assay licenses` with the arguments after these words. 0: success, 1: found differences or failed, 2: wrong usage. */
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
  const args =
    name === 'import' && parsed.values.out !== undefined
      ? [...named.slice(0, 1), parsed.values.out, ...named.slice(1)]
      : named;
  if (name === 'import' && args.length === 1 && defaults.importedIndex !== undefined) args.push(defaults.importedIndex);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || parsed.values.help) {
    (command || name === '' ? process.stdout : process.stderr).write(USAGE);
    return parsed.values.help || name === '' ? 0 : 2;
  }
  const most = MOST_ARGUMENTS[name];
  if (most !== undefined && args.length > most)
    return complain(`${name} does not know what to do with "${args[most]}"`);
  watchOutput();
  try {
    const exitCode = await command(args, {
      index: () => loadNamed(parsed.values.index),
      isJson: parsed.values.json ?? false,
      showsAll: parsed.values.all ?? false,
    });
    // Files and devices are written synchronously, but errors arrive a turn later.
    await nextTurn();
    if (lost && lost.code !== 'EPIPE') throw lost;
    return exitCode;
  } catch (error) {
    warn(`assay licenses ${name}: ${sentenceOf(error)}`);
    return 1;
  }
}

/** A sentence for faults that the user can correct. `named` is the requested path, in case the fault does not include it. */
function sentenceOf(error: unknown, named = 'what was named'): string {
  const { code, path = named, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `${path}: no such file or folder`;
  if (code === 'EACCES' || code === 'EPERM') return `${path}: permission denied`;
  if (code === 'EISDIR') return `${path} is a folder; a file was expected`;
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${path} leads through a file; a folder was expected`;
  if (code === 'ELOOP') return `${path} is a link that leads to itself; a file was expected`;
  if (code === 'ENAMETOOLONG') return `${path.slice(0, 100)}…: the name is longer than the file system takes`;
  if (code === 'ERR_FS_FILE_TOO_LARGE') return `${named} is larger than 2 GB; a scan reads such files, in parts`;
  return message;
}

const loadNamed = (name: string | undefined): LicenseIndex => loadLicenseIndex(name === 'built-in' ? undefined : name);

function list(args: string[], { index: load, isJson }: Options): number {
  const index = load();
  const wanted = args.join(' ').toLowerCase();
  const rows: DescribedRule[] = [];
  for (let rule = 0; rule < index.ruleCount; rule++) {
    const expression = itemAt(index.expressions, itemAt(index.ruleExpressions, rule));
    const name = itemAt(index.ruleNames, rule);
    const language = index.languages[rule] ?? '';
    if (`${name} ${expression} ${language}`.toLowerCase().includes(wanted)) rows.push(describedRule(index, rule));
  }
  rows.sort((a, b) => (a.rule < b.rule ? -1 : 1));
  if (isJson) print(JSON.stringify(rows));
  else {
    for (const row of rows) print(`${row.expression || '-'}\t${row.kind}\t${row.rule}\t${row.text.slice(0, 100)}`);
    print(rows.length === 1 ? '1 rule' : `${rows.length} rules`);
  }
  return 0;
}

function explain(args: string[], { index: load, isJson, showsAll }: Options): number {
  if (args.length === 0) return complain('explain needs at least one file');
  const index = load();
  let exitCode = 0;
  for (const path of args) {
    try {
      explainOne(path, index, isJson, showsAll);
    } catch (error) {
      // Continue with the other files.
      warn(`assay licenses explain: ${sentenceOf(error, path)}`);
      exitCode = 1;
    }
  }
  return exitCode;
}

function explainOne(path: string, index: LicenseIndex, isJson: boolean, showsAll: boolean): void {
  const explanation = explainFile(index, bytesOf(path));
  if (isJson) print(JSON.stringify({ path, isText: explanation !== undefined, ...explanation }));
  else if (explanation) printExplanation(path, explanation, showsAll);
  else print(`${shown(path)}: no text, so no license is looked for`);
}

function printExplanation(path: string, { explained, spdx, references, notes }: Explanation, showsAll: boolean): void {
  print(`${shown(path)}: ${spdx.join(', ') || 'no license found'}`);
  for (const note of notes) print(`  note    ${note}`);
  for (const { target, line } of references)
    print(
      `  refers  to ${target === '' ? 'the license of the package around it' : shown(target)}, line ${line}; a scan of the whole tree follows it`,
    );
  let hidden = 0;
  for (const matches of alike(explained)) {
    const [match] = matches as [ExplainedMatch];
    if (!match.isAccepted && !showsAll && match.coverage < 60) hidden += matches.length;
    else printMatch(match, matches);
  }
  if (hidden > 0)
    print(`  and ${counted(hidden, 'rule')} refused with less than 60 % of their words found; --all shows them`);
  if (explained.length > 0) print(LEGEND);
}

const LEGEND = `
A rule is a text, a notice or a name that identifies a license: "assay licenses list RULE" shows it. Coverage is the share of its
words, in percent, that occur in the file. The score also depends on how certain it is that the rule means the license.`;

/** Groups refusals of one rule for the same reason in several places. */
function alike(explained: readonly ExplainedMatch[]): ExplainedMatch[][] {
  const groups = new Map<string, ExplainedMatch[]>();
  for (const [i, match] of explained.entries()) {
    const { isAccepted, expression, rule, why, score } = match;
    const key = isAccepted ? String(i) : JSON.stringify([expression, rule, why, score]);
    const group = groups.get(key);
    if (group) group.push(match);
    else groups.set(key, [match]);
  }
  return [...groups.values()];
}

/** Number of places in one line of output. */
const SHOWN_PLACES = 8;

function printMatch(match: ExplainedMatch, all: readonly ExplainedMatch[]): void {
  const places = [
    ...new Set(
      all.map(({ startLine, endLine }) => (startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`)),
    ),
  ];
  const more = places.length > SHOWN_PLACES ? ` and ${places.length - SHOWN_PLACES} more` : '';
  const isOneLine = places.length === 1 && match.startLine === match.endLine;
  const where = `${isOneLine ? 'line' : 'lines'} ${places.slice(0, SHOWN_PLACES).join(', ')}${more}`;
  const { isAccepted, expression, rule, kind, language, score, coverage, why, text } = match;
  const spoken = language === '' ? '' : ` (${language})`;
  print(
    `  ${isAccepted ? 'taken  ' : 'refused'} ${expression || '(none)'}  ${where}  rule ${rule}  ${kind}${spoken}  score ${score}, coverage ${coverage}`,
  );
  print(`          ${why}`);
  if (isAccepted) print(`          ${text.replace(/\s+/g, ' ').trim().slice(0, 160)}`);
}

function bytesOf(path: string): Uint8Array {
  if (statSync(path).isDirectory()) throw new Error(`${path} is a folder; a file was expected`);
  return readFileSync(path);
}

/** The distinct expressions of a text, by the same steps as a scan. */
function spdxOf(index: LicenseIndex, windows: Uint8Array[]): string[] {
  return [...new Set(windows.flatMap((window) => detectLicenses(index, window).spdx))].sort();
}

function diff(args: string[], { isJson }: Options): number {
  const [oldName, newName, folder] = args;
  if (!oldName || !newName || !folder) return complain('diff needs two indexes and a folder');
  const before = loadNamed(oldName);
  const after = loadNamed(newName);
  const differences: { path: string; before: string[]; after: string[] }[] = [];
  const unreadable: string[] = [];
  let files = 0;
  for (const path of (readdirSync(folder, { recursive: true }) as string[]).sort()) {
    const full = join(folder, path);
    try {
      if (!statSync(full, { throwIfNoEntry: false })?.isFile()) continue;
      files++;
      const text = textWindows(bytesOf(full));
      if (!text) continue;
      const old = spdxOf(before, text.windows);
      const now = spdxOf(after, text.windows);
      if (old.join('\n') !== now.join('\n')) differences.push({ path, before: old, after: now });
    } catch (error) {
      unreadable.push(path);
      warn(`assay licenses diff: ${sentenceOf(error, full)}`);
    }
  }
  if (isJson) print(JSON.stringify({ files, unreadable, differences }));
  else {
    for (const { path, before: old, after: now } of differences)
      print(`${shown(path)}\n  - ${old.join(', ') || '(none)'}\n  + ${now.join(', ') || '(none)'}`);
    const unread = unreadable.length === 0 ? '' : `; ${unreadable.length} could not be read`;
    print(`${differences.length} of ${files} files are answered differently${unread}`);
  }
  return differences.length > 0 || unreadable.length > 0 ? 1 : 0;
}

async function importRules(args: string[], { isJson }: Options): Promise<number> {
  const [source, out] = args;
  if (!source || !out)
    return complain('import needs a folder or archive of rules, and --out with the index file to write');
  const progress = process.stderr.isTTY && !isJson ? progressOn(process.stderr) : undefined;
  const result = await importLicenseRules(source, out, progress?.show).finally(progress?.clear);
  if (isJson) {
    print(JSON.stringify({ out, ...result }));
    return 0;
  }
  const { rules, licenses, sizeBytes, issues } = result;
  for (const { path, message } of issues.slice(0, SHOWN_ISSUES)) warn(`${shown(path || source)}: ${shown(message)}`);
  if (issues.length > SHOWN_ISSUES) warn(`and ${issues.length - SHOWN_ISSUES} more issues; --json lists them all`);
  const noted = issues.length === 0 ? '' : `, with ${counted(issues.length, 'issue')}`;
  print(
    `${counted(rules, 'rule')} of ${counted(licenses, 'license')} written to ${shown(out)} (${sizeBytes} bytes)${noted}`,
  );
  return 0;
}

/** One line on a terminal, rewritten at each step and wiped at the end. */
function progressOn(terminal: NodeJS.WriteStream) {
  return {
    show(step: ImportStep): void {
      terminal.write(`\r\x1b[2K${stepLine(step)}`);
    },
    clear(): void {
      terminal.write('\r\x1b[2K');
    },
  };
}

function stepLine({ phase, done, total }: ImportStep): string {
  const unit = phase === 'reading' || phase === 'parsing' ? 'files' : 'rules';
  const part = total === 0 ? '' : ` of ${total.toLocaleString('en-US')}`;
  return `${phase} ${done.toLocaleString('en-US')}${part} ${unit}`;
}

const SHOWN_ISSUES = 20;

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function build(_: string[], { isJson }: Options): number {
  const path = ensureIndex();
  print(isJson ? JSON.stringify({ path }) : `license index: ${path}`);
  return 0;
}
