// Disks: free space, and what takes the rest.
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Installation } from '../../api/models.ts';
import pageClasses from '../../elements/page.module.css';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { countText, momentText, sizeText } from '../../elements/quantities.ts';
import classes from './operations.module.css';
import { storageQuery } from './queries.ts';

export function Storage({ state }: { state: Installation }) {
  return (
    <Panel title="Disks, and what grows" isFlush>
      <Stack gap="sm" p={14}>
        {state.disksProblem !== '' && <Text size="sm">Unknown: {state.disksProblem}</Text>}
        {state.disks.map((disk) => (
          <Disk key={disk.folder} disk={disk} />
        ))}
        {!state.database.isEmbedded && (
          <Text size="sm" c="dimmed">
            The disk of the database is unknown: the database is at DATABASE_URL, and this server cannot see its disk.
          </Text>
        )}
      </Stack>
      <Parts />
    </Panel>
  );
}

function Disk({ disk: { folder, sizeBytes, freeBytes, reservedBytes } }: { disk: Installation['disks'][number] }) {
  const used = sizeBytes === 0 ? 0 : (1 - freeBytes / sizeBytes) * 100;
  return (
    <div>
      <Text size="sm">
        <span className="mono">{folder}</span>: {sizeText(freeBytes)} of {sizeText(sizeBytes)} free
      </Text>
      <div className={classes.bar} aria-hidden>
        <div className={classes.used} style={{ width: `${used}%` }} data-low={used > 90 ? true : undefined} />
      </div>
      <Text size="xs" c="dimmed">
        Uploads and jobs stop when less than {sizeText(reservedBytes)} are free.
      </Text>
    </div>
  );
}

function Parts() {
  const storage = useQuery(storageQuery);
  if (!storage.isSuccess) return <Waiting query={storage} rows={4} title="The sizes could not be measured" />;
  const { parts, tables, measuredOn } = storage.data;
  return (
    <>
      <table className={pageClasses.table}>
        <thead>
          <tr>
            <th scope="col">Part of the data folder</th>
            <th scope="col" className={classes.number}>
              Size
            </th>
            <th scope="col" className={classes.number}>
              Files
            </th>
            <th scope="col">Folder</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name, folder, sizeBytes, files, unknown }) => (
            <tr key={folder}>
              <td>{name}</td>
              <td className={classes.number}>{sizeBytes === null ? 'unknown' : sizeText(sizeBytes)}</td>
              <td className={classes.number}>{files === null ? 'unknown' : countText(files)}</td>
              <td>
                <span className="mono">{folder}</span>
                {unknown !== '' && <Text size="xs">{unknown}</Text>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <details style={{ padding: 14 }}>
        <summary>The largest tables of the database</summary>
        <table className={pageClasses.table}>
          <thead>
            <tr>
              <th scope="col">Table</th>
              <th scope="col" className={classes.number}>
                Size
              </th>
              <th scope="col" className={classes.number}>
                Rows (estimate)
              </th>
            </tr>
          </thead>
          <tbody>
            {tables.map(({ name, sizeBytes, rows }) => (
              <tr key={name}>
                <td>{name}</td>
                <td className={classes.number}>{sizeText(sizeBytes)}</td>
                <td className={classes.number}>{rows === null ? 'unknown: not counted yet' : countText(rows)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      <Text size="xs" c="dimmed" p={14} pt={0}>
        Measured {momentText(measuredOn)}.
      </Text>
    </>
  );
}
