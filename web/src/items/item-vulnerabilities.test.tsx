// @vitest-environment happy-dom
// The vulnerabilities of an item: the age of the data, why one matches, and what is sent when a user suppresses one.
import { Notifications } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { InventoryItem } from '../api/models.ts';
import { type Stage, startStage } from '../testing/stage.tsx';
import { AnalysisOfManyForm } from '../vulnerabilities/analysis-of-many.tsx';
import { openExplanation } from '../vulnerabilities/explain-match.tsx';
import { Freshness, SeverityBadge } from '../vulnerabilities/labels.tsx';
import { SuppressionForm } from '../vulnerabilities/suppression-forms.tsx';
import { ItemVulnerabilities } from './item-vulnerabilities.tsx';

let stage: Stage;
afterEach(() => stage.close());

const COMPARED = { state: 'compared', reason: '', inShort: '', sentence: '', note: '' };
const item = {
  coverage: COMPARED,
  id: 8,
  name: 'zlib 1.2.8',
  componentId: 4,
  componentVersionId: 5,
  purl: 'pkg:generic/zlib@1.2.8',
};
const found = {
  vulnerabilityName: 'CVE-2018-25032',
  vulnerabilityDescription: 'Memory corruption when deflating',
  vulnerabilityCvssV3Severity: 'N/A',
  vulnerabilityCvssV3Score: 'N/A',
  vulnerabilityKind: 'vulnerability',
  isExploited: true,
  isMatchedByCpe: false,
  fixedVersions: ['1.2.12'],
};
const STALE = { 'data-as-of': '2026-01-02 03:04:05', 'data-is-stale': 'true', 'data-stale-for': 'npm' };

const remedy = {
  inventoryId: 8,
  outcome: 'UNTOLD',
  words: 'Unknown: no registry has answered about app.',
  raises: [],
};

it('shows vulnerabilities with the age of the data; a missing score is unknown', async () => {
  stage = await startStage({
    'GET /inventories/8/vulnerabilities': { body: { data: [found] }, total: 1, headers: STALE },
    'GET /inventories/8/vulnerabilities/analysis': { body: { data: { analyzedVulnerabilities: [] } } },
    'GET /projects/3/permissions': { body: { data: [] } },
    'GET /inventories/8/remedies': { body: { data: [remedy] } },
  });
  stage.show(<ItemVulnerabilities item={item as unknown as InventoryItem} projectId={3} />);
  await screen.findByText('CVE-2018-25032');
  screen.getByText('Unknown');
  screen.getByText('Exploited');
  screen.getByText('Fixed in: 1.2.12');
  await screen.findByText('Unknown: no registry has answered about app.');
  screen.getByText('Fix unknown');
  await screen.findByText(/older than the limit of this site/);
});

it('says that an item was not compared, and why, instead of an empty list', async () => {
  stage = await startStage({
    'GET /inventories/8/vulnerabilities': { body: { data: [] }, headers: { ...STALE, 'data-is-stale': 'false' } },
    'GET /inventories/8/vulnerabilities/analysis': { body: { data: { analyzedVulnerabilities: [] } } },
    'GET /projects/3/permissions': { body: { data: [] } },
  });
  const coverage = { state: 'not-compared', inShort: 'no data for Maven', sentence: 'No record for Maven.', note: '' };
  stage.show(<ItemVulnerabilities item={{ ...item, coverage } as unknown as InventoryItem} projectId={3} />);
  await screen.findByText('Not compared: no data for Maven');
  expect(screen.queryByText('No known vulnerability')).toBeNull();
});

it('says that nothing is known without advisories', async () => {
  stage = await startStage({});
  stage.show(<Freshness of={{ dataAsOf: null, dataIsStale: true }} />);
  await screen.findByText(/No advisories imported/);
});

