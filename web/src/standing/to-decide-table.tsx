// The table of decisions that no longer hold, of one project or of all.
import { Button } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type Ref, useState } from 'react';
import type { ToDecideAgain } from '../api/models.ts';
import { ReviewLabel } from '../elements/badges.tsx';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { momentText } from '../elements/quantities.ts';
import type { Column, TableHandle } from '../table/data-table.tsx';
import { ExportedTable } from '../table/export/exported-table.tsx';
import type { PagedRows } from '../table/paged-rows.ts';
import { openChangedWords, restsOnWords } from './changed-words.tsx';

/** The right that each kind of decision needs, as on the server. */
const RIGHTS: Partial<Record<ToDecideAgain['kind'], string>> = {
  review: 'REVIEW_INVENTORY',
  'license-choice': 'EDIT_INVENTORY',
  'concluded-license': 'EDIT_INVENTORY',
  'notice-text': 'EDIT_NOTICES',
  'file-reviewed': 'REVIEW_FILES',
  'file-tied': 'EDIT_INVENTORY',
};

export const mayConfirm = (may: (action: string) => boolean, { kind }: ToDecideAgain) => may(RIGHTS[kind] ?? '');

export const subjectOf = ({ inventoryName, filePath }: ToDecideAgain) => inventoryName || filePath;

export const nameOfKind = ({ kind, scope }: Pick<ToDecideAgain, 'kind' | 'scope'>) =>
  scope === 'site' ? 'License of all projects' : (KINDS[kind] ?? kind);

/** The file of a decision about an item, which is its subject too. */
export const fileOf = ({ inventoryName, filePath }: Pick<ToDecideAgain, 'inventoryName' | 'filePath'>) =>
  inventoryName === '' ? '' : filePath;

const KINDS: Partial<Record<ToDecideAgain['kind'], string>> = {
  review: 'Review',
  'license-choice': 'Choice of license',
  'concluded-license': 'License',
  'notice-text': 'Notices text',
  'file-reviewed': 'File reviewed',
  'file-tied': 'File added',
};

const project: Column<ToDecideAgain> = {
  id: 'project',
  header: 'Project',
  size: 150,
  cell: ({ projectId, projectName }) => (
    <Link to="/projects/$projectId/decide" params={{ projectId }} title={projectName}>
      {projectName}
    </Link>
  ),
};

const columns: Column<ToDecideAgain>[] = [
  { id: 'subject', header: 'Item or file', size: 220, cell: linkOf },
  { id: 'kind', header: 'Decision', size: 120, cell: (one) => <span>{nameOfKind(one)}</span> },
  {
    id: 'decided',
    header: 'Was',
    size: 120,
    cell: ({ decided }) => (decided === '' ? <span>·</span> : <ReviewLabel status={decided} />),
  },
  {
    id: 'why',
    header: 'What changed',
    size: 350,
    isGrowing: true,
    cell: (one) => <span title={one.why}>{changeOf(one)}</span>,
  },
  {
    id: 'words',
    header: 'Words',
    size: 90,
    cell: (one) =>
      restsOnWords(one) && (
        <Button size="compact-xs" variant="default" onClick={() => openChangedWords(one)}>
          Words…
        </Button>
      ),
  },
  { id: 'by', header: 'Decided by', size: 110, cell: ({ decidedBy }) => <span>{decidedBy}</span> },
  { id: 'lapsed', header: 'Since', size: 185, cell: ({ lapsedOn }) => <span>{momentText(lapsedOn)}</span> },
];

/** The change comes first, because other columns say who decided what. */
function changeOf({ changes, why, ...one }: ToDecideAgain): string {
  if (changes.length === 0) return [fileOf(one), why].filter(Boolean).join(': ');
  return changes.map(({ what, from, to }) => `${LABELS[what]}: ${from || '–'} → ${to || '–'}`).join('; ');
}

const LABELS: Record<ToDecideAgain['changes'][number]['what'], string> = {
  component: 'Component',
  version: 'Version',
  license: 'License',
  evidence: 'Evidence',
  'possible licenses': 'Possible as well',
  'tied files': 'Other contents',
  'license texts': 'Other license text',
  use: 'Use',
  presence: 'In the code',
  decision: 'Decision it follows from',
};

function linkOf({ projectId, inventoryId, inventoryName, filePath }: ToDecideAgain) {
  if (inventoryId === 0) return <span title={filePath}>{filePath}</span>;
  return (
    <Link
      to="/projects/$projectId/inventory"
      params={{ projectId }}
      search={{ item: inventoryId }}
      title={inventoryName}
    >
      {inventoryName}
    </Link>
  );
}

interface TableProps {
  rows: PagedRows<ToDecideAgain>;
  /** Decisions of all projects: they are confirmed in their project. */
  isOfAll: boolean;
  /** Columns by which people act on decisions. */
  before?: Column<ToDecideAgain>[];
  after?: Column<ToDecideAgain>[];
  handle?: Ref<TableHandle<ToDecideAgain>>;
}

export function ToDecideTable({ rows, isOfAll, before = [], after = [], handle }: TableProps) {
  const [selected, select] = useState<string>();
  if (rows.error || rows.total === undefined)
    return <Waiting query={rows} rows={12} title="The decisions could not be loaded" />;
  return (
    <ExportedTable
      rows={rows}
      name={isOfAll ? 'all-to-decide' : 'to-decide'}
      label="Decisions to take again"
      columns={[...before, ...(isOfAll ? [project, ...columns] : columns), ...after]}
      idOf={idOf}
      {...(selected !== undefined && { selectedId: selected })}
      onSelect={(row) => select(idOf(row))}
      {...(handle && { handle })}
      empty={
        <Empty icon={<IconChecks />} title="Every decision holds">
          A decision is to be taken again if what it rests on has changed: the component, version or license of an item,
          its evidence, or the contents of a file.
        </Empty>
      }
    />
  );
}

/** A decision for all projects may have to be taken again in several of them. */
const idOf = ({ decisionId, projectId }: ToDecideAgain) => `${decisionId} ${projectId}`;
