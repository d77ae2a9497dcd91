import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { sqliteRows } from './sqlite-rows.ts';

/** A database that SQLite itself wrote. */
function written(fill: (database: DatabaseSync) => void): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-'));
  try {
    const file = join(folder, 'x.sqlite');
    const database = new DatabaseSync(file);
    fill(database);
    database.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const sample = (pageSize: number, rows: number): Buffer =>
  written((database) => {
    database.exec(
      `PRAGMA page_size = ${pageSize}; BEGIN; CREATE TABLE other (a); CREATE TABLE t (k INTEGER PRIMARY KEY, b, c)`,
    );
    const insert = database.prepare('INSERT INTO t VALUES (?, ?, ?)');
    for (let i = 1; i <= rows; i++) insert.run(i, Buffer.alloc(i * 37, i), i % 3 === 0 ? `text ${i}` : i * 1000);
    database.exec('COMMIT');
  });

describe('sqliteRows', () => {
  it.each([512, 1024, 4096, 65_536])(
    'reads a database of SQLite with pages of %i bytes, also its long rows',
    (pageSize) => {
      const rows = [...sqliteRows(sample(pageSize, 300), 'T')];
      expect(rows).toHaveLength(300);
      rows.forEach(([, blob, c], i) => {
        expect(blob).toEqual(Buffer.alloc((i + 1) * 37, i + 1));
        expect(c).toBe((i + 1) % 3 === 0 ? `text ${i + 1}` : (i + 1) * 1000);
      });
    },
  );

  it('reads values of all kinds', () => {
    const bytes = written((database) =>
      database.exec("CREATE TABLE v (a, b, c, d, e, f); INSERT INTO v VALUES (NULL, 0, 1, -5, 1.5, 'é')"),
    );
    expect([...sqliteRows(bytes, 'v')]).toEqual([[null, 0, 1, -5, 1.5, 'é']]);
  });

  it('names a missing table', () => {
    expect(() => [...sqliteRows(sample(512, 1), 'none')]).toThrow('a table named "none"');
    expect(() => [...sqliteRows(Buffer.from('x'), 't')]).toThrow('should begin with');
  });

  it('stops at truncated or changed bytes, always with a reason', () => {
    const bytes = sample(512, 60);
    let state = 7;
    for (let run = 0; run < 2000; run++) {
      const changed = Buffer.from(bytes);
      for (let change = 0; change < 6; change++) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        changed[state % changed.length] = state >>> 24;
      }
      const cut = run % 2 === 0 ? changed : changed.subarray(0, state % changed.length);
      try {
        expect([...sqliteRows(cut, 't')].length).toBeLessThan(10_000);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }
  });
});
