// Saves all rows of a list, with its filter and order, as CSV or as an Excel workbook. The rows come from the server, page by page.
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { notifyRefused } from '../../elements/notify.ts';
import { countText } from '../../elements/quantities.ts';
import type { PagedRows } from '../paged-rows.ts';
import { csvOf, sheetOf } from './rows.ts';

/** More rows would not fit into a page's memory beside the page; the file says how many are missing. */
const MOST_ROWS = 50_000;

const FORMATS = {
  csv: { label: 'CSV', type: 'text/csv;charset=utf-8' },
  xlsx: { label: 'Excel (XLSX)', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
} as const;
type Format = keyof typeof FORMATS;

interface ExportMenuProps<Row> {
  rows: Pick<PagedRows<Row>, 'total' | 'fetchAll'>;
  /** The name of the file, without its ending. */
  name: string;
  size?: 'xs' | 'compact-sm' | 'sm';
}

export function ExportMenu<Row extends object>({ rows, name, size = 'compact-sm' }: ExportMenuProps<Row>) {
  const [done, setDone] = useState<number>();
  const stopped = useRef<AbortController>(undefined);
  const act = async (format: Format) => {
    const stop = new AbortController();
    stopped.current = stop;
    setDone(0);
    try {
      const all = await rows.fetchAll(MOST_ROWS, { onProgress: setDone, signal: stop.signal });
      save(`${name}.${format}`, await fileOf(format, all));
    } catch (error) {
      if (!stop.signal.aborted) notifyRefused('The rows could not be exported', error);
    } finally {
      setDone(undefined);
    }
  };
  if (done !== undefined)
    return (
      <Button variant="default" size={size} onClick={() => stopped.current?.abort()} aria-live="polite">
        {countText(done)} of {countText(Math.min(rows.total ?? 0, MOST_ROWS))} rows – stop
      </Button>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size={size} leftSection={<IconDownload size={15} />} disabled={!rows.total}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(FORMATS).map(([format, { label }]) => (
          <Menu.Item key={format} onClick={() => act(format as Format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

async function fileOf(format: Format, { rows, total }: { rows: object[]; total: number }): Promise<Blob> {
  const sheet = sheetOf(rows, total);
  const { type } = FORMATS[format];
  if (format === 'csv') return new Blob([csvOf(sheet)], { type });
  // Most people never need it.
  const { xlsxOf } = await import('./xlsx.ts');
  return new Blob([xlsxOf(sheet)], { type });
}

function save(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
