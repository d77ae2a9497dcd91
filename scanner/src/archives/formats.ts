// The members of the archive family, and the choice of the member for a file by its first bytes and its name.
import type { ArchiveFormat, ArchiveFormatSpec, ArchiveMember } from './member.ts';
import { sevenzip } from './sevenzip/index.ts';
import { tar } from './tar/index.ts';
import { zip } from './zip/index.ts';

/** Number of first bytes that determine the format. */
export const HEAD_BYTES = 512;

export const ARCHIVE_MEMBERS = [zip, sevenzip, tar] as const satisfies readonly ArchiveMember[];

/** Zip files that users see as one document; an inventory has no use for their parts. */
const DOCUMENT_EXTENSIONS = new Set(
  'docx docm dotx xlsx xlsm xltx pptx pptm potx vsdx odt ods odp odg odf ott epub sketch kmz 3mf npz'
    .split(' ')
    .map((name) => `.${name}`),
);

const SPECS: readonly ArchiveFormatSpec[] = ARCHIVE_MEMBERS.flatMap((member) => [...member.formats]);
const MEMBER_OF = new Map<ArchiveFormat, ArchiveMember>(
  ARCHIVE_MEMBERS.flatMap((member) => member.formats.map(({ format }) => [format, member] as const)),
);
const FORMAT_OF_EXTENSION = new Map(
  SPECS.flatMap(({ format, extensions }) => extensions.map((extension) => [extension, format] as const)),
);

/**
 * The format of a file by its first bytes (512 are enough), or by its name if they say nothing: a zip may follow any
 * bytes, and an empty tar is all zeros. Undefined for files that are not archives, and for documents in an archive
 * format (docx, odt, epub).
 */
export function archiveFormatOf(name: string, head: Uint8Array): ArchiveFormat | undefined {
  if (DOCUMENT_EXTENSIONS.has(lastExtension(name))) return undefined;
  return formatByBytes(head) ?? formatByName(name);
}

/** A sentence if the extension promises one format and the bytes have another or none. Undefined if they agree. */
export function describeMismatch(name: string, head: Uint8Array): string | undefined {
  const named = formatByName(name);
  if (named === undefined) return undefined;
  const real = formatByBytes(head);
  if (real === named || (real === undefined && head.length === 0)) return undefined;
  const extension = extensionOf(name);
  if (real !== undefined)
    return `The file is named ${extension} (${FORMAT_NAMES[named]}) but its bytes are ${FORMAT_NAMES[real]}; it is read as what its bytes are.`;
  if (isZeros(head) && named === 'tar') return undefined;
  return `The file is named ${extension} but does not begin like ${FORMAT_NAMES[named]}.`;
}

/** True when the bytes alone determine a format, whatever the name. */
export function isKnownByBytes(head: Uint8Array): boolean {
  return formatByBytes(head) !== undefined;
}

export function memberFor(format: ArchiveFormat): ArchiveMember {
  const member = MEMBER_OF.get(format);
  if (member === undefined) throw new Error(`no member of the archive family reads ${format}`);
  return member;
}

/** Names of the formats for sentences, with an article. */
export const FORMAT_NAMES: Readonly<Record<ArchiveFormat, string>> = {
  zip: 'a zip archive',
  tar: 'a tar archive',
  gzip: 'a gzip file',
  bzip2: 'a bzip2 file',
  xz: 'an xz file',
  zstd: 'a zstd file',
  '7z': 'a 7z archive',
  rar: 'a RAR archive',
  cab: 'a cabinet archive',
  cpio: 'a cpio archive',
  ar: 'an ar archive',
  rpm: 'an RPM package',
};

/** The readable formats, for sentences. */
export const KNOWN_ARCHIVES =
  'zip, tar, tar.gz, 7z, tar.bz2, tar.xz, tar.zst, rar, deb, rpm, cab, cpio, and zip, 7z or rar that unpack themselves';

function formatByBytes(head: Uint8Array): ArchiveFormat | undefined {
  return SPECS.find((spec) => spec.matches(head))?.format;
}

function formatByName(name: string): ArchiveFormat | undefined {
  return FORMAT_OF_EXTENSION.get(lastExtension(name));
}

function lastExtension(name: string): string {
  return name.slice(name.lastIndexOf('.')).toLowerCase();
}

function extensionOf(name: string): string {
  return /(\.tar)?\.[a-z0-9]+$/i.exec(name)?.[0].toLowerCase() ?? name;
}

function isZeros(head: Uint8Array): boolean {
  return head.every((byte) => byte === 0);
}
