// `assay scan … --advisories`: checks the packages of a folder, an archive or an SBOM against advisories, without a
// server. It matches in the same way as the server.

import { randomUUID } from 'node:crypto';
import { open, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, resolve } from 'node:path';
import {
  advisoryFiles,
  type CheckedFile,
  type CheckedVulnerability,
  checkPackages,
  isBundle,
  type NamedItem,
  openBundle,
  purlOfFile,
  readAdvisories,
} from '../advisories/index.ts';
import type { Issue } from '../findings.ts';
import { firstOf, present } from '../items.ts';
import { isCycloneDxXml } from '../manifests/cyclonedx-xml.ts';
import { type DescribedPackage, type ScanOptions, scanSource } from '../scan/index.ts';
import { CHECK_FORMATS } from './check-formats/index.ts';
import type { CheckedPackage, CheckReport } from './check-formats/report.ts';
import type { CommandIo } from './command-io.ts';
import { UsageError } from './options.ts';
import type { Output } from './output.ts';
import { printable } from './printable.ts';
import { packagesOfSbom } from './sbom-packages.ts';
import { TOOL } from './tool.ts';

export const FAIL_ON = ['critical', 'high', 'medium', 'low', 'unknown', 'kev', 'malware', 'undetermined'] as const;
export type FailOn = (typeof FAIL_ON)[number];

export interface CheckRequest {
  source: string;
  format: string;
  /** A bundle, an archive of advisories, or a folder of them. */
  advisories: string;
  /** Keys that may have signed a bundle. Without keys, any signer is accepted. */
  keys: string[];
  failOn: FailOn[];
  options: ScanOptions;
}

/** The exit code for the condition in `--fail-on`. */
const FAILED = 3;
const LARGEST_SBOM = 512 * 1024 * 1024;
const HEAD_BYTES = 16_384;

export function failOnOf(text: string | boolean | undefined): FailOn[] {
  if (text === undefined) return [];
  return String(text)
    .split(',')
    .map((word) => {
      const found = FAIL_ON.find((one) => one === word.trim().toLowerCase());
      if (!found)
        throw new UsageError(`--fail-on must name ${FAIL_ON.join(', ')}, with commas between them, not "${word}".`);
      return found;
    });
}

/** Throws with a sentence if the source or the advisories cannot be read. */
export async function checkSource(request: CheckRequest, output: Output, io: CommandIo): Promise<number> {
  const { packages: named, unnamed, document, files } = await packagesOf(request, io);
  const advisories = await advisoriesAt(request.advisories, request.keys, io);
  const purls = named.map(({ purl }) => purl);
  const { vulnerabilities, problems, records } = await checkPackages(purls, advisories.open, files);
  const packages = [...named, ...filesNamed(vulnerabilities, files)];
  if (records === 0)
    throw new UsageError(
      `--advisories names ${printable(request.advisories)}, which holds no advisories: no package was checked.`,
    );
  for (const problem of problems) io.stderr.write(`${printable(problem)}\n`);
  const report: CheckReport = {
    subject: basename(resolve(request.source)),
    documentId: randomUUID(),
    createdAt: new Date(),
    tool: TOOL,
    packages,
    unnamed,
    document,
    vulnerabilities,
    advisories: { records, sources: advisories.sources },
  };
  const format = present(
    CHECK_FORMATS.find(({ name }) => name === request.format),
    `format ${request.format}`,
  );
  await output.write(format.write(report));
  await output.finish();
  return verdict(vulnerabilities, request.failOn, io);
}

async function packagesOf(
  { source, options }: CheckRequest,
  io: CommandIo,
): Promise<{ packages: CheckedPackage[]; unnamed: string[]; document: unknown; files: CheckedFile[] }> {
  const found = await stat(source).catch(() => undefined);
  if (found?.isFile() && found.size <= LARGEST_SBOM && (await mayBeSbom(source))) {
    const sbom = packagesOfSbom(await readFile(source));
    if (sbom !== undefined) {
      if (sbom.leftOut.length > 0)
        io.stderr.write(
          `assay scan: elements of other namespaces were left out: ${printable(sbom.leftOut.join(', '))}\n`,
        );
      return {
        packages: sbom.purls.map((purl) => ({ purl, files: [source], isDirect: undefined })),
        unnamed: sbom.unnamed,
        document: sbom.document,
        files: [],
      };
    }
  }
  const packages: DescribedPackage[] = [];
  const files: CheckedFile[] = [];
  for await (const item of scanSource(source, options)) {
    if (item.type === 'issue')
      io.stderr.write(`${printable(`${item.issue.path}: ${item.issue.message}`)} [${item.issue.code}]\n`);
    else if (item.type === 'file') {
      const { sha256, sha1, md5 } = item.facts;
      files.push({ path: item.path, sha256, sha1, md5 });
    } else if (item.type === 'inventory') packages.push(...item.inventory.components);
    else if (item.type === 'end' && !item.isComplete)
      throw new Error(`the source could not be read completely: ${item.reason}`);
  }
  return {
    packages: packages.map(({ purl, files, isDirect }) => ({ purl, files, isDirect })),
    unnamed: [],
    document: undefined,
    files,
  };
}

