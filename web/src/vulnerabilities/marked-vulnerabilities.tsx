// Marked vulnerabilities of a list, of one project or of all, and the decisions about all of them at once.
import { Button } from '@mantine/core';
import { type RefObject, useRef } from 'react';
import type { PageOf } from '../api/client.ts';
import type { ListedVulnerability } from '../api/models.ts';
import type { BulkAction } from '../bulk/actions.ts';
import { BulkBar, PortfolioBulkBar } from '../bulk/bulk-bar.tsx';
import { openBulkDecision } from '../bulk/bulk-dialog.tsx';
import { type MarkedRows, useMarkedRows } from '../bulk/marked-rows.ts';
import type { BulkScope } from '../bulk/queries.ts';
import { openRecentDecisions } from '../bulk/recent-decisions.tsx';
import { countText } from '../elements/quantities.ts';
import type { TableHandle } from '../table/data-table.tsx';
import { useRowKeys } from '../table/marks.tsx';
import { PAGE_ROWS, type PagedRows } from '../table/paged-rows.ts';
import { openAnalysisOfMany } from './analysis-of-many.tsx';
import { filterOfVulnerabilities } from './queries.ts';
import type { VulnerabilitySearch } from './search.ts';

export interface MarkedVulnerabilities {
  /** Others see no marks; the key `n` works for them as well. */
  mayDecide: boolean;
  projectId: BulkScope;
  total: number;
  marked: MarkedRows;
  table: RefObject<TableHandle<ListedVulnerability> | null>;
  act: (action: BulkAction) => void;
  /** The names of marked rows, which were shown when they were marked. */
  namesOf: (ids: readonly number[]) => string[];
}

interface MarkedOf {
  /** Null for the list of all projects. */
  projectId: BulkScope;
  search: VulnerabilitySearch;
  list: PagedRows<ListedVulnerability>;
  fetchPage: (page: number) => Promise<PageOf<ListedVulnerability>>;
  mayDecide: boolean;
}

/** Undefined for rows about which the user may not decide. */
export const decidableId = ({ mayAnalyze, vulnerabilityId }: ListedVulnerability): number | undefined =>
  mayAnalyze ? vulnerabilityId : undefined;

export function useMarkedVulnerabilities(of: MarkedOf): MarkedVulnerabilities {
  const { projectId, search, list, fetchPage, mayDecide } = of;
  const filter = filterOfVulnerabilities(search);
  const table = useRef<TableHandle<ListedVulnerability>>(null);
  const names = useRef(new Map<number, string>());
  const remember = (row: ListedVulnerability) => names.current.set(row.vulnerabilityId, row.vulnerabilityName);
  const marked = useMarkedRows({
    key: JSON.stringify(filter),
    total: list.total,
    idsBetween: async (from, to) => {
      const indexOf = (id: number) => list.findIndex(({ vulnerabilityId }) => vulnerabilityId === id);
      const [a, b] = [indexOf(from), indexOf(to)].sort((x = 0, y = 0) => x - y);
      if (a === undefined || b === undefined) return [to];
      const rows = (await rowsBetween(fetchPage, a, b)).filter(({ mayAnalyze }) => mayAnalyze);
      for (const row of rows) remember(row);
      return rows.map(({ vulnerabilityId }) => vulnerabilityId);
    },
  });
  const decideAbout = (action: BulkAction, rows: Parameters<typeof openBulkDecision>[0]['rows']) =>
    openBulkDecision({ projectId, action, rows, onDone: marked.clear, onLeft: () => table.current?.focus() });
  const act = (action: BulkAction) => {
    const { isAll, ids } = marked.now();
    decideAbout(action, isAll ? { filter, exceptIds: ids } : { ids });
  };
  useRowKeys<ListedVulnerability, number>(
    table,
    decidableId,
    mayDecide
      ? {
          // With all marked, the ids are those that are left out.
          now: () => (marked.now().isAll ? [] : marked.now().ids),
          toggle: marked.toggle,
          onAct: (ids) => (marked.now().isAll ? act('SUPPRESS') : decideAbout('SUPPRESS', { ids })),
        }
      : undefined,
  );
  const namesOf = (ids: readonly number[]) => {
    for (let index = 0; index < (list.total ?? 0); index++) {
      const row = list.rowAt(index);
      if (row !== undefined) remember(row);
    }
    return ids.flatMap((id) => names.current.get(id) ?? []);
  };
  return { mayDecide, projectId, total: list.total ?? 0, marked, table, act, namesOf };
}

async function rowsBetween(
  fetchPage: MarkedOf['fetchPage'],
  first: number,
  last: number,
): Promise<ListedVulnerability[]> {
  const firstPage = Math.floor(first / PAGE_ROWS) + 1;
  const lastPage = Math.floor(last / PAGE_ROWS) + 1;
  const rows: ListedVulnerability[] = [];
  for (let page = firstPage; page <= lastPage; page++) rows.push(...(await fetchPage(page)).rows);
  const start = (firstPage - 1) * PAGE_ROWS;
  return rows.slice(first - start, last - start + 1);
}

export function MarkButtons({ of: { mayDecide, projectId, total, marked } }: { of: MarkedVulnerabilities }) {
  if (!mayDecide) return null;
  return (
    <>
      {total > 0 && marked.count === 0 && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={marked.markAll}
          title="Keys: n goes to the next row, x marks it, a suppresses the marked ones"
        >
          Mark all {countText(total)}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={() => openRecentDecisions(projectId)}>
        Recent bulk decisions
      </Button>
    </>
  );
}

export function MarkedBar({ of }: { of: MarkedVulnerabilities }) {
  const { mayDecide, projectId, total, marked, act, namesOf } = of;
  if (!mayDecide) return null;
  const bar = {
    noun: 'vulnerability',
    marked,
    total,
    actions: ['SUPPRESS', 'ANALYZE', 'WITHDRAW'],
    onAct: act,
  } as const;
  if (projectId === null) return <PortfolioBulkBar {...bar} />;
  return (
    <BulkBar {...bar} projectId={projectId}>
      {!marked.isAll && (
        <Button
          size="compact-sm"
          variant="default"
          title="A rule, which also decides about items that come later or about other projects"
          onClick={() => openAnalysisOfMany(projectId, namesOf(marked.ids), marked.clear)}
        >
          Decide further…
        </Button>
      )}
    </BulkBar>
  );
}
