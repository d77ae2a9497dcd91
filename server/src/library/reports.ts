// The rows of the standard reports, from the folders of their writers.
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../db/postgres/connection.ts';
import { insertReport, listStandardReports, updateReport } from '../db/reports/reports.ts';
import { REPORT_KINDS } from '../reports/kinds.ts';
import type { ReportKind } from '../reports/report.ts';

/** Adds missing rows and updates place and options. A custom report that already has the name keeps it. */
export async function fillStandardReports(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const standing = new Map((await listStandardReports(tx)).map((row) => [row.path, row]));
    for (const { kind, name, position, options, hasProjectPicker = false } of REPORT_KINDS as readonly ReportKind[]) {
      const row = standing.get(kind);
      const values = { position, options: JSON.stringify(options), has_project_picker: hasProjectPicker };
      if (!row) {
        const added = { ...values, path: kind, is_default: true };
        (await insertReport(tx, { ...added, name })) ??
          (await insertReport(tx, { ...added, name: `${name} (standard)` }));
      } else if (
        row.position !== position ||
        row.has_project_picker !== hasProjectPicker ||
        !isDeepStrictEqual(row.options, options)
      )
        await updateReport(tx, row.id, values);
    }
  });
}