/** Malicious files as packages of the report, each with all paths that contain it. */
function filesNamed(found: readonly CheckedVulnerability[], files: readonly CheckedFile[]): CheckedPackage[] {
  const purls = new Set(found.map(({ purl }) => purl));
  const named = files.filter((file) => purls.has(purlOfFile(file)));
  return [...Map.groupBy(named, purlOfFile)].map(([purl, all]) => ({
    purl,
    files: all.map(({ path }) => path),
    isDirect: undefined,
  }));
}

async function mayBeSbom(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0);
    const bytes = head.subarray(0, bytesRead);
    return /^\ufeff?\s*\{/.test(bytes.toString('utf8')) || isCycloneDxXml(bytes);
  } finally {
    await handle.close();
  }
}

interface OpenAdvisories {
  open(): AsyncIterable<NamedItem>;
  sources: { name: string; dataAsOf: string }[];
}

async function advisoriesAt(path: string, keys: readonly string[], io: CommandIo): Promise<OpenAdvisories> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined)
    throw new UsageError(
      `--advisories must be a bundle, an archive or a folder of advisories; there is no ${printable(path)}.`,
    );
  if (found.isFile() && (await isBundle(path))) {
    const bundle = await openBundle(path, keys.length > 0 ? keys : undefined);
    if ('problem' in bundle) throw new Error(bundle.problem);
    if (bundle.header.basis !== 0) throw new Error('the bundle contains only changes; name a complete one.');
    if (keys.length === 0)
      io.stderr.write(
        `assay scan: the bundle is whole; it is signed by ${bundle.header.publicKey}, and --advisories-key says nothing of it.\n`,
      );
    return { sources: bundle.header.sources, open: () => itemsOfBundle(bundle.items()) };
  }
  // The advisories are read twice, but their issues are reported once.
  let isReported = false;
  const warn = (issue: Issue) => {
    if (!isReported) io.stderr.write(`${printable(`${issue.path}: ${issue.message}`)}\n`);
  };
  return {
    sources: [{ name: basename(path), dataAsOf: '' }],
    open: async function* () {
      yield* itemsAt(path, warn);
      isReported = true;
    },
  };
}

async function* itemsOfBundle(items: AsyncIterable<{ source: string } & object>): AsyncGenerator<NamedItem> {
  for await (const one of items) if ('item' in one) yield one as unknown as NamedItem;
}

async function* itemsAt(path: string, warn: (issue: Issue) => void): AsyncGenerator<NamedItem> {
  for await (const file of advisoryFiles(path, { temporaryFolder: tmpdir() })) {
    if (file.type === 'end' && file.problem !== '')
      throw new Error(`the advisories could not be read completely: ${file.problem}`);
    if (file.type === 'issue') warn(file.issue);
    if (file.type !== 'file') continue;
    const { member, findings, issues } = readAdvisories(file.path, file.bytes);
    for (const issue of issues) warn(issue);
    for (const item of findings) yield { source: member, item };
  }
}

/** Refuses with one line that says why. */
function verdict(all: readonly CheckedVulnerability[], failOn: readonly FailOn[], io: CommandIo): number {
  const reasons = failOn.flatMap((one) => {
    const met = all.filter((found) => isMet(one, found));
    return met.length === 0
      ? []
      : [`${one}: ${met.length} (${firstOf(met).name} in ${firstOf(met).purl}${met.length > 1 ? ', …' : ''})`];
  });
  if (reasons.length === 0) return 0;
  io.stderr.write(`assay scan: failed by --fail-on ${printable(reasons.join('; '))}\n`);
  return FAILED;
}

const AT_LEAST = {
  critical: ['CRITICAL'],
  high: ['CRITICAL', 'HIGH'],
  medium: ['CRITICAL', 'HIGH', 'MEDIUM'],
  low: ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'],
};

function isMet(one: FailOn, found: CheckedVulnerability): boolean {
  if (one === 'undetermined') return found.outcome === 'undetermined';
  if (found.outcome !== 'affected') return false;
  if (one === 'kev') return found.exploitedBy.length > 0;
  if (one === 'malware') return found.kind === 'malware';
  if (one === 'unknown') return found.severity === 'UNKNOWN';
  return AT_LEAST[one].includes(found.severity);
}
