// The text of office files and books that are zip files of XML: OOXML (ECMA-376), OpenDocument (ISO 26300), EPUB. Paragraphs become lines;
// all other layout is dropped.
import { text } from 'node:stream/consumers';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { own } from '../items.ts';
import type { DocumentText } from './document-text.ts';

/**
 * The parts that contain text: main text, notes, headers; slides; the strings of all sheets; OpenDocument; chapters.
 */
const PARTS =
  /^(?:word\/(?:document|footnotes|endnotes|comments|header\d*|footer\d*)\.xml|ppt\/(?:slides|notesSlides)\/[^/]+\.xml|xl\/(?:sharedStrings\.xml|comments\d*\.xml)|content\.xml|docProps\/(?:core|app)\.xml|meta\.xml|.*\.x?html?)$/i;
const MOST_PART_BYTES = 64 * 1024 * 1024;
const MOST_PARTS = 5000;

export async function officeText(bytes: Uint8Array): Promise<DocumentText> {
  let zip: ZipFile | undefined;
  try {
    zip = await open(bytes);
    const entries = await partsOf(zip);
    const texts: string[] = [];
    let left = MOST_PART_BYTES;
    for (const entry of entries) {
      if (entry.isEncrypted()) return { reason: 'it is encrypted' };
      left -= entry.uncompressedSize;
      if (left < 0) return { reason: `its parts are larger than ${MOST_PART_BYTES / 1024 / 1024} MB unpacked` };
      texts.push(plainText(await text(await streamOf(zip, entry))));
    }
    const note = entries.length === MOST_PARTS ? `the first ${MOST_PARTS} parts were analysed` : undefined;
    return { text: texts.join('\n\n'), ...(note ? { note } : {}) };
  } catch (error) {
    return { reason: `it is damaged (${(error as Error).message})` };
  } finally {
    zip?.close();
  }
}

function open(bytes: Uint8Array): Promise<ZipFile> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new Promise((resolve, reject) => {
    fromBuffer(buffer, { lazyEntries: true, autoClose: false }, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
}

/** In the order of their names, so that slides and chapters are in sequence. */
function partsOf(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const parts: Entry[] = [];
    const finish = () => resolve(parts.sort((a, b) => a.fileName.localeCompare(b.fileName, 'en', { numeric: true })));
    zip.on('error', reject);
    zip.on('end', finish);
    zip.on('entry', (entry: Entry) => {
      if (PARTS.test(entry.fileName)) parts.push(entry);
      if (parts.length === MOST_PARTS) finish();
      else zip.readEntry();
    });
    zip.readEntry();
  });
}

function streamOf(zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
}

/** Ends of visible lines: paragraphs, cells, headings, breaks. */
const LINE_ENDS =
  /<\/(?:[\w-]+:)?(?:p|h\d?|si|li|tr|td|div|title|creator|rights|description)>|<(?:[\w-]+:)?(?:br|line-break|cr)\s*\/?>/gi;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', copy: '©' };

/** The words of an XML part, in linear time for any bytes. */
export function plainText(xml: string): string {
  return xml
    .replace(LINE_ENDS, '\n')
    .replace(/<(?:[\w-]+:)?(?:tab|s)\b[^<>]*>/g, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (written, decimal, hex, name) => {
      if (name !== undefined) return own(ENTITIES, name) ?? written;
      const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n');
}
