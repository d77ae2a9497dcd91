// `assay scan`: runs a scan by its options and writes the result in a format to a file or the standard output. Faults go to the standard
// error; this is one of the four places that may catch everything.
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Issue } from '../findings.ts';
import { importSignatures, type LibraryRule, libraryRules } from '../libraries/index.ts';
import type { LicenseIndex } from '../licenses/index.ts';
import { loadLicenseIndex } from '../licenses/load-index.ts';
import { type Inventory, type ScanItem, type ScanOptions, scanSource } from '../scan/index.ts';
import type { CheckRequest } from './check-command.ts';
import { CHECK_FORMAT_NAMES, FAIL_ON, FAILED, IGNORE_FILE, policyFilesOf } from './check-options.ts';
import { checkRequestOf, OPTIONS_OF_CHECKS } from './check-request.ts';
import type { CommandIo } from './command-io.ts';
import { type DocumentIdentity, documentIdentity } from './document-identity.ts';
import { FETCHING_OPTIONS, type FetchedSource, fetchSource, namedSource, type Remote } from './fetched-source.ts';
import { OUTPUT_FORMATS, type OutputFormat } from './formats/index.ts';
import { IMAGE_HELP } from './image-source.ts';
import { choice, parseOptions, UsageError, wholeNumber } from './options.ts';
import { fileOutput, type Output, ReaderGone, streamOutput, whyUnwritable } from './output.ts';
import { PACKAGE_HELP } from './package-source.ts';
import { printable } from './printable.ts';
import { createProgressBar } from './progress.ts';
import { TOOL } from './tool.ts';

const HELP = `Usage: assay scan <folder or archive> [options]
       assay scan pkg:npm/lodash@4.17.21 [options]
       assay scan --image NAME [options]

Finds licenses, copyrights, e-mail addresses, URLs and packages in every file.

  --format FORMAT   ${OUTPUT_FORMATS.map(({ name, about }) => `${name.padEnd(10)} ${about}`).join(`\n${' '.repeat(20)}`)}
  --out FILE        write to FILE, which appears only when it is complete; without it, to the standard output
  --threads N       threads that analyse (1 to 256); by default one per processor
  --rules RULES     builtin, or the file of an index made by "assay licenses import"
  --signatures FILE signatures of JavaScript libraries in the format of Retire.js, used beside the built-in ones
  --documents       search the text inside PDF and office files too
  --expand HOW      archives inside: none (they are files like others), first-level or recursive
  --advisories PATH check the packages against a bundle, an archive or a folder of advisories, and write the vulnerabilities;
                    the formats are then table, json, cyclonedx and sarif, and the source may be an SBOM
                    in any form that is read (CycloneDX, SPDX, Syft), also packed
  --advisories-key K  the key that must have signed the bundle; several with commas
  --fail-on WHAT    exit with 3 when the check finds ${FAIL_ON.join(', ')}; several with commas,
                    or the file of a license policy (.yaml), which needs no --advisories
                    (not-compared: nothing to compare a package with; stale: compared with data older than --max-age)
  --max-age DAYS    data of an ecosystem are stale when their newest record is older; by default 7, 0 for any age
  --vex FILES       statements of suppliers (OpenVEX, CSAF, CycloneDX) about packages of the input; several with commas
  --product PURL    what the input is as a whole, for statements about its parts; by default what an SBOM says
  --ignore FILE     decisions of your own; by default ${IGNORE_FILE} of the folder, none for no file
  --baseline FILE   the JSON or CycloneDX result of an earlier check: only what is new counts
${IMAGE_HELP.trimStart().replace(/^/, '  ')}${PACKAGE_HELP}
  --to URL          send what was found to a project of a server ("assay scan --to --help" tells more)
  --help            show this text

A check puts each package into one of five states: affected, undetermined (a record concerns it, and the version, release or
stream cannot be decided), not compared (with the reason: no data for its ecosystem, distribution or release; a name that no
feed uses; no version; unread), decided (all that was found is closed by a decision or was in the baseline), and compared
without a known vulnerability. An input in which no package was found is refused.
Symbolic links are not followed, and the data of version control systems (.git and the like) is left out.
The exit code is 0 when the scan is done, 1 when the source could not be read or the result not be written,
2 when the options are wrong or a check did not understand its input, 3 when --fail-on is met or a decision has ended.

${IGNORE_FILE} holds decisions, each with a reason and a last day; after that day the check fails until somebody decides again:
  ignore:
    - vulnerability: CVE-2021-44228
      package: pkg:maven/org.apache.logging.log4j/log4j-core   # without a version all of them; without this line every package
      state: not_affected         # or false_positive, resolved, resolved_with_pedigree
      justification: code_not_reachable
      reason: The lookup is switched off in all our deployments.
      expires: 2027-05-01
      by: Grace Hopper

A license policy has a list of licenses that are allowed, or denied, or both (GPL-* means all ids that begin so):
  allow: [MIT, Apache-2.0, BSD-*, GPL-2.0-only WITH Classpath-exception-2.0]
  deny: [AGPL-*]
  unknown: fail                   # or pass: packages whose license is not known
  exceptions:
    - {package: pkg:npm/x, license: MPL-2.0, reason: Only used in tests., expires: 2027-05-01}
`;

