// @vitest-environment happy-dom
// The releases of a project: what each is and was made of, its documents, and the dialog that makes one.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal, type Stage, startStage } from '../testing/stage.tsx';
import { NewRelease } from './release-forms.tsx';
import { ReleasesPanel } from './releases-tab.tsx';
import { readReleasesSearch } from './search.ts';

let stage: Stage;
afterEach(() => stage.close());

const release = (id: number, name: string, more: object = {}) => ({
  ...{ id, name, description: '', state: 'READY', why: '', taskId: 0, isSigned: false, createdBy: 'ann' },
  ...{ createdOn: '2026-11-29 12:00:00', frozenOn: '2026-11-29 12:00:05', scanId: 3, scannedOn: '', revisions: [] },
  ...{ codebaseSha256: 'abcdef0123456789', items: 3, files: 5, vulnerabilities: 0, notCompared: 0 },
  ...{ openVulnerabilities: null, openItems: null, licenses: null, withoutLicense: null },
  ...{ fixed: null, daysToFix: null, decided: null, daysToDecide: null },
  ...{ advisoriesAsOf: '', decisions: 2, ...more },
});
const revisions = [{ folder: 'git.0/shop', asked: 'tag v1', revision: 'c0ffee'.repeat(6) }];
const LIST = [
  release(9, '1.2', { state: 'FAILED', why: 'The disk is full.', frozenOn: '' }),
  release(8, '1.1', { revisions, isSigned: true }),
  release(7, '1.0', { notCompared: 3 }),
];
const RULE = {
  ...{ tagPattern: 'v*', isSigned: true, offerContact: '', entityVersion: 'one' },
  lastTime: { scanId: 5, settledOn: '2026-11-29 12:00:00', result: 'NONE', detail: 'The scanned code is at no tag.' },
};
const lists = (actions: string[] = []) => ({
  'GET /projects/3/permissions': { body: { data: actions } },
  'GET /projects/3/releases': { body: { data: LIST }, total: LIST.length },
  'GET /projects/3/releaseRule': { body: { data: RULE } },
  'GET /projects/3/releases/8': {
    body: {
      data: {
        ...{ ...release(8, '1.1'), dossierBytes: 2_000_000, sourceFiles: 4 },
        documents: [{ path: 'sbom/sbom.cdx.json', sizeBytes: 1000, sha256: 'aa' }],
      },
    },
  },
});

