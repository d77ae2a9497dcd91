// All decisions of a project or of the installation: what was decided, by whom, on which ground, and whether it holds.
import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconGavel } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Decision } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { momentText } from '../elements/quantities.ts';
import { type Column, DataTable } from '../table/data-table.tsx';
import { ExportMenu } from '../table/export/export-menu.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import classes from './decisions.module.css';
import { type DecisionFilter, fetchDecisions, MAKERS, type Maker } from './queries.ts';
import { groundText, KINDS, SCOPES, STANDINGS, subjectText, valueText } from './words.ts';

const TYPING_MS = 300;

const MAKER_WORDS: Record<Maker, string> = {
  person: 'A person',
  policy: 'A policy',
  rule: 'A rule about vulnerabilities',
  order: 'The order of preferred licenses',
  import: 'An import',
  scan: 'A scan',
  migration: 'An earlier version of this program',
};

const columns: Column<Decision>[] = [
  { id: 'decided', header: 'Decided', size: 165, cell: ({ decidedOn }) => momentText(decidedOn) },
  { id: 'kind', header: 'Decision', size: 120, cell: ({ kind }) => KINDS[kind] },
  { id: 'subject', header: 'About', size: 150, isGrowing: true, cell: (one) => <Subject of={one} /> },
  { id: 'value', header: 'What was decided', size: 160, cell: valueText },
  { id: 'author', header: 'By, on which ground', size: 140, cell: (one) => `${one.author}${groundText(one)}` },
  { id: 'scope', header: 'Counts for', size: 90, cell: ({ scope }) => SCOPES[scope] },
  { id: 'standing', header: 'State', size: 115, cell: (one) => <Standing of={one} /> },
];

const ofProject: Column<Decision> = {
  id: 'project',
  header: 'Project',
  size: 74,
  cell: ({ projectId }) =>
    projectId === 0 ? (
      'all'
    ) : (
      <Link to="/projects/$projectId/decide" params={{ projectId }} search={{ show: 'all' }}>
        {projectId}
      </Link>
    ),
};

export function DecisionsList({ projectId }: { projectId?: number }) {
  const [filter, setFilter] = useState<DecisionFilter>({});
  const [author] = useDebouncedValue(filter.author?.trim() || undefined, TYPING_MS);
  const asked = { ...filter, author };
  const decisions = usePagedRows<Decision>(['decisions', projectId ?? 'all', asked], (page) =>
    fetchDecisions(projectId, asked, page),
  );
  const change = (part: Partial<DecisionFilter>) => setFilter((old) => ({ ...old, ...part }));
  return (
    <div className={classes.fill}>
      <search className={classes.filters} aria-label="Filter decisions">
        <Select
          label="Decision"
          size="xs"
          clearable
          data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
          value={filter.kind ?? null}
          onChange={(kind) => change({ kind: (kind ?? undefined) as Decision['kind'] | undefined })}
        />
        <TextInput
          label="By (login)"
          size="xs"
          value={filter.author ?? ''}
          onChange={({ currentTarget }) => change({ author: currentTarget.value })}
        />
        <Select
          label="Ground"
          size="xs"
          clearable
          data={MAKERS.map((value) => ({ value, label: MAKER_WORDS[value] }))}
          value={filter.by ?? null}
          onChange={(by) => change({ by: (by ?? undefined) as Maker | undefined })}
        />
        <Select
          label="Counts for"
          size="xs"
          clearable
          data={Object.entries(SCOPES).map(([value, label]) => ({ value, label }))}
          value={filter.scope ?? null}
          onChange={(scope) => change({ scope: (scope ?? undefined) as Decision['scope'] | undefined })}
        />
        <ExportMenu rows={decisions} name="decisions" size="xs" />
      </search>
      {decisions.error || decisions.total === undefined ? (
        <Waiting query={decisions} rows={12} title="The decisions could not be loaded" />
      ) : (
        <DataTable
          name={projectId === undefined ? 'all-decisions' : 'decisions'}
          label="Decisions"
          columns={projectId === undefined ? [...columns.slice(0, 2), ofProject, ...columns.slice(2)] : columns}
          count={decisions.total}
          rowAt={decisions.rowAt}
          idOf={({ id }) => id}
          onRange={decisions.onRange}
          empty={
            <Empty icon={<IconGavel />} title="No decisions">
              {Object.values(asked).some((one) => one !== undefined)
                ? 'No decision matches the filter.'
                : 'Nobody has decided anything yet.'}
            </Empty>
          }
        />
      )}
    </div>
  );
}

/** Where the decision can be changed or taken back: its item, or the vulnerability. */
function Subject({ of }: { of: Decision }) {
  const { projectId, inventoryId, inventoryName, subject } = of;
  const text = inventoryName || subjectText(of);
  if (projectId !== 0 && inventoryId !== 0)
    return (
      <Link
        className="ellipsis"
        to="/projects/$projectId/inventory"
        params={{ projectId }}
        search={{ item: inventoryId, tab: 'decisions' }}
        title={`${text}. Open the item to change or take back the decision.`}
      >
        {text}
      </Link>
    );
  if (subject.advisory !== undefined)
    return (
      <Link
        className="ellipsis"
        to="/vulnerabilities/$name"
        params={{ name: subject.advisory }}
        title={`${text}. Open the vulnerability to change or take back the decision.`}
      >
        {text}
      </Link>
    );
  return <span title={text}>{text}</span>;
}

function Standing({ of: { standing, why, expiresOn } }: { of: Decision }) {
  const { tone, text } = STANDINGS[standing];
  const until = expiresOn === '' ? '' : ` Until ${momentText(expiresOn)}.`;
  return (
    <span title={`${why}${until}`}>
      <Label tone={tone}>{text}</Label>
    </span>
  );
}
