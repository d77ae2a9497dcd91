// @vitest-environment happy-dom
// Marks in the list of vulnerabilities: single rows, rows up to one, all that the filter finds, and the decision about them.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { PageOf } from '../api/client.ts';
import type { ListedVulnerability } from '../api/models.ts';
import type { BulkScope } from '../bulk/queries.ts';
import { usePagedRows } from '../table/paged-rows.ts';
import { layOut } from '../testing/laid-out.ts';
import { type Stage, startStage } from '../testing/stage.tsx';
import { MarkButtons, MarkedBar, useMarkedVulnerabilities } from './marked-vulnerabilities.tsx';
import { VulnerabilityTable } from './vulnerability-table.tsx';

layOut();

let stage: Stage;
afterEach(() => stage.close());

const row = (id: number) =>
  ({
    vulnerabilityId: id,
    vulnerabilityName: `CVE-2026-${id}`,
    affectedComponents: ['lodash 4.17.4'],
    affectedVersions: 1,
    affectedItems: 1,
    affectedFiles: 0,
    decidedItems: 0,
    fixedVersions: [],
    epss: null,
    mayAnalyze: id !== 3,
    vulnerabilityCvssV3Severity: 'HIGH',
    vulnerabilityCvssV3Score: '7.5',
  }) as unknown as ListedVulnerability;
const PAGE: PageOf<ListedVulnerability> = { rows: [1, 2, 3, 4].map(row), total: 240 };

function List({ projectId, mayDecide = true }: { projectId: BulkScope; mayDecide?: boolean }) {
  const fetchPage = async () => PAGE;
  const list = usePagedRows(['list'], fetchPage);
  const search = { severity: 'HIGH' } as const;
  const marks = useMarkedVulnerabilities({ projectId, search, list, fetchPage, mayDecide });
  return (
    <>
      <MarkButtons of={marks} />
      <MarkedBar of={marks} />
      <VulnerabilityTable list={list} search={search} marks={marks} age={undefined} />
    </>
  );
}

const OUTCOME = {
  body: {
    data: {
      ...{ dryRun: true, matched: 1, changed: 1, skipped: [], summary: '1 vulnerability would be set to undecided' },
      ...{ outcomes: [], moreOutcomes: 0, examples: [], skippedExamples: [], items: 1, projects: 1, setVersion: 'v1' },
    },
  },
};
const EVERYWHERE = 'POST /bulkDecisions/vulnerabilities';

it('marks rows that the user may decide about, up to one with Shift, and all that the filter finds', async () => {
  stage = await startStage({ [EVERYWHERE]: OUTCOME });
  stage.show(<List projectId={null} />);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Mark CVE-2026-1' }));
  expect(screen.queryByRole('checkbox', { name: 'Mark CVE-2026-3' })).toBeNull();
  expect(await screen.findByText('1 vulnerability marked')).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: 'Mark CVE-2026-4' }), { shiftKey: true }));
  expect(await screen.findByText('3 vulnerabilities marked')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Mark all 240 that match' }));
  expect(await screen.findByText('All 240 vulnerabilities that match are marked')).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Mark CVE-2026-2' }));
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw decisions' }));
  await waitFor(() => expect(stage.calls.filter(({ what }) => what === EVERYWHERE)).toHaveLength(1));
  expect(stage.calls.find(({ what }) => what === EVERYWHERE)?.body).toMatchObject({
    action: 'WITHDRAW',
    filter: { severity: 'HIGH' },
    exceptIds: [2],
    dryRun: true,
  });
});

it('has no marks for users who may not decide', async () => {
  stage = await startStage({});
  stage.show(<List projectId={null} mayDecide={false} />);
  await screen.findByText('CVE-2026-1');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Mark all/ })).toBeNull();
});
