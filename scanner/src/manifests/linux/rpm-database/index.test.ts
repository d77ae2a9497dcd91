import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { checkBytes } from '../../../../test/manifests/manifest-check.ts';
import { readManifest } from '../../index.ts';
import { berkeleyDatabase, ndbDatabase, type RpmTags, rpmHeader, SAMPLE_TAGS } from '../rpm-builders.ts';

const GLIBC: RpmTags = {
  1000: 'glibc',
  1001: '2.34',
  1002: '1.el9',
  1022: 'x86_64',
  1044: 'g.src.rpm',
  1049: ['/bin/sh'],
};
const KEY: RpmTags = { 1000: 'gpg-pubkey', 1001: '1', 1002: '2' };
const HEADERS = [SAMPLE_TAGS, GLIBC, KEY].map((tags) => rpmHeader(tags));

function sqliteDatabase(headers: readonly Buffer[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'rpm-'));
  try {
    const file = join(folder, 'rpmdb.sqlite');
    const database = new DatabaseSync(file);
    database.exec('BEGIN; CREATE TABLE Packages (hnum INTEGER PRIMARY KEY, blob BLOB NOT NULL)');
    for (const header of headers) database.prepare('INSERT INTO Packages (blob) VALUES (?)').run(header);
    database.exec('COMMIT');
    database.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const LINES = [
  'locks pkg:rpm/bash@5.1-2.el9?arch=x86_64&epoch=1&upstream=bash-5.1-2.el9.src.rpm "GPL-3.0-or-later"',
  '  -> pkg:rpm/glibc@2.34-1.el9?arch=x86_64&upstream=g.src.rpm >= 2.34',
  'locks pkg:rpm/glibc@2.34-1.el9?arch=x86_64&upstream=g.src.rpm',
  '  -> pkg:rpm/bash@5.1-2.el9?arch=x86_64&epoch=1&upstream=bash-5.1-2.el9.src.rpm',
];

describe('rpm-database', () => {
  const cases: [string, Buffer][] = [
    ['Berkeley DB', berkeleyDatabase(HEADERS)],
    ['Berkeley DB with large pages', berkeleyDatabase(HEADERS, 8192)],
    ['NDB', ndbDatabase(HEADERS)],
    ['SQLite', sqliteDatabase(HEADERS)],
  ];
  it.each(cases)('%s', (_, bytes) => checkBytes('rpm-database', bytes, LINES));

  it('nothing', () => checkBytes('rpm-database', Buffer.alloc(0), []));
  it('another file', () =>
    checkBytes('rpm-database', Buffer.from('x'.repeat(100)), [], ['Berkeley DB, NDB or SQLite']));
  it('a wrong size', () => {
    const bytes = ndbDatabase(HEADERS);
    bytes.writeUInt32LE(0x7fffffff, 4096 + 12);
    checkBytes('rpm-database', bytes, [], ['more than the file']);
  });

  it.each(cases)('%s, changed or cut anywhere', (_, bytes) => {
    let state = 1;
    for (let run = 0; run < 1000; run++) {
      const changed = Buffer.from(bytes);
      for (let change = 0; change < 5; change++) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        changed[state % changed.length] = state >>> 24;
      }
      const cut = run % 2 === 0 ? changed : changed.subarray(0, state % changed.length);
      const { findings, issues } = readManifest('rpm-database', cut);
      expect(findings.length).toBeLessThan(10);
      expect(issues.length).toBeLessThanOrEqual(21);
    }
  });

  it('thousands of packages', () => {
    const many = Array.from({ length: 254 }, (_, i) => rpmHeader({ ...GLIBC, 1000: `p${i}`, 1049: [`p${i + 1}`] }));
    expect(readManifest('rpm-database', ndbDatabase(many)).findings).toHaveLength(254);
    const large = sqliteDatabase(Array.from({ length: 2000 }, (_, i) => rpmHeader({ ...GLIBC, 1000: `p${i}` })));
    expect(readManifest('rpm-database', large).findings).toHaveLength(2000);
  });
});
