// Reads the database of installed packages of rpm in all three formats: Berkeley DB (`Packages`), NDB (`Packages.db`),
// SQLite (`rpmdb.sqlite`).
// Format: https://rpm-software-management.github.io/rpm/manual/
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { sqliteRows } from '../../shared/formats/sqlite-rows.ts';
import { type Installed, installedFindings } from '../../shared/installed.ts';
import { readSafely } from '../../shared/problems.ts';
import { type RpmHeader, readRpmHeader, rpmInstalled } from '../rpm-header.ts';
import { berkeleyHeaders, isBerkeley } from './berkeley.ts';
import { isNdb, ndbHeaders } from './ndb.ts';

export const reader: ManifestReader = {
  read: (given) =>
    readSafely('The database of rpm', (problems): PackageFinding[] => {
      const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
      const headers: RpmHeader[] = [];
      try {
        for (const blob of blobsOf(bytes)) headers.push(readRpmHeader(blob));
      } catch (error) {
        // The packages that were read before the error remain.
        problems.add(`The database of rpm is damaged: ${error instanceof Error ? error.message : String(error)}.`);
      }
      const needed = new Set(headers.flatMap((header) => header.texts('requires').filter((name) => name[0] === '/')));
      const installed = headers.flatMap((header): Installed[] => {
        const found = rpmInstalled(header, needed);
        return found === undefined ? [] : [found];
      });
      return installedFindings('rpm', installed, problems);
    }),
};

function* blobsOf(bytes: Buffer): Generator<Uint8Array> {
  if (bytes.length === 0) return;
  if (isBerkeley(bytes)) yield* berkeleyHeaders(bytes);
  else if (isNdb(bytes)) yield* ndbHeaders(bytes);
  else if (bytes.toString('latin1', 0, 6) === 'SQLite') {
    for (const row of sqliteRows(bytes, 'Packages')) {
      const blob = row[1];
      if (blob instanceof Uint8Array) yield blob;
    }
  } else throw new Error('it should be a database of Berkeley DB, NDB or SQLite');
}