const OPTIONS = {
  format: { type: 'string' },
  out: { type: 'string' },
  threads: { type: 'string' },
  rules: { type: 'string' },
  signatures: { type: 'string' },
  expand: { type: 'string' },
  documents: { type: 'boolean' },
  advisories: { type: 'string' },
  'fail-on': { type: 'string' },
  ...OPTIONS_OF_CHECKS,
  ...FETCHING_OPTIONS,
  help: { type: 'boolean' },
} as const;

/** Further issues are only counted; `--format json` lists them all. */
const MOST_ISSUES_SHOWN = 50;

const PARTLY_READ = 'the source could not be read completely';
const NOTHING_READ = 'nothing of the source could be read, so nothing was written';

interface ScanRequest {
  /** Files of license policies. */
  policies: readonly string[];
  source: string;
  /** For people and documents. */
  name: string;
  /** Fetched before the scan, which then reads the archive of it. */
  remote: Remote | undefined;
  format: OutputFormat;
  out: string;
  options: ScanOptions;
  identity: DocumentIdentity;
  check: CheckRequest | undefined;
}

/** Runs `assay scan` with these arguments and returns the exit code. */
export async function scanCommand(argv: string[], io: CommandIo): Promise<number> {
  if (argv.some((one) => one === '--to' || one.startsWith('--to='))) return remoteCommand(argv, io);
  const request = readRequest(argv, io);
  if (typeof request === 'number') return request;
  if (request.remote === undefined) return scanned(request, io);
  const fetched = await fetchedSource(request.remote, io);
  if (typeof fetched === 'number') return fetched;
  try {
    return await scanned(ofFetched(request, fetched), io);
  } finally {
    await fetched.remove();
  }
}

