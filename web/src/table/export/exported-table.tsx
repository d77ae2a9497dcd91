// A table of a list on the server, with the menu that saves all of its rows.
import { DataTable, type DataTableProps } from '../data-table.tsx';
import type { PagedRows } from '../paged-rows.ts';
import { ExportMenu } from './export-menu.tsx';
import classes from './exported-table.module.css';

interface ExportedTableProps<Row> extends Omit<DataTableProps<Row>, 'count' | 'rowAt' | 'onRange'> {
  rows: PagedRows<Row>;
}

export function ExportedTable<Row extends object>({ rows, ...props }: ExportedTableProps<Row>) {
  return (
    <div className={classes.exported}>
      <div className={classes.bar}>
        <ExportMenu rows={rows} name={props.name} />
      </div>
      <DataTable {...props} count={rows.total ?? 0} rowAt={rows.rowAt} onRange={rows.onRange} />
    </div>
  );
}