it('says what each was made of, why one failed, and never that what nobody compared has no vulnerability', async () => {
  stage = await startStage(lists());
  stage.show(<ReleasesPanel projectId={3} chosen={undefined} onChoose={vi.fn()} />);
  await screen.findByText('The disk is full.');
  screen.getByText(/tag v1 at/);
  screen.getByText('3 items not compared with advisories');
  screen.getByText('2 decisions, 0 vulnerabilities');
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(link('Download the dossier of 1.1')).toMatch(/\/projects\/3\/releases\/8\/dossier$/);
  expect(link('Compare with 1.0: 1.1')).toContain('of=release');
  screen.getByRole('link', { name: 'Compare with the present state: 1.0' });
  expect(screen.queryByRole('link', { name: 'Download the dossier of 1.2' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete 1.1' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'New release' })).toBeNull();
});

it('tells what became more or less from release to release, and what is not known', async () => {
  const known = { openItems: 4, licenses: 2, withoutLicense: 1 };
  const rows = [
    release(9, '1.2', { ...known, openVulnerabilities: 1, openItems: 0, fixed: 2, daysToFix: 3.5, decided: 0 }),
    release(8, '1.1', { ...known, openVulnerabilities: 3, notCompared: 2, fixed: 1, daysToFix: 5, decided: 0 }),
    release(7, '1.0'),
  ];
  stage = await startStage({ ...lists(), 'GET /projects/3/releases': { body: { data: rows }, total: 3 } });
  stage.show(<ReleasesPanel projectId={3} chosen={undefined} onChoose={vi.fn()} />);
  const table = await screen.findByRole('table', { name: 'From release to release' });
  const cells = [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) => cell.textContent),
  );
  expect(cells).toEqual([
    ['1.2', '1 (−2)', '0 (−4)', '2', '1', '0 (−2)', '2 (+1)', '3.5 (−1.5)', '0', 'not known'],
    ['1.1', '3', '4', '2', '1', '2 (+2)', '1', '5', '0', 'not known'],
    ['1.0', 'not known', 'not known', 'not known', 'not known', '0', ...Array(4).fill('not known')],
  ]);
  const chart = screen.getByRole('img', { name: /^Open vulnerabilities, from release 1\.0 to 1\.2/ });
  expect([...chart.querySelectorAll('title')].map(({ textContent }) => textContent)).toEqual([
    ...['1.0: not known', '1.0: Open vulnerabilities –', '1.1: Open vulnerabilities 3', '1.2: Open vulnerabilities 1'],
  ]);
});

it('deletes one after a confirmation', async () => {
  stage = await startStage({
    ...lists(['MAKE_RELEASE', 'DELETE_RELEASE']),
    'DELETE /projects/3/releases/8': { body: { message: '' } },
  });
  stage.show(<ReleasesPanel projectId={3} chosen={undefined} onChoose={vi.fn()} />);
  await screen.findByRole('button', { name: 'New release' });
  await stage.user.click(await screen.findByRole('button', { name: 'Delete 1.1' }));
  await stage.user.click(await screen.findByRole('button', { name: 'Delete release' }));
  await waitFor(() => expect(stage.changes().map(({ what }) => what)).toEqual(['DELETE /projects/3/releases/8']));
});

it('shows documents of the chosen one', async () => {
  stage = await startStage(lists());
  stage.show(<ReleasesPanel projectId={3} chosen={8} onChoose={vi.fn()} />);
  const document = await screen.findByRole('link', { name: 'sbom/sbom.cdx.json' });
  expect(document.getAttribute('href')).toContain('document?path=sbom%2Fsbom.cdx.json');
  screen.getByText(/4 files of source/);
});

it('proposes the tag, sends what was entered, and shows a refusal', async () => {
  stage = await startStage({
    'GET /projects/3/releaseProposal': {
      body: { data: { name: 'v1', why: 'The code base is at the tag v1.', revisions } },
    },
    'POST /projects/3/releases': refusal('The project has a release v1 already.'),
  });
  stage.show(<NewRelease projectId={3} />);
  const name = await screen.findByLabelText(/^Name/);
  expect(name).toHaveProperty('value', 'v1');
  await stage.user.click(screen.getByLabelText(/^Sign/));
  await stage.user.click(screen.getByRole('button', { name: 'Make release' }));
  await waitFor(() => screen.getByText(/has a release v1 already/));
  expect(stage.changes()).toEqual([
    {
      what: 'POST /projects/3/releases',
      body: { name: 'v1', description: '', offerContact: '', isSigned: true },
    },
  ]);
});

it('reads the chosen release from the address', () => {
  expect(readReleasesSearch({ release: '8' })).toEqual({ release: 8 });
  expect(readReleasesSearch({ release: 'x' })).toEqual({ release: undefined });
});

it('tells which tags make releases and what came of the last scan, and saves what people set', async () => {
  const saved = vi.fn();
  stage = await startStage({
    ...lists(['EDIT_PROJECT']),
    'PUT /projects/3/releaseRule': ({ body }: { body: unknown }) => {
      saved(body);
      return { body: { message: 'ok' } };
    },
  });
  stage.show(<ReleasesPanel projectId={3} chosen={undefined} onChoose={vi.fn()} />);
  await screen.findByText(/Scan 5, .*: The scanned code is at no tag\./);
  fireEvent.change(await screen.findByLabelText('Tags'), { target: { value: 'release-*' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save rule' }));
  await waitFor(() =>
    expect(saved).toHaveBeenCalledWith({
      ...{ tagPattern: 'release-*', isSigned: true, offerContact: '', entityVersion: 'one' },
    }),
  );
});

it('tells the rule to those who may not change it', async () => {
  stage = await startStage(lists());
  stage.show(<ReleasesPanel projectId={3} chosen={undefined} onChoose={vi.fn()} />);
  await screen.findByText('A scan of code at a tag v* makes a signed release.');
  expect(screen.queryByRole('button', { name: 'Save rule' })).toBeNull();
});
