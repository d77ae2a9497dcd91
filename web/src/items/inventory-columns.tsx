// The columns of the inventory table.
import { Tooltip } from '@mantine/core';
import { IconEyeOff, IconShieldQuestion } from '@tabler/icons-react';
import type { InventoryRow } from '../api/models.ts';
import { Label, PriorityBadge, ReviewLabel } from '../elements/badges.tsx';
import { countText } from '../elements/quantities.ts';
import type { Column } from '../table/data-table.tsx';
import classes from './inventory-tab.module.css';

const BARS = ['LOW', 'MEDIUM', 'HIGH'];

export const inventoryColumns: Column<InventoryRow>[] = [
  {
    id: 'name',
    header: 'Name',
    size: 220,
    isGrowing: true,
    sortKey: 'name',
    cell: (row) => (
      <>
        <span title={row.name}>{row.name}</span>
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
    cell: ({ priority }) => <PriorityBadge priority={priority} />,
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
];

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
