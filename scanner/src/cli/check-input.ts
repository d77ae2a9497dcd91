// What a check compares: the packages of a folder, an archive or an SBOM. Refuses an input in which nothing was understood, because the answer "no
// vulnerability" would say nothing of it.
import { open, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { type CheckedFile, notRead } from '../advisories/index.ts';
import { archiveFormatOf } from '../archives/index.ts';
import type { Issue } from '../findings.ts';
import { isFields } from '../items.ts';
import { sbomWriter, sourceOfRead } from '../sbom/index.ts';
import { readSbomFile } from '../sbom/read/files.ts';
import { isCycloneDxProtobuf, isCycloneDxProtobufText, SbomRefused, textOfBytes } from '../sbom/read/index.ts';
import { refusalOf, refusalOfFormat } from '../sbom/read/refusals.ts';
import { type InventoryComponent, type ScanItem, type ScanOptions, scanSource } from '../scan/index.ts';
import type { GivenPackage } from './check-formats/report.ts';
import type { CommandIo } from './command-io.ts';
import { type LicensedSubject, licensedIn } from './decisions/license-policy.ts';
import { formatSbom } from './formats/sbom.ts';
import type { ScanSubject } from './formats/subject.ts';
import { UsageError } from './options.ts';
import { printable } from './printable.ts';
import { type PackageOfSbom, packagesOfSbom, packagesOfSent, refusedSbom, type SbomPackages } from './sbom-packages.ts';

export interface CheckInput {
  packages: GivenPackage[];
  /** Its packages, and licenses of files that belong to none. */
  licensed: LicensedSubject[];
  /** Package URL of what an SBOM is about; '' if it does not say. */
  subject: string;
  /** The SBOM that was read, or that was made of a scan; undefined if none is wanted. */
  document: unknown;
  files: CheckedFile[];
  /** Says why there is no package; '' if there are some. */
  whyNone: string;
}

const LARGEST_SBOM = 512 * 1024 * 1024;
const HEAD_BYTES = 64 * 1024;
/** What a check writes as an SBOM. */
const CYCLONEDX = 'cyclonedx-1.6';

/**
 * Throws a UsageError for an input that is not understood.
 * @param writtenAs for a result that is an SBOM: that of a folder or archive is made with all that the scan finds
 */
export async function checkInput(
  source: string,
  options: ScanOptions,
  io: CommandIo,
  writtenAs?: ScanSubject,
): Promise<CheckInput> {
  const found = await stat(source).catch(() => undefined);
  const scan = (bytes?: Uint8Array) => scannedInput(scanSource(source, options), source, io, { bytes, writtenAs });
  if (!found?.isFile()) return scan();
  const head = await headOf(source);
  if (head.length === 0) throw refused(source, refusalOf(head));
  const isWhole = isSbomForm(head) && !PACKED.test(source);
  if (isWhole && found.size > LARGEST_SBOM)
    throw refused(source, `has ${found.size} bytes; an SBOM may have ${LARGEST_SBOM}.`);
  const bytes = isWhole ? await readFile(source) : head;
  const sbom =
    (isWhole ? packagesOfSbom(bytes) : undefined) ??
    (PACKED.test(source) ? await packedSbom(source, options) : undefined);
  if (sbom === undefined) {
    const refusal = refusalOfFormat(bytes);
    if (refusal !== undefined) throw refused(source, refusal);
    const scanned = await scan(bytes);
    if (scanned.packages.length > 0 || archiveFormatOf(source, head) === undefined) return scanned;
    const inside = await packedSbom(source, options).catch((error) => whenRefused(error, undefined));
    return inside === undefined ? scanned : ofSboms(inside, source, io, writtenAs);
  }
  return ofSboms(sbom, source, io, writtenAs);
}

function isSbomForm(head: Uint8Array): boolean {
  const text = textOfBytes(head);
  return isDocument(text) || isCycloneDxProtobuf(head) || isCycloneDxProtobufText(text);
}

function whenRefused<Value>(error: unknown, value: Value): Value {
  if (error instanceof UsageError) return value;
  throw error;
}

/** A document of CycloneDX is kept as it is; any other is written as one. */
async function ofSboms(
  sbom: SbomPackages,
  source: string,
  io: CommandIo,
  writtenAs: ScanSubject | undefined,
): Promise<CheckInput> {
  for (const remark of sbom.remarks.slice(0, MOST_REMARKS)) io.stderr.write(`assay scan: ${printable(remark)}\n`);
  if (sbom.remarks.length > MOST_REMARKS)
    io.stderr.write(`assay scan: ${sbom.remarks.length - MOST_REMARKS} more remarks on the SBOM are not shown.\n`);
  const isCycloneDx = isFields(sbom.document) && sbom.document.bomFormat === 'CycloneDX';
  return {
    packages: sbom.components.map((one) => ofSbom(one, source)),
    licensed: sbom.components.map(({ purl, name, cpe, license }) => ({ shown: purl || name, purl, cpe, license })),
    subject: sbom.subject,
    document:
      isCycloneDx || !writtenAs
        ? sbom.document
        : await parsed(sbomWriter(CYCLONEDX).write(sourceOfRead(sbom.sboms, writtenAs))),
    files: [],
    whyNone: `${printable(source)} is an SBOM (${sbom.format}) that names no package`,
  };
}

/** JSON, XML, SPDX tags, or YAML with the members of an SBOM. */
const isDocument = (head: string) =>
  /^\ufeff?\s*[{[<]/.test(head) ||
  /^(?:SPDXVersion:|["']?(?:spdxVersion|bomFormat|specVersion|SPDXID)["']?\s*:)/m.test(head);
/** A document that is packed, or several attestations. Other archives are scanned as what they hold. */
const PACKED = /\.(?:json|xml|spdx|ya?ml|cdx|sbom)\.(?:gz|bz2|xz|zst)$|\.jsonl$/i;
const MOST_REMARKS = 20;

async function packedSbom(source: string, options: ScanOptions): Promise<SbomPackages> {
  const { temporaryFolder = tmpdir() } = options;
  try {
    return packagesOfSent(await readSbomFile(source, { name: source, temporaryFolder }));
  } catch (error) {
    throw error instanceof SbomRefused ? refusedSbom(error) : error;
  }
}

function refused(source: string, sentences: string): UsageError {
  return new UsageError(`${printable(source)} ${sentences}`);
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function ofSbom({ identity, purl, cpe, name, namesSources, like }: PackageOfSbom, source: string): GivenPackage {
  return {
    identity,
    shown: purl || name,
    purl,
    cpe,
    files: [source],
    isDirect: undefined,
    namesSources,
    ...(like === undefined ? {} : { like }),
    unread: undefined,
  };
}

/** Issues that mean that the packages of a file may be missing. */
const MISSING_PACKAGES: readonly Issue['code'][] = [
  'unreadable',
  'unsupported-archive',
  'corrupt-archive',
  'encrypted-archive',
  'bad-manifest',
  'deadline',
  'out-of-memory',
  'internal',
];

/**
 * What a scan finds, of which the caller may read the items as well.
 * @param writtenAs for a result that is an SBOM
 */
export async function scannedInput(
  items: AsyncIterable<ScanItem>,
  source: string,
  io: CommandIo,
  { bytes, writtenAs }: { bytes?: Uint8Array | undefined; writtenAs?: ScanSubject | undefined } = {},
): Promise<CheckInput> {
  const packages: InventoryComponent[] = [];
  const licensed: LicensedSubject[] = [];
  const files: CheckedFile[] = [];
  const issues: Issue[] = [];
  async function* looked() {
    for await (const item of items) {
      if (item.type === 'issue') {
        issues.push(item.issue);
        io.stderr.write(`${printable(`${item.issue.path}: ${item.issue.message}`)} [${item.issue.code}]\n`);
      } else if (item.type === 'file') {
        const { sha256, sha1, md5 } = item.facts;
        files.push({ path: item.path, sha256, sha1, md5 });
      } else if (item.type === 'inventory') {
        packages.push(...item.inventory.components);
        licensed.push(...licensedIn(item.inventory));
      } else if (item.type === 'end' && !item.isComplete) throw new UsageError(whyIncomplete(source, item.reason));
      yield item;
    }
  }
  const document = writtenAs ? await parsed(formatSbom(CYCLONEDX, false, looked(), writtenAs)) : await endOf(looked());
  const named = packages.map(
    ({ purl, files, isDirect, like }): GivenPackage => ({
      identity: purl,
      shown: purl,
      purl,
      cpe: '',
      files,
      isDirect,
      ...(like === undefined ? {} : { like }),
      // Databases of installed packages name the source wherever it differs.
      namesSources: true,
      unread: undefined,
    }),
  );
  const whyNone = named.length > 0 ? '' : whyNothing(source, files, issues, bytes);
  return {
    packages: named.length > 0 ? [...named, ...unreadFiles(named, issues)] : [],
    licensed,
    subject: '',
    document,
    files,
    whyNone,
  };
}

async function parsed(document: AsyncIterable<string>): Promise<unknown> {
  const pieces: string[] = [];
  for await (const piece of document) pieces.push(piece);
  return JSON.parse(pieces.join(''));
}

async function endOf(items: AsyncIterable<ScanItem>): Promise<undefined> {
  for await (const _ of items);
}

function whyIncomplete(source: string, reason: string): string {
  return `${printable(source)} could not be read completely, so nothing was compared: ${printable(reason)} Name a folder, a whole archive or an SBOM.`;
}

const NAMES_OF_SBOMS =
  /(?:^|\/)(?:s?bom\.(?:json|xml)|[^/]*\.(?:cdx|cyclonedx|spdx|sbom)\.(?:json|xml|ya?ml)|[^/]*\.spdx)$/i;

function whyNothing(
  source: string,
  files: readonly CheckedFile[],
  issues: readonly Issue[],
  bytes: Uint8Array | undefined,
): string {
  const unread = issues.filter(({ code }) => MISSING_PACKAGES.includes(code));
  if (bytes !== undefined && files.length <= 1 && unread.length === 0)
    return `${printable(source)} ${refusalOf(bytes)}`;
  if (files.length === 0 && issues.length === 0)
    return `${printable(source)} contains no file. Name a folder with manifests or installed packages, an archive, or an SBOM.`;
  const paths = [...new Set(unread.map(({ path }) => path))];
  const why =
    paths.length === 0
      ? 'no manifest, lockfile or database of packages that is known here is among them'
      : `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''} could not be read (the lines above say why)`;
  const sbom = files.find(({ path }) => NAMES_OF_SBOMS.test(path));
  const inside =
    sbom === undefined
      ? ''
      : ` ${printable(sbom.path)} is an SBOM by its name: a check reads one if you name it itself.`;
  return `${printable(source)} has ${files.length === 1 ? 'one file' : `${files.length} files`} and no package: ${printable(why)}.${inside} Name a folder with manifests or installed packages, an archive, or an SBOM.`;
}

/** Files that could not be read and gave no package: what they name was not compared. */
function unreadFiles(packages: readonly GivenPackage[], issues: readonly Issue[]): GivenPackage[] {
  const read = new Set(packages.flatMap(({ files }) => files));
  const unread = issues.filter(({ code, path }) => MISSING_PACKAGES.includes(code) && path !== '' && !read.has(path));
  return [...Map.groupBy(unread, ({ path }) => path)].map(([path, all]) => ({
    identity: '',
    shown: path,
    purl: '',
    cpe: '',
    files: [path],
    isDirect: undefined,
    namesSources: false,
    unread: notRead(
      all
        .map(({ message }) => message)
        .join(' ')
        .slice(0, 500),
    ),
  }));
}
