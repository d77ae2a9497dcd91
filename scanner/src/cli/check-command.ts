// `assay scan … --advisories`: checks the packages of a folder, an archive or an SBOM against advisories, without a
// server. It matches in the same way as the server.
import {
  type CheckedFile,
  type CheckedVulnerability,
  type CheckResult,
  type Coverage,
  checkPackages,
  packageState,
  purlOfFile,
  unidentified,
} from '../advisories/index.ts';
import { present } from '../items.ts';
import { parsePurl } from '../packages/index.ts';
import type { ScanOptions } from '../scan/index.ts';
import { openAdvisories } from './check-advisories.ts';
import { CHECK_FORMATS } from './check-formats/index.ts';
import type { CheckedPackage, CheckReport, FoundVulnerability, GivenPackage } from './check-formats/report.ts';
import { isOpen, leftOutInWords } from './check-formats/report.ts';
import { type CheckInput, checkInput } from './check-input.ts';
import { FAILED, type FailOn } from './check-options.ts';
import { failures } from './check-verdict.ts';
import type { CommandIo } from './command-io.ts';
import { type DecisionFiles, openDecisions } from './decisions/index.ts';
import { licenseFailures, openLicensePolicy } from './decisions/license-policy.ts';
import { documentIdentity } from './document-identity.ts';
import { UsageError } from './options.ts';
import type { Output } from './output.ts';
import { printable } from './printable.ts';
import { TOOL } from './tool.ts';

export interface CheckRequest {
  source: string;
  /** For people and documents. */
  name: string;
  format: string;
  /** A bundle, an archive of advisories, or a folder of them. */
  advisories: string;
  /** Keys that may have signed a bundle. Without keys, any signer is accepted. */
  keys: string[];
  failOn: FailOn[];
  /** Data whose newest record is older than so many days are stale; 0: never. */
  mostDays: number;
  /** Files of license policies. */
  policies: readonly string[];
  decisions: DecisionFiles;
  options: ScanOptions;
}

/**
 * Throws with a sentence if the source or the advisories cannot be read.
 * @param given what the source holds, if it was scanned already
 */
export async function checkSource(
  request: CheckRequest,
  output: Output,
  io: CommandIo,
  given?: CheckInput,
): Promise<number> {
  const { source, name, options } = request;
  // Decisions end by the present time, whatever time the document has.
  const createdAt = new Date();
  const identity = documentIdentity(name, io);
  const writtenAs = { source, name, ...identity, tool: TOOL, signal: options.signal };
  const input =
    given ?? (await checkInput(source, options, io, request.format === 'cyclonedx' ? writtenAs : undefined));
  const policies = await Promise.all(request.policies.map(openLicensePolicy));
  const advisories = await openAdvisories(request.advisories, request.keys, io);
  const byIdentity = Map.groupBy(
    input.packages.filter(({ identity }) => identity !== ''),
    ({ identity }) => identity,
  );
  const found = await checkPackages([...byIdentity.keys()], advisories.open, input.files, (purl) => ({
    namesSources: byIdentity.get(purl)?.every(({ namesSources }) => namesSources) === true,
    like: byIdentity.get(purl)?.find(({ like }) => like !== undefined)?.like,
  }));
  if (found.records === 0) throw new UsageError(withoutRecords(request.advisories, advisories.unreadFiles()));
  if (input.packages.length === 0 && found.vulnerabilities.length === 0)
    throw new UsageError(`${input.whyNone}${/[.!]$/.test(input.whyNone) ? '' : '.'} Nothing was compared.`);
  const decisions = await openDecisions(withSubject(request.decisions, input.subject), {
    source,
    at: createdAt,
    io,
  });
  const vulnerabilities = decisions.decide(shownVulnerabilities(found.vulnerabilities, byIdentity));
  const report: CheckReport = {
    subject: name,
    documentId: identity.documentId,
    createdAt,
    tool: TOOL,
    mostDays: request.mostDays,
    packages: [...checkedPackages(input.packages, found, vulnerabilities), ...filesNamed(vulnerabilities, input.files)],
    document: input.document,
    vulnerabilities,
    baseline: decisions.baseline,
    endedDecisions: decisions.ended,
    advisories: {
      records: found.records,
      sources: advisories.sources,
      leftOut: [...found.leftOut].map(([ecosystem, records]) => ({ ecosystem, records })),
      unreadFiles: advisories.unreadFiles(),
    },
  };
  const format = present(
    CHECK_FORMATS.find(({ name }) => name === request.format),
    `format ${request.format}`,
  );
  await output.write(format.write(report));
  await output.finish();
  const licenses = policies.flatMap((policy) => licenseFailures(policy, input.licensed, createdAt));
  return verdict(report, { failOn: request.failOn, licenses }, io);
}

