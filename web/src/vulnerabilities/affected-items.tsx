// Items with a vulnerability or a package, in all projects that the user may see.
import { IconShieldCheck, IconShieldQuestion, IconShieldX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { PageOf } from '../api/client.ts';
import type { AffectedItem } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countOf, momentText } from '../elements/quantities.ts';
import { type Column, DataTable, type TableHandle } from '../table/data-table.tsx';
import { type Marks, markColumn, useRowKeys } from '../table/marks.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import { stateLabel } from './analysis-fields.tsx';
import { type DataAge, fixedText, isAllCompared } from './labels.tsx';
import { advisoryStatusQuery, VULNERABILITIES_KEY } from './queries.ts';

const OUTCOMES = {
  affected: { tone: 'bad', text: 'Affected' },
  'not-affected': { tone: 'good', text: 'Not affected' },
  undetermined: { tone: 'notice', text: 'Undetermined' },
} as const;

/** For example "since Jan 2, 2027", or "Jan 2, 2027 to May 1, 2027" if it is not used any more. */
function usedText(since: string | null, until: string | null): string {
  if (since === null) return 'Used';
  return until === null ? `Since ${momentText(since)}` : `${momentText(since)} to ${momentText(until)}`;
}

const columns: Column<AffectedItem>[] = [
  {
    id: 'project',
    header: 'Project',
    size: 180,
    cell: ({ projectId, projectName }) => (
      <Link to="/projects/$projectId/vulnerabilities" params={{ projectId }}>
        {projectName}
      </Link>
    ),
  },
  {
    id: 'item',
    header: 'Item',
    size: 240,
    isGrowing: true,
    cell: ({ projectId, inventoryId, inventoryName }) => (
      <Link
        to="/projects/$projectId/inventory"
        params={{ projectId }}
        search={{ item: inventoryId, tab: 'vulnerabilities' }}
        title={inventoryName}
      >
        {inventoryName}
      </Link>
    ),
  },
  { id: 'version', header: 'Version', size: 110, cell: (row) => <span>{row.componentVersionName}</span> },
  {
    id: 'outcome',
    header: 'State',
    size: 210,
    cell: ({ outcome, suppressed, vulnerabilityName, since, until }) =>
      vulnerabilityName === '' ? (
        <span title={usedText(since, until)}>{usedText(since, until)}</span>
      ) : suppressed ? (
        <Label tone="wait">Suppressed</Label>
      ) : (
        <Label tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].text}</Label>
      ),
  },
  {
    id: 'analysis',
    header: 'Decision',
    size: 120,
    cell: ({ analysisState }) => analysisState !== '' && <span>{stateLabel(analysisState)}</span>,
  },
  {
    id: 'fixed',
    header: 'Fixed in',
    size: 150,
    cell: ({ fixedVersions, vulnerabilityName }) =>
      vulnerabilityName !== '' && <span title={fixedText(fixedVersions)}>{fixedText(fixedVersions)}</span>,
  },
];

/** Marked items by id. People decide about them together. */
interface ItemMarks extends Marks<number> {
  onAct: (ids: number[]) => void;
}

const decidable = ({ mayAnalyze, inventoryId }: AffectedItem) => (mayAnalyze ? inventoryId : undefined);
const nameOf = ({ inventoryName, projectName }: AffectedItem) => `${inventoryName} of ${projectName}`;

interface AffectedItemsProps {
  /** The search. A part of the key of the list. */
  of: string;
  fetchPage: (page: number) => Promise<PageOf<AffectedItem>>;
  /** Number of malicious files that the advisory names. They belong to no item. */
  files?: number;
  /** The answer to a search, which explains an empty list. */
  answer?: { answer: string; words: string };
  /** Set if the user may decide about some of the items. */
  marks?: ItemMarks;
}

export function AffectedItems({ of, fetchPage, files = 0, answer, marks }: AffectedItemsProps) {
  const list = usePagedRows([...VULNERABILITIES_KEY, 'affected', of], fetchPage);
  const status = useQuery(advisoryStatusQuery);
  const [selected, select] = useState<number>();
  const table = useRef<TableHandle<AffectedItem>>(null);
  useRowKeys(table, decidable, marks);
  const shown = useMemo(
    () => (marks === undefined ? columns : [markColumn(marks, { idOf: decidable, nameOf }), ...columns]),
    [marks],
  );
  if (list.error || list.total === undefined)
    return <Waiting query={list} rows={6} title="The items could not be loaded" />;
  return (
    <DataTable
      name="affected"
      label="Items"
      columns={shown}
      count={list.total}
      rowAt={list.rowAt}
      idOf={({ inventoryId }) => inventoryId}
      onRange={list.onRange}
      selectedId={selected}
      onSelect={marks && (({ inventoryId }) => select(inventoryId))}
      handle={table}
      empty={
        files > 0 ? (
          <Empty icon={<IconShieldX />} title="No item, but malicious files">
            Code bases that you may see contain {countOf(files, 'file')} that this advisory names by digest.
          </Empty>
        ) : (
          <NoItem answer={answer} age={status.data} />
        )
      }
    />
  );
}

const TITLES: Readonly<Record<string, string>> = {
  UNKNOWN: 'Unknown',
  NOT_COMPARED: 'No item, but not all were compared',
  UNDETERMINED: 'Undetermined',
};

/** Only if all items were compared with fresh advisories is an empty list good news. */
function NoItem({ answer, age }: { answer: AffectedItemsProps['answer']; age: DataAge | undefined }) {
  if (age === undefined) return null;
  if (age.dataAsOf === null)
    return (
      <Empty icon={<IconShieldQuestion />} title="No item found">
        Without advisories Assay knows which packages your projects use, but not which of them are vulnerable.
      </Empty>
    );
  const isKnown = answer === undefined || answer.answer === 'NOT_AFFECTED' || answer.answer === 'NOT_IN_USE';
  if (isKnown && isAllCompared(age))
    return (
      <Empty icon={<IconShieldCheck />} title="No item">
        {answer?.words ?? 'In the projects that you may see, no item has this vulnerability.'}
      </Empty>
    );
  const rest = age.coverage.words === '' ? '' : ` ${age.coverage.words}.`;
  return (
    <Empty icon={<IconShieldQuestion />} title={(answer && TITLES[answer.answer]) ?? 'No item found'}>
      {answer?.words ?? `In the projects that you may see, no compared item has this vulnerability.${rest}`}
      {age.dataIsStale && ' The advisories are older than this site allows.'}
    </Empty>
  );
}
