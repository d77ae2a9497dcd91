// Determines a file's kind from its first 8 KB: by the signatures of formats, otherwise by whether it reads as text. The file's name is
// ignored: names lie.
import { isUtf8 } from 'node:buffer';
import type { FileKind } from '../findings.ts';
import { type Encoding, encodingOf } from './encoding.ts';

/** Number of bytes that decide. */
export const HEAD_BYTES = 8192;

export interface Sniffed {
  kind: FileKind;
  mediaType: string;
  /** True when the bytes are worth reading as text; some documents (RTF, PostScript) are. */
  isText: boolean;
  /** Only meaningful for text. */
  encoding: Encoding;
}

interface Signature {
  at: number;
  mark: Uint8Array;
  kind: FileKind;
  mediaType: string;
}

/** First bytes of formats: offset, mark as latin1, kind, media type. The first match decides. */
const SIGNATURES: readonly Signature[] = (
  [
    [0, '7z\xbc\xaf\x27\x1c', 'archive', 'application/x-7z-compressed'],
    [0, 'Rar!\x1a\x07', 'archive', 'application/vnd.rar'],
    [0, '\x1f\x8b', 'archive', 'application/gzip'],
    [0, '\x1f\x9d', 'archive', 'application/x-compress'],
    [0, '\x1f\xa0', 'archive', 'application/x-compress'],
    [0, 'BZh', 'archive', 'application/x-bzip2'],
    [0, '\xfd7zXZ\0', 'archive', 'application/x-xz'],
    [0, '\x28\xb5\x2f\xfd', 'archive', 'application/zstd'],
    [0, '\x04\x22\x4d\x18', 'archive', 'application/x-lz4'],
    [0, 'LZIP', 'archive', 'application/lzip'],
    [257, 'ustar', 'archive', 'application/x-tar'],
    [0, '!<arch>\ndebian-binary', 'archive', 'application/vnd.debian.binary-package'],
    [0, '!<arch>\n', 'archive', 'application/x-archive'],
    [0, 'MSCF\0\0\0\0', 'archive', 'application/vnd.ms-cab-compressed'],
    [0, '07070', 'archive', 'application/x-cpio'],
    [0, '\xed\xab\xee\xdb', 'archive', 'application/x-rpm'],
    [0, 'xar!', 'archive', 'application/x-xar'],
    [0, '\x89PNG\r\n\x1a\n', 'image', 'image/png'],
    [0, '\xff\xd8\xff', 'image', 'image/jpeg'],
    [0, 'GIF87a', 'image', 'image/gif'],
    [0, 'GIF89a', 'image', 'image/gif'],
    [0, 'II*\0', 'image', 'image/tiff'],
    [0, 'MM\0*', 'image', 'image/tiff'],
    [0, '\0\0\x01\0', 'image', 'image/vnd.microsoft.icon'],
    [0, '8BPS', 'image', 'image/vnd.adobe.photoshop'],
    [0, 'icns', 'image', 'image/icns'],
    [8, 'WEBPVP', 'image', 'image/webp'],
    [4, 'ftypavif', 'image', 'image/avif'],
    [4, 'ftypheic', 'image', 'image/heic'],
    [0, '%PDF-', 'document', 'application/pdf'],
    [0, '{\\rtf', 'document', 'application/rtf'],
    [0, '%!PS', 'document', 'application/postscript'],
    [0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'document', 'application/x-ole-storage'],
    [0, '\x7fELF', 'binary', 'application/x-elf'],
    [0, '\xcf\xfa\xed\xfe', 'binary', 'application/x-mach-binary'],
    [0, '\xce\xfa\xed\xfe', 'binary', 'application/x-mach-binary'],
    [0, '\0asm', 'binary', 'application/wasm'],
    [0, 'SQLite format 3\0', 'binary', 'application/vnd.sqlite3'],
    [0, 'wOFF', 'binary', 'font/woff'],
    [0, 'wOF2', 'binary', 'font/woff2'],
    [0, 'OTTO', 'binary', 'font/otf'],
    [0, '\0\x01\0\0\0', 'binary', 'font/ttf'],
    [0, 'ID3', 'binary', 'audio/mpeg'],
    [0, 'OggS', 'binary', 'application/ogg'],
    [0, 'fLaC', 'binary', 'audio/flac'],
    [8, 'WAVEfmt', 'binary', 'audio/wav'],
    [8, 'AVI LIST', 'binary', 'video/x-msvideo'],
    [4, 'ftyp', 'binary', 'video/mp4'],
    [0, '\x1a\x45\xdf\xa3', 'binary', 'video/webm'],
    [0, 'BC\xc0\xde', 'binary', 'application/x-llvm-bitcode'],
    [0, '\xde\x12\x04\x95', 'binary', 'application/x-gettext-translation'],
    [0, '\x95\x04\x12\xde', 'binary', 'application/x-gettext-translation'],
  ] as const
).map(([at, mark, kind, mediaType]) => ({ at, mark: Buffer.from(mark, 'latin1'), kind, mediaType }));

