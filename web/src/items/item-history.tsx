// The history of an item, newest first. Changes that were saved together form one entry. The server names licenses by
// their ids, the page by their names.
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { NO_LICENSE_ID } from '../choices/component-choice.tsx';
import { licensesQuery } from '../choices/library-queries.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { momentText } from '../elements/quantities.ts';
import classes from './inventory-tab.module.css';
import { type HistoryChange, historyQuery } from './queries.ts';

const LONGEST_VALUE = 120;
/** The field whose values are ids of licenses. */
const LICENSE_FIELD = 'License';

export function ItemHistory({ inventoryId }: { inventoryId: number }) {
  const history = useQuery(historyQuery(inventoryId));
  const namesLicenses = history.data?.rows.some(({ changes }) => changes.some(isOfLicense)) ?? false;
  const licenses = useQuery({ ...licensesQuery, enabled: namesLicenses });
  if (!history.isSuccess) return <Waiting query={history} rows={4} />;
  if (namesLicenses && !licenses.isSuccess) return <Waiting query={licenses} rows={4} />;
  const { rows, total } = history.data;
  if (rows.length === 0) {
    return (
      <Empty icon={<IconHistory />} title="No history">
        Nothing has changed since the item was created.
      </Empty>
    );
  }
  const nameOf = licenseNames(licenses.data ?? []);
  const hidden = total - rows.length;
  return (
    <>
      <ol className={classes.history}>
        {rows.map(({ id, changes }) => (
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
                <Change key={change.field} change={isOfLicense(change) ? withNames(change, nameOf) : change} />
              ))}
          </li>
        ))}
      </ol>
      {hidden > 0 && <p>{hidden} older entries are not shown.</p>}
    </>
  );
}

const isOfLicense = ({ field }: HistoryChange) => field === LICENSE_FIELD;

function withNames(change: HistoryChange, nameOf: (id: string) => string): HistoryChange {
  return { ...change, oldValue: nameOf(change.oldValue), newValue: nameOf(change.newValue) };
}

/** The name of a license by its id. Licenses can be deleted from the library, and the history keeps their ids. */
function licenseNames(licenses: readonly { id: number; name: string }[]): (id: string) => string {
  const names = new Map(licenses.map(({ id, name }) => [String(id), name]));
  names.set(String(NO_LICENSE_ID), "I don't know");
  return (id) => names.get(id) ?? (/^-?\d+$/.test(id) ? `a deleted license (id ${id})` : id);
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
  if (value === 'true' || value === 'false') return value === 'true' ? 'yes' : 'no';
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
}