it('shows the age of each ecosystem beside its name, the old ones first', async () => {
  stage = await startStage({});
  const age = (ecosystem: string, year: number, dataIsStale = false) => ({
    ...{ ecosystem, dataIsStale, dataAsOf: `${year}-07-13 00:00:00` },
  });
  const dataByEcosystem = [
    age('Go', 2026),
    age('Maven', 2025),
    age('PyPI', 2024),
    age('RubyGems', 2023),
    age('npm', 2019, true),
  ];
  const coverage = { items: 9, compared: 9, notCompared: 0, reasons: [], words: '' };
  stage.show(<Freshness of={{ dataAsOf: '2019-07-13 00:00:00', dataIsStale: true, dataByEcosystem, coverage }} />);
  const npm = await screen.findByText(/^Advisories for npm of .*2019.* \(older than the limit of this site\)$/);
  const go = screen.getByText(/^Advisories for Go of .*2026[^(]*$/);
  expect(npm.compareDocumentPosition(go) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.getByText('Advisories for 1 more').closest('details')?.textContent).toContain('RubyGems');
});

it('explains a match by the steps of the comparison', async () => {
  const record = { source: 'osv', id: 'OSV-1', why: ['1.2.8 is before 1.2.12, which is fixed.'], dataAsOf: null };
  stage = await startStage({
    'GET /advisories/explain': { body: { data: { verdict: 'It is affected.', records: [record] } } },
  });
  stage.show(
    <button type="button" onClick={() => openExplanation(item.purl, 'CVE-2018-25032')}>
      Why
    </button>,
  );
  await stage.user.click(await screen.findByRole('button', { name: 'Why' }));
  await screen.findByText('It is affected.');
  screen.getByText('1.2.8 is before 1.2.12, which is fixed.');
});

it('suppresses with a reason, which is required', async () => {
  const changes = { total: 1, leftOff: 0, changes: [] };
  stage = await startStage({ 'POST /projects/3/vulnerabilityAnalyses': { body: { data: changes } } });
  stage.show(
    <>
      <Notifications />
      <SeverityBadge severity="HIGH" score={7.5} />
      <SuppressionForm
        version={{ projectId: 3, itemId: 8, itemName: item.name, componentId: 4, versionId: 5 }}
        vulnerabilityName="CVE-2018-25032"
      />
    </>,
  );
  await screen.findByText('High 7.5');
  await stage.user.click(await screen.findByRole('button', { name: 'Decide' }));
  await screen.findByText('Required.');
  await stage.user.click(screen.getByRole('combobox', { name: 'State' }));
  await stage.user.click(await screen.findByRole('option', { name: 'Not affected', hidden: true }));
  await stage.user.type(screen.getByRole('textbox', { name: 'Explanation' }), 'Never inflates');
  await stage.user.click(screen.getByRole('button', { name: 'Decide' }));
  await screen.findByText('CVE-2018-25032 is suppressed in this project.');
  expect(stage.changes()).toMatchObject([
    {
      body: {
        inventoryIds: [8],
        vulnerabilityNames: ['CVE-2018-25032'],
        state: 'NOT_AFFECTED',
        detail: 'Never inflates',
        suppress: true,
      },
    },
  ]);
});

it('previews what a bulk decision would change', async () => {
  const change = {
    inventoryId: 8,
    inventoryName: 'zlib 1.2.8',
    vulnerabilityName: 'CVE-1',
    change: 'NEW',
    stateBefore: '',
  };
  const changes = { total: 2, leftOff: 1, changes: [change] };
  stage = await startStage({ 'POST /projects/3/vulnerabilityAnalyses': { body: { data: changes } } });
  stage.show(<AnalysisOfManyForm projectId={3} vulnerabilityNames={['CVE-1', 'CVE-2']} onDone={() => undefined} />);
  await stage.user.click(await screen.findByRole('combobox', { name: 'State' }));
  await stage.user.click(await screen.findByRole('option', { name: 'Not affected', hidden: true }));
  await stage.user.type(await screen.findByRole('textbox', { name: 'Explanation' }), 'Not shipped');
  await stage.user.click(screen.getByRole('button', { name: 'Show what changes' }));
  await screen.findByText('CVE-1 in zlib 1.2.8: new');
  screen.getByText('and 1 more');
  await stage.user.click(screen.getByRole('button', { name: 'Decide about 2' }));
  await waitFor(() =>
    expect(stage.changes()).toMatchObject([{ body: { previewOnly: true } }, { body: { previewOnly: false } }]),
  );
});