function withoutRecords(path: string, unread: readonly string[]): string {
  const why = unread.length === 0 ? '' : ` (${unread.length} files could not be read: the lines above say why)`;
  return `--advisories names ${printable(path)}, which holds no advisories${why}: no package was checked.`;
}

/** What an SBOM is about, unless the caller names a product: statements of suppliers may be about it as a whole. */
function withSubject(files: DecisionFiles, subject: string): DecisionFiles {
  return files.product !== '' || 'problem' in parsePurl(subject) ? files : { ...files, product: subject };
}

function checkedPackages(
  given: readonly GivenPackage[],
  { coverage }: CheckResult,
  vulnerabilities: readonly FoundVulnerability[],
): CheckedPackage[] {
  const byShown = Map.groupBy(vulnerabilities, ({ shown }) => shown);
  return given.map((one): CheckedPackage => {
    const covered: Coverage = one.unread ?? coverage.get(one.identity) ?? unidentified();
    const all = (one.identity === '' ? undefined : byShown.get(one.shown)) ?? [];
    return { ...one, coverage: covered, state: stateOf(all, covered) };
  });
}

function stateOf(all: readonly FoundVulnerability[], coverage: Coverage): CheckedPackage['state'] {
  const open = all.filter(isOpen).map(({ outcome }) => outcome);
  return open.length === 0 && all.length > 0 ? 'decided' : packageState(open, coverage);
}

/** Each vulnerability for each component that is compared under one identity. */
function shownVulnerabilities(
  all: readonly CheckedVulnerability[],
  byIdentity: ReadonlyMap<string, readonly GivenPackage[]>,
): FoundVulnerability[] {
  return all.flatMap((one) =>
    (byIdentity.get(one.purl) ?? [{ shown: one.purl, purl: one.purl, cpe: '' }]).map(({ shown, purl, cpe }) => ({
      ...one,
      identity: one.purl,
      shown,
      purl,
      cpe,
    })),
  );
}

const COMPARED_BY_DIGEST: Coverage = {
  state: 'compared',
  ecosystem: 'files',
  data: [],
  parts: [],
  note: 'The file was compared by its digest.',
};

/** Malicious files as packages of the report, each with all paths that contain it. */
function filesNamed(found: readonly FoundVulnerability[], files: readonly CheckedFile[]): CheckedPackage[] {
  const byPurl = Map.groupBy(found, ({ identity }) => identity);
  const named = files.filter((file) => byPurl.has(purlOfFile(file)));
  return [...Map.groupBy(named, purlOfFile)].map(([purl, all]) => ({
    identity: purl,
    shown: purl,
    purl,
    cpe: '',
    files: all.map(({ path }) => path),
    isDirect: undefined,
    namesSources: false,
    unread: undefined,
    coverage: COMPARED_BY_DIGEST,
    state: stateOf(byPurl.get(purl) ?? [], COMPARED_BY_DIGEST),
  }));
}

/** Refuses with one line that says why. The last line names what the advisories hold and this version cannot read. */
function verdict(
  report: CheckReport,
  { failOn, licenses }: { failOn: readonly FailOn[]; licenses: readonly string[] },
  io: CommandIo,
): number {
  const reasons = [...failures(report, failOn), ...licenses];
  if (reasons.length > 0) io.stderr.write(`assay scan: failed by --fail-on ${printable(reasons.join('; '))}\n`);
  for (const sentence of report.endedDecisions) io.stderr.write(`assay scan: failed: ${printable(sentence)}\n`);
  const leftOut = leftOutInWords(report);
  if (leftOut !== '') io.stderr.write(`assay scan: ${printable(leftOut)}\n`);
  return reasons.length + report.endedDecisions.length > 0 ? FAILED : 0;
}
