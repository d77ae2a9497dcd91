// What people send may be large, and a parser stops its thread until it is done. So every place of the server that parses JSON or YAML is listed here,
// with what keeps it short: the thread that it runs in, or the size that it takes at most.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const PARSES =
  /\b(JSON\.parse|parseDocument|parseAllDocuments|parseYaml|readVex|readForeign|readAdvisories|readCurations|readCurationFiles)\(/;

/** Files of the server that parse, each with the reason why no request waits for it. */
const SHORT: Readonly<Record<string, string>> = {
  'server/src/advisories/csaf-provider.ts': 'lists of a provider, limited by LIST_BYTES',
  'server/src/advisories/euvd-pages.ts': 'one page of a feed, limited in size',
  'server/src/advisories/import-batch.ts': 'one record at a time, with giveWay() between them',
  'server/src/alm/jira.ts': 'answers of a tracker, limited by outgoing/',
  'server/src/audit/heads.ts': 'one line of a seal',
  'server/src/backup/manifest.ts': 'a command of its own',
  'server/src/curations/read-files.ts': 'in the thread of project-data/reading',
  'server/src/curations/read.ts': 'in the thread of project-data/reading',
  'server/src/library/bundles.ts': 'one line of a bundle at a time',
  'server/src/http/json-text.ts':
    'bodies and texts of forms up to 128 KiB; larger ones in the thread of http/large-json',
  'server/src/http/json.worker.ts': 'a thread',
  'server/src/http/openapi.ts': 'the description of the own interface, at the start',
  'server/src/installation/data-folder.ts': 'the lock of the data folder',
  'server/src/releases/frozen.ts': 'one row that the server wrote',
  'server/src/report-runs/lists.ts': 'one row that the server wrote',
  'server/src/report-runs/sbom-export-document.ts': 'in a thread, or up to 128 KiB',
  'server/src/scans/analysis/archives.ts': 'facts that the analyser wrote',
  'server/src/mail/compose.ts': 'secrets of one mail',
  'server/src/project-data/sbom/filling.ts': 'in the thread of project-data/reading, one line at a time',
  'server/src/project-data/foreign/read.ts': 'in the thread of project-data/reading',
  'server/src/project-data/reading/readings.ts': 'in the thread, or up to 128 KiB',
  'server/src/registries/server.ts': 'answers of a registry, limited by outgoing/',
  'server/src/report-scripts/former-runs.ts': 'a note that the server wrote',
  'server/src/report-scripts/install.ts': 'a definition, limited by MOST_DEFINITION_BYTES',
  'server/src/report-scripts/places.ts': 'settings of a folder',
  'server/src/report-scripts/template.thread.ts': 'a thread',
  'server/src/scm/git/lfs-ssh.ts': 'one answer of a server, limited by MOST_ANSWER_BYTES',
  'server/src/scm/image/layer-memory.ts': 'the path of one entry, which the server wrote',
  'server/src/scm/tfs/client.ts': 'one list of a server, limited by MOST_LIST_BYTES',
  'server/src/store/places/folder/leases.ts': 'a lease that a store wrote',
};

const files = readdirSync(join(ROOT, 'server/src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `server/src/${file.replaceAll('\\', '/')}`);

test('each file of the server that parses documents is listed with the reason why no request waits for it', () => {
  const parsing = files
    .filter((file) => !file.endsWith('.test.ts') && PARSES.test(readFileSync(join(ROOT, file), 'utf8')))
    .toSorted();
  expect(parsing).toEqual(Object.keys(SHORT).toSorted());
});

test('operations parse nothing themselves', () => {
  const operations = Object.keys(SHORT).filter((file) => file.startsWith('server/src/features/'));
  expect(operations).toEqual([]);
});
