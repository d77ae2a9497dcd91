// @vitest-environment happy-dom
// Exports have all rows of the list, neutralise formulas, and say what they lack.
import { inflateRawSync } from 'node:zlib';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { api, pageOf } from '../../api/client.ts';
import { type Stage, startStage } from '../../testing/stage.tsx';
import { PAGE_ROWS, usePagedRows } from '../paged-rows.ts';
import { ExportMenu } from './export-menu.tsx';
import { csvOf, sheetOf } from './rows.ts';
import { xlsxOf } from './xlsx.ts';

describe('sheetOf and csvOf', () => {
  it('a column for each member; lists, members of members, nothing, numbers, yes and no', () => {
    const rows = [
      { id: 1, inventoryName: 'a "b", c', tags: ['x', 'y'], entityVersion: 'v' },
      { id: 2, isOpen: true, owner: { login: 'ada' }, gone: null },
    ];
    expect(csvOf(sheetOf(rows, 2))).toBe(
      '\ufeffId,Inventory name,Tags,Is open,Owner login,Gone\r\n1,"a ""b"", c",x; y,,,\r\n2,,,yes,ada,\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j is no formula', (text) => {
    expect(csvOf(sheetOf([{ a: text }], 1))).toContain(`'${text}`);
  });

  it('a negative number stays a number', () => {
    expect(csvOf(sheetOf([{ a: -3 }], 1))).toBe('\ufeffA\r\n-3\r\n');
  });

  it('says which rows and texts are missing', () => {
    const { note, rows } = sheetOf([{ a: 'x'.repeat(40_000) }], 7);
    expect(note).toBe(
      'This file has the first 1 of 7 rows. Texts of more than 32000 characters are cut off; they end with …',
    );
    expect(String(rows[0]![0])).toHaveLength(32_001);
    expect(
      csvOf(sheetOf([{ a: 1 }], 7))
        .trimEnd()
        .split('\r\n')
        .at(-1),
    ).toContain('first 1 of 7 rows');
  });
});

/** The entries of a zip, by its directory. */
function unzip(bytes: Uint8Array): Record<string, string> {
  const view = Buffer.from(bytes);
  const end = view.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const found: Record<string, string> = {};
  let at = view.readUInt32LE(end + 16);
  for (let count = view.readUInt16LE(end + 10); count > 0; count--) {
    const [method, size, nameLength, offset] = [view.readUInt16LE(at + 10), view.readUInt32LE(at + 20), view.readUInt16LE(at + 28), view.readUInt32LE(at + 42)]; // biome-ignore format: one record
    const name = view.toString('utf8', at + 46, at + 46 + nameLength);
    const from = offset + 30 + view.readUInt16LE(offset + 26) + view.readUInt16LE(offset + 28);
    const data = view.subarray(from, from + size);
    found[name] = (method === 0 ? data : inflateRawSync(data)).toString('utf8');
    at += 46 + nameLength;
  }
  return found;
}

it('a workbook holds texts as texts, also those that XML cannot have', () => {
  const parts = unzip(xlsxOf(sheetOf([{ a: '=1+1 <b> & \u0001 🦊\ud800', n: 5 }], 1)));
  expect(Object.keys(parts)).toContain('[Content_Types].xml');
  const sheet = parts['xl/worksheets/sheet1.xml']!;
  expect(sheet).toContain(
    '<c t="inlineStr"><is><t xml:space="preserve">=1+1 &lt;b&gt; &amp; \ufffd 🦊\ufffd</t></is></c><c><v>5</v></c>',
  );
  expect(sheet).not.toContain('<f>');
});

let stage: Stage;
afterEach(() => stage?.close());

function List() {
  const rows = usePagedRows(['tasks'], (page) =>
    pageOf(api.GET('/advisories', { params: { query: { offset: page, limit: PAGE_ROWS } } })),
  );
  return <ExportMenu rows={rows} name="rows" />;
}

it('exports the pages that the table has not loaded, too', async () => {
  const page = (what: string) => Number(new URLSearchParams(what.split('?')[1]).get('offset'));
  stage = await startStage({
    'GET /advisories': ({ what }) => {
      const from = (page(what) - 1) * PAGE_ROWS;
      const count = Math.min(PAGE_ROWS, 230 - from);
      return { body: { data: Array.from({ length: count }, (_, at) => ({ id: from + at + 1 })) }, total: 230 };
    },
  });
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made.push(blob as Blob);
    return 'blob:x';
  });
  stage.show(<List />);
  const button = await screen.findByRole('button', { name: 'Export' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await stage.user.click(button);
  await stage.user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  await waitFor(() => expect(made).toHaveLength(1));
  const lines = (await made[0]!.text()).trimEnd().split('\r\n');
  expect([lines.length, lines.at(-1)]).toEqual([231, '230']);
});