/** Signatures that begin at byte 0, by that byte; the others are few and tried in order. */
const BY_FIRST_BYTE = Map.groupBy(
  SIGNATURES.filter((signature) => signature.at === 0),
  (signature) => signature.mark[0]!,
);
const FURTHER_IN = SIGNATURES.filter((signature) => signature.at > 0);

/** Media types of zip files that are documents, by a name or text found near their start. */
const ZIP_DOCUMENTS: readonly (readonly [string, string])[] = [
  ['mimetypeapplication/vnd.oasis.opendocument', 'application/vnd.oasis.opendocument'],
  ['mimetypeapplication/epub+zip', 'application/epub+zip'],
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
];

/**
 * Bytes that never occur in text: controls other than white space, backspace, escape and the old end-of-file mark
 * (0x1a).
 */
const IS_CONTROL = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 26 && byte !== 27 ? 1 : 0,
);

const IS_HIGH = Uint8Array.from({ length: 256 }, (_, byte) => byte >> 7);
/** Valid UTF-8 without NUL is nearly always text, so only this much of it is checked for controls. */
const CONTROL_SAMPLE_BYTES = 1024;

/** Determines the kind of a file by its beginning. `head` may be longer than needed; an empty one is the kind `empty`. */
export function sniff(head: Uint8Array): Sniffed {
  if (head.length === 0) return { kind: 'empty', mediaType: 'application/x-empty', isText: false, encoding: 'utf-8' };
  const window = head.length > HEAD_BYTES ? head.subarray(0, HEAD_BYTES) : head;
  const known = bySignature(window);
  // RTF and PostScript are written as text, even where a stray NUL ends them.
  if (known) {
    const isText = known.mediaType === 'application/rtf' || known.mediaType === 'application/postscript';
    return { kind: known.kind, mediaType: known.mediaType, isText, encoding: 'latin1' };
  }
  const encoding = encodingOf(window);
  if (!looksLikeText(window, encoding)) {
    return { kind: 'binary', mediaType: 'application/octet-stream', isText: false, encoding: 'latin1' };
  }
  return { kind: 'text', mediaType: textType(window), isText: true, encoding };
}