/** The image or package as an archive, or the exit code. */
async function fetchedSource(remote: Remote, io: CommandIo): Promise<FetchedSource | number> {
  try {
    return await fetchSource(remote, io);
  } catch (error) {
    const isInterrupted = io.signal?.aborted === true;
    io.stderr.write(
      `assay scan: ${isInterrupted ? 'interrupted; nothing was written.' : printable(messageOf(error))}\n`,
    );
    if (isInterrupted) return 130;
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Sources that lie in an archive inside the fetched one are looked for there. */
function ofFetched(request: ScanRequest, { file, name, isNested }: FetchedSource): ScanRequest {
  const { expansion } = request.options;
  const options = isNested && expansion === 'none' ? { ...request.options, expansion: 'first-level' as const } : request.options; // biome-ignore format: one claim
  const check = request.check && { ...request.check, source: file, name, options };
  return { ...request, source: file, name, options, check };
}

async function scanned(request: ScanRequest, io: CommandIo): Promise<number> {
  let output: Output;
  try {
    output = request.out === '' ? streamOutput(io.stdout) : await fileOutput(request.out);
  } catch (error) {
    io.stderr.write(`assay scan: ${printable(request.out)} cannot be written: ${whyUnwritable(error)}.\n`);
    return 1;
  }
  return request.check ? runCheck(request.check, output, io) : runScan(request, output, io);
}

async function remoteCommand(argv: string[], io: CommandIo): Promise<number> {
  const { REMOTE_HELP, sendScan } = await import('./remote/command.ts');
  if (argv.includes('--help')) {
    io.stdout.write(REMOTE_HELP.trimStart());
    return 0;
  }
  try {
    return await sendScan(argv, io);
  } catch (error) {
    if (io.signal?.aborted) {
      io.stderr.write('assay scan: interrupted; the next scan of this alias sends only what is still lacking.\n');
      return 130;
    }
    io.stderr.write(`assay scan: ${messageOf(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function runCheck(request: CheckRequest, output: Output, io: CommandIo): Promise<number> {
  try {
    const { checkSource } = await import('./check-command.ts');
    return await checkSource(request, output, io);
  } catch (error) {
    await output.discard();
    if (error instanceof ReaderGone) return 0;
    if (io.signal?.aborted) {
      io.stderr.write('assay scan: interrupted; nothing was written.\n');
      return 130;
    }
    io.stderr.write(`assay scan: ${messageOf(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** The request in the arguments, or the exit code when there is nothing to do. */
function readRequest(argv: string[], io: CommandIo): ScanRequest | number {
  try {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    if (values.help) {
      io.stdout.write(HELP);
      return 0;
    }
    const { source, remote } = namedSource(positionals, values);
    const isCheck = values.advisories !== undefined;
    if (!isCheck && values['fail-on'] !== undefined && !isOnlyPolicies(values['fail-on']))
      throw new UsageError('--fail-on needs --advisories.');
    const formats: readonly string[] = isCheck ? CHECK_FORMAT_NAMES : OUTPUT_FORMATS.map(({ name }) => name);
    const format = choice('format', values.format, formats, 'table');
    const expansion = choice('expand', values.expand, ['none', 'first-level', 'recursive'], 'none');
    const threads = wholeNumber('threads', values.threads, 1, 256);
    if (values.out === '') throw new UsageError('--out needs the name of a file.');
    const options: ScanOptions = {
      threads,
      expansion,
      readsDocuments: values.documents === true,
      licenseIndex: rulesNamed(String(values.rules ?? 'builtin')),
      libraries: librariesWith(values.signatures, io),
      signal: io.signal,
    };
    const name = remote ? source : basename(resolve(source));
    return {
      source,
      name,
      remote,
      format: OUTPUT_FORMATS.find(({ name }) => name === format) ?? OUTPUT_FORMATS[0],
      out: String(values.out ?? ''),
      options,
      policies: isCheck ? [] : policyFilesOf(values['fail-on']),
      identity: documentIdentity(name, io),
      check: checkRequestOf(values, { source, name, format, options }),
    };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.stderr.write(`assay scan: ${error.message} "assay scan --help" shows the options.\n`);
    return 2;
  }
}

/** License policies need no advisories. */
const isOnlyPolicies = (value: string | boolean): boolean =>
  policyFilesOf(value).length === String(value).split(',').length;

function rulesNamed(rules: string): LicenseIndex | undefined {
  if (rules === 'builtin') return undefined;
  try {
    return loadLicenseIndex(rules);
  } catch (error) {
    throw new UsageError(
      `--rules must be "builtin" or the file of a license index, and "${rules}" is none (${messageOf(error)}).`,
    );
  }
}

/** The built-in recognisers and those of the file. Reports unusable ones and leaves them out. */
function librariesWith(signatures: string | boolean | undefined, io: CommandIo): readonly LibraryRule[] | undefined {
  if (signatures === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(String(signatures), 'utf8');
  } catch (error) {
    throw new UsageError(`--signatures must be a file, and "${signatures}" cannot be read (${messageOf(error)}).`);
  }
  const { findings, issues } = importSignatures(text);
  if (findings.length === 0) throw new UsageError(`--signatures: ${issues.at(-1)?.message ?? 'the file holds none.'}`);
  for (const { message } of issues) io.stderr.write(`assay scan: ${printable(message)}\n`);
  return [...libraryRules(), ...findings];
}

async function runScan(
  { source, name, format, options, identity, policies: files }: ScanRequest,
  output: Output,
  io: CommandIo,
): Promise<number> {
  const bar = 'isTTY' in io.stderr && io.stderr.isTTY ? createProgressBar(io.stderr) : undefined;
  const issues = createIssueLog(io, bar?.clear);
  const end = { isComplete: true, reason: '', files: 0, inventory: undefined as Inventory | undefined };
  const subject = { name, ...identity, tool: TOOL, source, signal: options.signal };
  try {
    const judge = files.length === 0 ? undefined : await licenseJudge(files);
    const items = noted(scanSource(source, options, bar?.show), issues.add, end);
    for await (const text of format.format(items, subject)) await output.write(text);
    bar?.clear();
    issues.finish();
    if (end.isComplete) {
      await output.finish();
      return judge === undefined || end.inventory === undefined ? 0 : licenseVerdict(judge(end.inventory), io);
    }
    // A mistyped source must not overwrite the existing result.
    const isNothing = end.files === 0;
    await (isNothing ? output.discard() : output.finish());
    io.stderr.write(`assay scan: ${isNothing ? NOTHING_READ : PARTLY_READ}: ${printable(end.reason)}\n`);
    return 1;
  } catch (error) {
    bar?.clear();
    await output.discard();
    if (error instanceof ReaderGone) return 0;
    if (io.signal?.aborted) {
      io.stderr.write('assay scan: interrupted; nothing was written.\n');
      return 130;
    }
    io.stderr.write(`assay scan: ${messageOf(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Reads the policies, which must be understood before a long scan begins. */
async function licenseJudge(files: readonly string[]): Promise<(inventory: Inventory) => string[]> {
  const { licensedIn, licenseFailures, openLicensePolicy } = await import('./decisions/license-policy.ts');
  const policies = await Promise.all(files.map(openLicensePolicy));
  return (inventory) => policies.flatMap((policy) => licenseFailures(policy, licensedIn(inventory), new Date()));
}

function licenseVerdict(reasons: readonly string[], io: CommandIo): number {
  for (const reason of reasons) io.stderr.write(`assay scan: failed by --fail-on ${printable(reason)}\n`);
  return reasons.length > 0 ? FAILED : 0;
}

/** Passes the items to the format and records what the format does not report. */
async function* noted(
  items: AsyncIterable<ScanItem>,
  onIssue: (issue: Issue) => void,
  end: { isComplete: boolean; reason: string; files: number; inventory: Inventory | undefined },
): AsyncGenerator<ScanItem, void> {
  for await (const item of items) {
    if (item.type === 'issue') onIssue(item.issue);
    else if (item.type === 'file') end.files++;
    else if (item.type === 'inventory') end.inventory = item.inventory;
    else if (item.type === 'end') Object.assign(end, { isComplete: item.isComplete, reason: item.reason });
    yield item;
  }
}

/** Writes issues to the standard error, a line each, and the number of the rest. */
function createIssueLog({ stderr }: CommandIo, beforeLine: (() => void) | undefined) {
  let issues = 0;
  return {
    add({ code, path, message }: Issue): void {
      issues++;
      if (issues > MOST_ISSUES_SHOWN) return;
      beforeLine?.();
      stderr.write(`${printable(`${path === '' ? '' : `${path}: `}${message}`)} [${code}]\n`);
    },
    finish(): void {
      const more = issues - MOST_ISSUES_SHOWN;
      if (more > 0) stderr.write(`${more} more issues; "--format json" lists all of them.\n`);
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
