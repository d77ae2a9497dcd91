// @vitest-environment happy-dom
// The screen that compares: the sides of the address, counts on top, what nobody compared, and what cannot be compared.
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal, type Stage, startStage } from '../testing/stage.tsx';
import { ComparePanel } from './compare-tab.tsx';
import { readCompareSearch } from './search.ts';

let stage: Stage;
afterEach(() => stage.close());

const side = (more: object) => ({
  ...{ kind: 'project', id: 3, projectId: 3, title: 'Shop', components: 3, notCompared: 0 },
  ...{
    statesVulnerabilities: true,
    statesDecisions: true,
    statesFiles: false,
    byNameAlone: 0,
    ...{ statesDependencies: true, statesServices: false },
    ...more,
  },
});
const row = (kind: string, more: object) => ({
  ...{ kind, component: 'pkg:npm/a', before: [], after: [], vulnerability: '', why: '', ...more },
});
const counts = {
  ...{ ADDED: 0, REMOVED: 0, UPGRADED: 1, DOWNGRADED: 0, OTHER_VERSIONS: 0, LICENSE: 0, DECLARED_LICENSE: 0 },
  ...{ VULNERABILITY_NEW: 0, VULNERABILITY_GONE: 0, VULNERABILITY_NOT_COMPARED: 1, ANALYSIS: 0, DECISION: 0 },
  ...{
    DECISION_CARRIED: 0,
    DECISION_NEW: 0,
    DECISION_LAPSED: 0,
    DECISION_WITHDRAWN: 0,
    OBLIGATIONS: 0,
    HOLDERS: 0,
    ...{ DEPENDENCY_ADDED: 0, DEPENDENCY_REMOVED: 0, SERVICE_ADDED: 0, SERVICE_REMOVED: 0, SERVICE_CHANGED: 0 },
    FILE_ADDED: 0,
    FILE_REMOVED: 0,
    FILE_CHANGED: 0,
  },
};
const LISTS = {
  'GET /projects/3/sboms': {
    body: {
      data: [{ id: 9, subject: 'shop', subjectVersion: '1', fileName: 'bom.json', importedOn: '2026-01-01 00:00:00' }],
    },
    total: 1,
  },
  'GET /projects/3/releases': {
    body: {
      data: [
        { id: 5, name: '1.0', state: 'READY' },
        { id: 6, name: '1.1', state: 'FAILED' },
      ],
    },
    total: 2,
  },
  'GET /jobs': { body: { data: [] }, total: 0 },
};
const answer = (rows: object[], more: object = {}) => ({
  body: { data: rows, before: side({}), after: side({ id: 4, title: 'Shop 2', notCompared: 2 }), counts, ...more },
  total: rows.length,
});
const panel = (search: object, go = vi.fn()) => {
  stage.show(<ComparePanel projectId={3} search={readCompareSearch({ ...search })} go={go} />);
  return go;
};

it('asks what to compare with, and asks the server for nothing', async () => {
  stage = await startStage(LISTS);
  panel({});
  await screen.findByText('Choose what to compare with');
  expect(stage.calls.filter(({ what }) => what.includes('/difference'))).toEqual([]);
});

it('offers releases that are made, and says where files are not compared', async () => {
  const rows = [row('DECISION', { before: ['Draft'], after: ['Approved'], why: 'Approved by ann.' })];
  const before = side({ kind: 'release', id: 5, title: 'Shop 1.0', statesFiles: true });
  const one = { ...counts, UPGRADED: 0, VULNERABILITY_NOT_COMPARED: 0, DECISION: 1 };
  stage = await startStage({ ...LISTS, 'GET /projects/3/difference': answer(rows, { before, counts: one }) });
  panel({ of: 'release:5', with: 'sbom:9' });
  await screen.findByText(/Files are not compared/);
  await stage.user.click(screen.getByRole('combobox', { name: 'Before' }));
  await screen.findByRole('option', { name: 'Release 1.0' });
  expect(screen.queryByRole('option', { name: 'Release 1.1' })).toBeNull();
});

it('shows counts and rows, and says what nobody compared', async () => {
  const rows = [
    row('UPGRADED', { before: ['1.0.0'], after: ['2.0.0'] }),
    row('VULNERABILITY_NOT_COMPARED', { vulnerability: 'CVE-1', before: ['in_triage'], why: 'after' }),
  ];
  stage = await startStage({ ...LISTS, 'GET /projects/3/difference': answer(rows) });
  panel({ with: 'project:4' });
  await screen.findByRole('link', { name: 'Upgraded 1' });
  screen.getByRole('link', { name: 'All 2', current: 'page' });
  screen.getByText(/Shop 2: 2 of 3 components not compared with advisories/);
  const [asked] = stage.calls.filter(({ what }) => what.includes('/difference'));
  expect(asked?.what).toMatch(/with=project(:|%3A)4/);
});

it('shows that there is no difference, and the sentence of a refusal', async () => {
  stage = await startStage({ ...LISTS, 'GET /projects/3/difference': answer([]) });
  panel({ with: 'sbom:9' });
  await screen.findByText('No difference');
  await stage.close();
  stage = await startStage({ ...LISTS, 'GET /projects/3/difference': refusal('A full rescan has changed it.') });
  panel({ with: 'scan:5' });
  await screen.findByText('A full rescan has changed it.');
});

it('swaps the sides in the address', async () => {
  stage = await startStage({ ...LISTS, 'GET /projects/3/difference': answer([]) });
  const go = panel({ with: 'project:4', kind: 'ADDED' });
  await stage.user.click(await screen.findByRole('button', { name: 'Swap' }));
  expect(go).toHaveBeenCalledWith({ of: 'project:4', with: 'inventory', kind: undefined, published: undefined });
});

it('leaves out of the address what is no side', () => {
  expect(readCompareSearch({ of: 'version:1', with: 'project:x', kind: 'NONE', published: 'yes' })).toEqual({});
});
