// What people have to decide in a project: everything by cause, and lists of decisions that no longer hold, gone items and proposals.
import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { ToDecideAgain } from '../api/models.ts';
import { DecisionsList } from '../decisions/decisions-list.tsx';
import { countOf } from '../elements/quantities.ts';
import { useMay, useProjectId } from '../project/queries.ts';
import type { Column, TableHandle } from '../table/data-table.tsx';
import { markColumn, useMarks, useRowKeys } from '../table/marks.tsx';
import { type PagedRows, usePagedRows } from '../table/paged-rows.ts';
import { CarriedFilesTable } from './carried-files-table.tsx';
import { fetchCarriedFiles, fetchProposals } from './carried-queries.ts';
import { GoneTable } from './gone-table.tsx';
import { NeedsPanel } from './needs-panel.tsx';
import { ProposalsTable } from './proposals-table.tsx';
import { fetchGone, fetchToDecide, STANDING_KEY } from './queries.ts';
import classes from './standing.module.css';
import { openStillHolds } from './still-holds.tsx';
import { mayConfirm, subjectOf, ToDecideTable } from './to-decide-table.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/decide');
const CURRENT = { 'data-active': true, 'aria-current': 'page' } as const;

export function DecideTab() {
  const projectId = useProjectId();
  const may = useMay();
  const { show } = route.useSearch();
  const toDecide = usePagedRows([...STANDING_KEY, 'to-decide', projectId], (page) => fetchToDecide(projectId, page));
  const gone = usePagedRows([...STANDING_KEY, 'gone', projectId], (page) => fetchGone(projectId, page));
  const proposals = usePagedRows([...STANDING_KEY, 'proposals', projectId], (page) => fetchProposals(projectId, page));
  return (
    <div className={classes.fill}>
      <div className={classes.head}>
        <nav className={classes.parts} aria-label="Lists of decisions">
          <Link
            to="/projects/$projectId/decide"
            params={{ projectId }}
            search={{}}
            activeProps={{}}
            {...(show === undefined && CURRENT)}
          >
            What needs a person
          </Link>
          <Link
            to="/projects/$projectId/decide"
            params={{ projectId }}
            search={{ show: 'again' }}
            activeProps={{}}
            {...(show === 'again' && CURRENT)}
          >
            To be decided again
          </Link>
          <Link
            to="/projects/$projectId/decide"
            params={{ projectId }}
            search={{ show: 'gone' }}
            activeProps={{}}
            {...(show === 'gone' && CURRENT)}
          >
            Gone from the code
          </Link>
          <Link
            to="/projects/$projectId/decide"
            params={{ projectId }}
            search={{ show: 'before' }}
            activeProps={{}}
            {...(show === 'before' && CURRENT)}
          >
            Decided before
          </Link>
          <Link
            to="/projects/$projectId/decide"
            params={{ projectId }}
            search={{ show: 'files' }}
            activeProps={{}}
            {...(show === 'files' && CURRENT)}
          >
            Carried to files
          </Link>
          <Link
            to="/projects/$projectId/decide"
            params={{ projectId }}
            search={{ show: 'all' }}
            activeProps={{}}
            {...(show === 'all' && CURRENT)}
          >
            All decisions
          </Link>
          <span className="number">
            {show === 'before' && proposals.total !== undefined && countOf(proposals.total, 'group')}
            {show === 'gone' && gone.total !== undefined && countOf(gone.total, 'item')}
            {show === 'again' && toDecide.total !== undefined && countOf(toDecide.total, 'decision')}
          </span>
        </nav>
      </div>
      {show === undefined ? (
        <NeedsPanel projectId={projectId} />
      ) : show === 'files' ? (
        <CarriedFiles projectId={projectId} />
      ) : show === 'all' ? (
        <DecisionsList projectId={projectId} />
      ) : show === 'before' ? (
        <div className={classes.confirmable}>
          <div className={classes.actions}>
            <Link to="/projects/$projectId/settings" params={{ projectId }}>
              Which decisions count by themselves
            </Link>
          </div>
          <ProposalsTable {...{ projectId, may }} rows={proposals} />
        </div>
      ) : show === 'gone' ? (
        <GoneTable {...{ projectId, may }} rows={gone} />
      ) : (
        <ConfirmableTable {...{ projectId, may }} rows={toDecide} />
      )}
    </div>
  );
}

function CarriedFiles({ projectId }: { projectId: number }) {
  const rows = usePagedRows([...STANDING_KEY, 'carried-files', projectId], (page) =>
    fetchCarriedFiles(projectId, page),
  );
  return <CarriedFilesTable projectId={projectId} rows={rows} />;
}

interface TableOfProject<Row> {
  projectId: number;
  may: (action: string) => boolean;
  rows: PagedRows<Row>;
}

/** The decisions of the project, which users confirm one by one or marked together. */
export function ConfirmableTable({ projectId, may, rows }: TableOfProject<ToDecideAgain>) {
  const marks = useMarks<number>();
  const table = useRef<TableHandle<ToDecideAgain>>(null);
  /** What the user has seen of the marked decisions, which may no longer be in view. */
  const seen = useRef(new Map<number, ToDecideAgain>());
  const markable = (row: ToDecideAgain) => {
    if (!mayConfirm(may, row)) return undefined;
    seen.current.set(row.decisionId, row);
    return row.decisionId;
  };
  const confirm = (ids: number[]) =>
    openStillHolds(
      projectId,
      ids.flatMap((id) => seen.current.get(id) ?? []),
      marks.clear,
    );
  useRowKeys(table, markable, { ...marks, onAct: confirm });
  const act: Column<ToDecideAgain> = {
    id: 'act',
    header: 'Decide',
    size: 110,
    cell: (row) =>
      mayConfirm(may, row) && (
        <Button size="compact-xs" variant="default" onClick={() => openStillHolds(projectId, [row], marks.clear)}>
          Still holds…
        </Button>
      ),
  };
  return (
    <div className={classes.confirmable}>
      <div className={classes.actions}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={marks.ids.size === 0}
          onClick={() => confirm(marks.now())}
          title="Keys: n goes to the next row, x marks it, a confirms the marked rows"
        >
          Confirm {marks.ids.size} marked…
        </Button>
      </div>
      <ToDecideTable
        rows={rows}
        isOfAll={false}
        before={[markColumn(marks, { idOf: markable, nameOf: subjectOf })]}
        after={[act]}
        handle={table}
      />
    </div>
  );
}
