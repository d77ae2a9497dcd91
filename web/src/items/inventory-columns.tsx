// The columns of the inventory table, and which of them are shown.
import { Tooltip } from '@mantine/core';
import { IconEyeOff, IconShieldQuestion } from '@tabler/icons-react';
import type { CustomField, InventoryRow } from '../api/models.ts';
import { ItemPriorityBadge, Label, ReviewLabel } from '../elements/badges.tsx';
import { countText, momentText } from '../elements/quantities.ts';
import type { Column } from '../table/data-table.tsx';
import classes from './inventory-tab.module.css';
import { isGroup, type ListRow } from './list-queries.ts';

const BARS = ['LOW', 'MEDIUM', 'HIGH'];

const known = (name: string) => (name === 'N/A' ? '' : name);

/** All columns but those of custom fields. */
const COLUMNS: Column<InventoryRow>[] = [
  {
    id: 'name',
    header: 'Name',
    size: 220,
    isGrowing: true,
    sortKey: 'name',
    cell: (row) => (
      <>
        <span className={classes.cellName} title={row.name}>
          {row.name}
        </span>
        {!row.isPublished && (
          <Tooltip label="Not published">
            <IconEyeOff size={14} className={classes.unpublished} aria-label="not published" />
          </Tooltip>
        )}
        {row.coverage.state === 'not-compared' && (
          <Tooltip label={`Not compared with advisories: ${row.coverage.inShort}`}>
            <IconShieldQuestion size={14} className={classes.unpublished} aria-label="not compared with advisories" />
          </Tooltip>
        )}
      </>
    ),
  },
  {
    id: 'priority',
    header: 'Priority',
    size: 88,
    sortKey: 'priority',
    cell: ({ priority }) => <ItemPriorityBadge priority={priority} />,
  },
  {
    id: 'status',
    header: 'Review',
    size: 150,
    sortKey: 'status',
    cell: ({ reviewStatus, toBeDecidedAgain, goneSinceScan }) =>
      goneSinceScan === undefined ? (
        <ReviewLabel status={reviewStatus} lapse={toBeDecidedAgain?.why} />
      ) : (
        <Label tone="wait">Gone, scan {goneSinceScan}</Label>
      ),
  },
  {
    id: 'license',
    header: 'License',
    size: 160,
    sortKey: 'license',
    cell: ({ licenseExpression, licenseName }) => <span title={licenseName}>{licenseExpression || licenseName}</span>,
  },
  { id: 'type', header: 'Type', size: 115, sortKey: 'type', cell: ({ type }) => <span>{type}</span> },
  {
    id: 'confidence',
    header: 'Confidence',
    size: 100,
    sortKey: 'confidence',
    cell: ({ confidence }) => <Confidence level={confidence} />,
  },
  {
    id: 'files',
    header: 'Files',
    size: 70,
    sortKey: 'files',
    align: 'right',
    cell: ({ fileCount }) => countText(fileCount),
  },
  {
    id: 'component',
    header: 'Component',
    size: 150,
    sortKey: 'component',
    cell: ({ componentName }) => known(componentName),
  },
  {
    id: 'version',
    header: 'Version',
    size: 100,
    sortKey: 'version',
    cell: ({ componentVersionName }) => known(componentVersionName),
  },
  { id: 'purl', header: 'Package URL', size: 200, sortKey: 'purl', cell: ({ purl }) => purl },
  {
    id: 'level',
    header: 'Dependency',
    size: 100,
    sortKey: 'level',
    cell: ({ dependencyLevel }) => known(dependencyLevel),
  },
  { id: 'scope', header: 'Scope', size: 100, sortKey: 'scope', cell: ({ dependencyScope }) => dependencyScope },
  {
    id: 'published',
    header: 'Published',
    size: 90,
    sortKey: 'published',
    cell: ({ isPublished }) => (isPublished ? 'Yes' : 'No'),
  },
  {
    id: 'coverage',
    header: 'Comparison',
    size: 150,
    sortKey: 'coverage',
    cell: ({ coverage }) => (coverage.state === 'compared' ? 'Compared' : `Not: ${coverage.inShort}`),
  },
  { id: 'created', header: 'Created', size: 130, sortKey: 'created', cell: ({ createdOn }) => momentText(createdOn) },
  { id: 'updated', header: 'Changed', size: 130, sortKey: 'updated', cell: ({ updatedOn }) => momentText(updatedOn) },
];

const USUAL = ['name', 'priority', 'status', 'license', 'type', 'confidence', 'files'];
/** Beside the details of an item, which say the rest, so that names have room. */
const BESIDE_DETAILS = ['name', 'priority', 'status', 'license'];

const fieldColumn = (id: number) => `field${id}`;

function ofField({ id, fieldLabel }: CustomField): Column<InventoryRow> {
  return {
    id: fieldColumn(id),
    header: fieldLabel,
    size: 130,
    sortKey: fieldColumn(id),
    cell: ({ customFields = [] }) => customFields.find((one) => one.id === id)?.value ?? '',
  };
}

/** What can be chosen, in the order of the table. The name is always shown. */
export function columnChoices(fields: readonly CustomField[]): { id: string; header: string }[] {
  return [...COLUMNS, ...fields.map(ofField)].filter(({ id }) => id !== 'name');
}

/** The ids of the shown columns. Columns of fields that are no longer there are left out. */
export function shownColumns(chosen: readonly string[] | undefined, isBesideDetails: boolean): readonly string[] {
  return chosen ?? (isBesideDetails ? BESIDE_DETAILS : USUAL);
}

export const usualColumns: readonly string[] = USUAL;

export function columnsOf(ids: readonly string[], fields: readonly CustomField[]): Column<InventoryRow>[] {
  const shown = new Set([...ids, 'name']);
  return [...COLUMNS, ...fields.map(ofField)].filter(({ id }) => shown.has(id));
}

/** The same for a list with groups, whose heads have no columns. */
export function besideGroups(columns: readonly Column<InventoryRow>[]): Column<ListRow>[] {
  return columns.map((column) => ({ ...column, cell: (row) => (isGroup(row) ? '' : column.cell(row)) }));
}

/** `hasWord`: the word stands beside the bars. */
export function Confidence({ level, hasWord = false }: { level: string; hasWord?: boolean }) {
  const filled = BARS.indexOf(level.toUpperCase());
  const word = level.charAt(0) + level.slice(1).toLowerCase();
  const bars = (
    <span className={classes.confidence} role="img" aria-label={`${word} confidence`} title={`${word} confidence`}>
      {BARS.map((bar, at) => (
        <i key={bar} data-on={at <= filled || undefined} />
      ))}
    </span>
  );
  return hasWord ? (
    <>
      {bars} {word}
    </>
  ) : (
    bars
  );
}
