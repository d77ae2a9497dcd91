// The result of a comparison: counts on top, which also choose the rows, then what cannot be told, then the rows.
import { IconGitCompare } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComparedSide, DifferenceRow } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countOf, countText } from '../elements/quantities.ts';
import type { Column } from '../table/data-table.tsx';
import { ExportedTable } from '../table/export/exported-table.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import classes from './compare.module.css';
import { KINDS, labelOf, toneOf, whyText } from './kinds.ts';
import { type About, aboutQuery, type Compared, fetchDifference, rowsKey } from './queries.ts';

export function Comparison({ compared }: { compared: Compared }) {
  const client = useQueryClient();
  const rows = usePagedRows(rowsKey(compared), (page) => fetchDifference(client, compared, page));
  const about = useQuery(aboutQuery(compared)).data;
  if (rows.error || rows.total === undefined || about === undefined)
    return <Waiting query={rows} rows={12} title="The comparison could not be made" />;
  return (
    <>
      <Counts compared={compared} about={about} />
      <Notes about={about} />
      <ExportedTable
        rows={rows}
        name="difference"
        label="Differences"
        columns={COLUMNS}
        idOf={({ kind, component, vulnerability, before, after }) =>
          JSON.stringify([kind, component, vulnerability, before, after])
        }
        empty={
          <Empty icon={<IconGitCompare />} title="No difference">
            {compared.search.kind
              ? `Nothing of the kind “${labelOf(compared.search.kind)}”.`
              : 'Components, versions, licenses, dependencies, services, vulnerabilities and reviews are the same, as far as both sides state them.'}
          </Empty>
        }
      />
    </>
  );
}

function Counts({ compared: { projectId, search }, about: { counts } }: { compared: Compared; about: About }) {
  const total = KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  const shown = KINDS.filter((kind) => counts[kind] > 0 || kind === search.kind);
  const link = (kind: CompareKind, label: string, count: number) => (
    <Link
      key={label}
      to="/projects/$projectId/compare"
      params={{ projectId }}
      search={{ ...search, kind }}
      activeProps={{}}
      {...(kind === search.kind && { 'data-active': true, 'aria-current': 'page' as const })}
      {...(count === 0 && { 'data-none': true })}
    >
      {label} {countText(count)}
    </Link>
  );
  return (
    <nav className={classes.counts} aria-label="Kinds of differences">
      {link(undefined, 'All', total)}
      {shown.map((kind) => link(kind, labelOf(kind), counts[kind]))}
    </nav>
  );
}

type CompareKind = Compared['search']['kind'];

/** What a side does not say is never shown as the same or as gone. */
function Notes({ about: { before, after } }: { about: About }) {
  const notes = [...notesOf(before), ...notesOf(after)];
  const isOfRelease = before.kind === 'release' || after.kind === 'release';
  if (isOfRelease && !(before.statesFiles && after.statesFiles))
    notes.push('Files are not compared: one side states none, or has more than 200,000.');
  for (const { title } of [before, after].filter(({ statesDependencies }) => !statesDependencies))
    notes.push(`${title} says nothing of what needs what, or has more than 500,000 relations: not compared.`);
  if (!(before.statesDecisions && after.statesDecisions)) notes.push('Reviews are compared only between projects.');
  return notes.length === 0 ? <span /> : <p className={classes.notes}>{notes.join(' ')}</p>;
}

function notesOf({ kind, title, components, notCompared, statesVulnerabilities, byNameAlone }: ComparedSide): string[] {
  return [
    ...(kind === 'scan'
      ? [`${title}: found from the history, which notes neither vulnerabilities nor declared licenses.`]
      : statesVulnerabilities
        ? []
        : [`${title} says nothing of vulnerabilities.`]),
    ...(statesVulnerabilities && notCompared > 0
      ? [`${title}: ${countText(notCompared)} of ${countOf(components, 'component')} not compared with advisories.`]
      : []),
    ...(byNameAlone > 0 ? [`${countOf(byNameAlone, 'item')} deleted since, known by name alone.`] : []),
  ];
}

const COLUMNS: Column<DifferenceRow>[] = [
  {
    id: 'kind',
    header: 'Difference',
    size: 160,
    cell: ({ kind }) => <Label tone={toneOf(kind)}>{labelOf(kind)}</Label>,
  },
  {
    id: 'component',
    header: 'Component',
    size: 260,
    isGrowing: true,
    cell: ({ component }) => <span title={component}>{component}</span>,
  },
  { id: 'vulnerability', header: 'Vulnerability', size: 170, cell: ({ vulnerability }) => vulnerability },
  { id: 'before', header: 'Before', size: 190, cell: ({ before }) => <Values values={before} /> },
  { id: 'after', header: 'After', size: 190, cell: ({ after }) => <Values values={after} /> },
  { id: 'why', header: 'Why', size: 240, cell: (row) => <span title={whyText(row)}>{whyText(row)}</span> },
];

function Values({ values }: { values: readonly string[] }) {
  const text = values
    .filter((one) => one !== '')
    .map((one) => one.replaceAll('_', ' '))
    .join(', ');
  return <span title={text}>{text}</span>;
}
