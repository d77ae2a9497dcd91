// A table for several reports: the obligations of people who ship a product with these licenses.
import { licensesOf } from '@assay/scanner/expressions';
import type { Table } from '../documents/document.ts';
import { classOf, obligationText } from '../domain/licenses/license-obligations.ts';
import type { ReportItem } from './data.ts';

export interface LicenseUse {
  items: ReportItem['name'][];
  count: number;
  /** Those of them that a review rejected. */
  rejected: number;
}

const NAMED = 20;

/** The licenses of items, sorted by name, each with its number of items and the first of them. */
export async function usesOfLicenses(items: AsyncIterable<ReportItem>): Promise<Map<string, LicenseUse>> {
  const uses = new Map<string, LicenseUse>();
  for await (const item of items)
    for (const license of new Set(licensesOf(item.licenseExpression))) {
      const use = uses.get(license) ?? { items: [], count: 0, rejected: 0 };
      use.count++;
      if (use.items.length < NAMED) use.items.push(item.status === 'Rejected' ? `${item.name}, rejected` : item.name);
      if (item.status === 'Rejected') use.rejected++;
      uses.set(license, use);
    }
  return new Map([...uses].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function obligationTable(uses: ReadonlyMap<string, LicenseUse>): Table {
  return {
    type: 'table',
    sheet: 'Obligations',
    columns: [
      { title: 'License', width: 30 },
      { title: 'Class', width: 24 },
      { title: 'Items', type: 'number' },
      { title: 'Rejected', type: 'number' },
      { title: 'Asks for', width: 80 },
    ],
    rows: [...uses].map(([license, { count, rejected }]) => {
      const { name, asks } = classOf(license);
      return [license, name, count, rejected, asks.length === 0 ? ['Nothing.'] : asks.map(obligationText)];
    }),
    none: 'No item has a license.',
  };
}
