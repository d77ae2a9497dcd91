// A workbook with one sheet (Office Open XML, ECMA-376), in a zip whose entries are stored as they are. All texts are inline strings, which no
// spreadsheet computes.
import type { Sheet, Value } from './rows.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export function xlsxOf(sheet: Sheet): Uint8Array<ArrayBuffer> {
  return zipOf({
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Rows" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheetXml(sheet),
  });
}

function sheetXml({ header, rows, note }: Sheet): string {
  const lines: Value[][] = [header, ...rows, ...(note === '' ? [] : [[note]])];
  return `${XML}<worksheet xmlns="${MAIN}"><sheetData>${lines.map((line) => `<row>${line.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`;
}

function cell(value: Value): string {
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

/** Characters that XML cannot have are replaced. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** PKWARE APPNOTE 6.3, without compression. */
function zipOf(files: Record<string, string>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const [parts, central]: [Uint8Array[], Uint8Array[]] = [[], []];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, bytes] = [encoder.encode(name), encoder.encode(text)];
    // Version 2.0, names in UTF-8, stored, 1980-01-01; check sum and sizes; length of the name; nothing more.
    const about = [20, 0x800, 0, 0, 0x21];
    const sizes = [crc32(bytes), bytes.length, bytes.length];
    const local = record(0x04034b50, about, sizes, [path.length, 0]);
    parts.push(local, path, bytes);
    central.push(record(0x02014b50, [20, ...about], sizes, [path.length, 0, 0, 0, 0], [0, offset]), path);
    offset += local.length + path.length + bytes.length;
  }
  const length = central.reduce((sum, part) => sum + part.length, 0);
  const count = Object.keys(files).length;
  return joined([...parts, ...central, record(0x06054b50, [0, 0, count, count], [length, offset], [0])]);
}

/** A signature, then numbers of two and of four bytes in turns. */
function record(signature: number, ...groups: number[][]): Uint8Array {
  const width = (at: number) => (at % 2 === 0 ? 2 : 4);
  const length = groups.reduce((sum, group, at) => sum + group.length * width(at), 4);
  const view = new DataView(new ArrayBuffer(length));
  view.setUint32(0, signature, true);
  let at = 4;
  for (const [index, group] of groups.entries())
    for (const number of group) {
      if (width(index) === 2) view.setUint16(at, number, true);
      else view.setUint32(at, number, true);
      at += width(index);
    }
  return new Uint8Array(view.buffer);
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