function bySignature(head: Uint8Array): { kind: FileKind; mediaType: string } | undefined {
  const first = head[0]!;
  if (first === 0x50 && holds(head, 0, 'PK')) {
    if (holds(head, 2, '\x03\x04')) return zipType(head);
    if (holds(head, 2, '\x05\x06') || holds(head, 2, '\x07\x08'))
      return { kind: 'archive', mediaType: 'application/zip' };
  }
  if (first === 0xca && holds(head, 0, '\xca\xfe\xba\xbe')) {
    // At this place a Java class has its version (45 and above), and a fat Mach-O the small number of its parts.
    const isClass = head.length > 7 && head[7]! >= 43;
    return { kind: 'binary', mediaType: isClass ? 'application/java-vm' : 'application/x-mach-binary' };
  }
  if (first === 0x4d && holds(head, 0, 'MZ') && head.includes(0)) {
    return { kind: 'binary', mediaType: 'application/vnd.microsoft.portable-executable' };
  }
  if (first === 0x42 && holds(head, 0, 'BM') && head[6] === 0 && head[7] === 0 && head[8] === 0 && head[9] === 0) {
    return { kind: 'image', mediaType: 'image/bmp' };
  }
  const atStart = BY_FIRST_BYTE.get(first)?.find((signature) => begins(head, signature));
  return atStart ?? FURTHER_IN.find((signature) => begins(head, signature));
}

function begins(head: Uint8Array, { at, mark }: Signature): boolean {
  for (let index = 0; index < mark.length; index++) if (head[at + index] !== mark[index]) return false;
  return true;
}

function holds(head: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) if (head[at + index] !== text.charCodeAt(index)) return false;
  return true;
}

function zipType(head: Uint8Array): { kind: FileKind; mediaType: string } {
  const view = Buffer.from(head.buffer, head.byteOffset, head.length);
  for (const [name, mediaType] of ZIP_DOCUMENTS.slice(0, 2)) {
    if (view.indexOf(name, 30, 'latin1') === 30) return { kind: 'document', mediaType };
  }
  if (view.includes('[Content_Types].xml', 30, 'latin1') || view.includes('_rels/.rels', 30, 'latin1')) {
    for (const [name, mediaType] of ZIP_DOCUMENTS.slice(2)) {
      if (view.includes(name, 30, 'latin1')) return { kind: 'document', mediaType };
    }
  }
  const isJar = view.includes('META-INF/', 30, 'latin1') && view.indexOf('META-INF/', 30, 'latin1') < 256;
  return { kind: 'archive', mediaType: isJar ? 'application/java-archive' : 'application/zip' };
}

/**
 * Whether a beginning that is called UTF-16 is text. FF FE 00 00 marks UTF-32, which is so rare that we do not read it; half a unit
 * is no text either.
 */
export function isUtf16Text(head: Uint8Array): boolean {
  return head.length % 2 === 0 && !(head.length > 3 && head[2] === 0 && head[3] === 0);
}

function looksLikeText(head: Uint8Array, encoding: Encoding): boolean {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return isUtf16Text(head);
  if (head.includes(0)) return false;
  // A few controls occur in real text (form separators, terminal dumps); compressed data holds a tenth of them.
  if (encoding === 'utf-8' && isUtf8(head)) {
    const sample = head.subarray(0, CONTROL_SAMPLE_BYTES);
    return count(sample, IS_CONTROL) * 10 <= sample.length;
  }
  const controls = count(head, IS_CONTROL);
  return controls * 50 <= head.length && (controls === 0 || count(head, IS_HIGH) * 10 <= head.length * 7);
}

function count(bytes: Uint8Array, isCounted: Uint8Array): number {
  let found = 0;
  for (let index = 0; index < bytes.length; index++) found += isCounted[bytes[index]!]!;
  return found;
}

/** Media type of a text, by its first characters. */
function textType(head: Uint8Array): string {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 512))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  const first = start.charCodeAt(0);
  if (first === 0x3c) {
    if (/^<svg\b/i.test(start) || (/^<(\?xml|!--|!doctype svg)/i.test(start) && /<svg\b/i.test(start)))
      return 'image/svg+xml';
    if (/^<(!doctype html|html\b|head\b|body\b)/i.test(start)) return 'text/html';
    if (start.startsWith('<?xml')) return /<html\b|xhtml1/i.test(start) ? 'application/xhtml+xml' : 'application/xml';
    if (start.startsWith('<?php')) return 'text/x-php';
  }
  if (start.startsWith('#!')) return 'text/x-script';
  return 'text/plain';
}
