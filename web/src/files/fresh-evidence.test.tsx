// @vitest-environment happy-dom
// The page shows the evidence that the server has now, whichever job has updated it.
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileQuery } from '../codebase/queries.ts';
import { useCodebaseTree } from '../codebase/tree-state.ts';
import { licenseRulesQuery } from '../library/license-rules/queries.ts';
import { projectQuery } from '../project/queries.ts';
import { type Answer, type Call, type Stage, startStage } from '../testing/stage.tsx';
import { EvidenceNotice } from './evidence-notice.tsx';
import { useFreshEvidence } from './fresh-evidence.ts';

let stage: Stage;
let queries: QueryClient;
/** The state of the server. */
let now: { version: string; rules: string; scan: number; license: string };
beforeEach(() => {
  now = { version: '1', rules: '1', scan: 5, license: 'MIT' };
});
afterEach(() => stage.close());

const entryOf = (kind: 'file' | 'folder', path: string) => ({
  kind,
  id: path.length,
  name: path.slice(path.lastIndexOf('/') + 1),
  path,
  spdx: [now.license],
});

/** Folders a and b, with two files each. */
function pageOf({ what }: Call): Answer {
  const folder = new URL(what.slice(4), 'http://x').searchParams.get('folderPath')!;
  const entries =
    folder === ''
      ? [entryOf('folder', 'a'), entryOf('folder', 'b')]
      : [entryOf('file', `${folder}/1.c`), entryOf('file', `${folder}/2.c`)];
  return { body: { data: { entries, next: null, offset: 0, entryCount: 2 } } };
}

function Shown() {
  queries = useQueryClient();
  const tree = useCodebaseTree(3);
  useFreshEvidence(3, tree.renew);
  const file = useQuery(fileQuery(9));
  const { reveal } = tree;
  useEffect(() => {
    void reveal('a/2.c');
  }, [reveal]);
  return (
    <>
      <EvidenceNotice projectId={3} />
      <output>{file.data?.spdx.join()}</output>
      <button type="button" onClick={() => tree.toggle('b')}>
        b
      </button>
      <ul>
        {tree.rows.map((row) => (
          <li key={row.key}>{row.kind === 'entry' ? `${row.entry.path} ${row.entry.spdx.join()}` : row.key}</li>
        ))}
      </ul>
    </>
  );
}

const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const treeOf = (license: string, ...b: string[]) => [`a ${license}`, `a/1.c ${license}`, `a/2.c ${license}`, `b ${license}`, ...b]; // biome-ignore format: one row
const asked = () => stage.calls.filter(({ what }) => what.includes('/codebase')).length;

async function show() {
  stage = await startStage({
    'GET /licenseRules': () => ({ body: { data: { analyzerVersion: now.rules, importJob: null, refreshJob: null } } }),
    'GET /projects/3': () => ({ body: { data: { evidenceVersion: now.version, lastScanTaskId: now.scan } } }),
    'GET /projects/3/codebase': pageOf,
    'GET /files/9': () => ({ body: { data: { spdx: [now.license] } } }),
  });
  stage.show(<Shown />);
  await screen.findByText('a/2.c MIT');
  await screen.findByText('MIT', { selector: 'output' });
}

/** The page does this at intervals. */
const askFor = (queryKey: readonly unknown[]) => act(() => queries.refetchQueries({ queryKey }));

it('shows a refresh that began and ended while the page was not visible', async () => {
  await show();
  expect(rows()).toEqual(treeOf('MIT'));
  now = { ...now, version: '2', rules: '2', license: 'Zlib' };
  await askFor(licenseRulesQuery.queryKey);
  await screen.findByText('a/2.c Zlib');
  await screen.findByText('Zlib', { selector: 'output' });
  expect(rows()).toEqual(treeOf('Zlib'));
  expect(screen.queryByTestId('evidence-notice')).toBeNull();
});

it('says that evidence is outdated until the refresh has reached the project', async () => {
  await show();
  now = { ...now, rules: '2' };
  await askFor(licenseRulesQuery.queryKey);
  await screen.findByTestId('evidence-notice');
  now = { ...now, version: '2', license: 'Zlib' };
  await askFor(licenseRulesQuery.queryKey);
  await screen.findByText('a/2.c Zlib');
  expect(screen.queryByTestId('evidence-notice')).toBeNull();
});

it('shows new results of a scan, and loads closed folders again when they are opened', async () => {
  await show();
  await stage.user.click(screen.getByRole('button'));
  await screen.findByText('b/1.c MIT');
  await stage.user.click(screen.getByRole('button'));
  now = { ...now, scan: 6, license: 'Zlib' };
  const before = asked();
  await askFor(projectQuery(3).queryKey);
  await screen.findByText('a/2.c Zlib');
  expect(rows()).toEqual(treeOf('Zlib'));
  expect(asked() - before).toBe(2);
  await stage.user.click(screen.getByRole('button'));
  await screen.findByText('b/1.c Zlib');
});

it('requests nothing while nothing has changed', async () => {
  await show();
  const before = asked();
  await askFor(licenseRulesQuery.queryKey);
  await askFor(projectQuery(3).queryKey);
  expect(asked()).toBe(before);
});
