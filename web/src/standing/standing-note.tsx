// Above an item: that its review no longer holds, or that its evidence is gone.
import { Alert, Button } from '@mantine/core';
import type { InventoryItem } from '../api/models.ts';
import { useMay } from '../project/queries.ts';
import { openKeep } from './keep-item.tsx';
import classes from './standing.module.css';

export function StandingNote({ item }: { item: InventoryItem }) {
  const may = useMay();
  const { toBeDecidedAgain: lapse, evidence, goneSinceScan } = item;
  if (lapse === undefined && evidence === undefined) return null;
  return (
    <div className={classes.note}>
      {lapse && (
        <Alert color="orange" title="To be decided again" role="status">
          {lapse.why}
        </Alert>
      )}
      {evidence && (
        <Alert
          color="gray"
          role="status"
          title={
            goneSinceScan === undefined
              ? `Kept without evidence (gone since scan ${evidence.missingSinceScan})`
              : `Gone since scan ${goneSinceScan}: it counts nowhere`
          }
        >
          {evidence.why}{' '}
          {goneSinceScan !== undefined && may('REVIEW_INVENTORY') && (
            <Button size="compact-xs" variant="default" onClick={() => openKeep(item)}>
              Keep…
            </Button>
          )}
        </Alert>
      )}
    </div>
  );
}
