// The history of an item, newest first. Changes that were saved together form one entry.
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { momentText } from '../elements/quantities.ts';
import classes from './inventory-tab.module.css';
import { type HistoryChange, historyQuery } from './queries.ts';

const LONGEST_VALUE = 120;

export function ItemHistory({ inventoryId }: { inventoryId: number }) {
  const history = useQuery(historyQuery(inventoryId));
  if (!history.isSuccess) return <Waiting query={history} rows={4} />;
  if (history.data.length === 0) {
    return (
      <Empty icon={<IconHistory />} title="No history">
        Nothing has changed since the item was created.
      </Empty>
    );
  }
  return (
    <ol className={classes.history}>
      {history.data.map(({ id, changes }) => (
        <li key={id}>
          <div className={classes.historyHead}>
            <b>{changes[0]?.event ?? 'Changed'}</b>
            <span>
              {momentText(changes[0]?.date)} · {changes[0]?.user}
              {changes[0]?.action && ` · ${changes[0].action}`}
            </span>
          </div>
          {changes
            .filter(({ field }) => field !== '')
            .map((change) => (
              <Change key={change.field} change={change} />
            ))}
        </li>
      ))}
    </ol>
  );
}

function Change({ change }: { change: HistoryChange }) {
  return (
    <div className={classes.change}>
      <span>{change.field}</span>
      <del>{shortened(change.oldValue)}</del>
      <ins>{shortened(change.newValue)}</ins>
    </div>
  );
}

function shortened(value: string): string {
  if (value === '') return 'empty';
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
}
