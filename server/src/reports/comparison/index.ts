// The comparison of two projects: items that only one has, and items that both have with another version, license or review.

import type { Block, Row } from '../../documents/document.ts';
import type { ReportItem } from '../data.ts';
import { Counts, filterNote, statusCell, subtitle } from '../item-blocks.ts';
import { once } from '../once.ts';
import type { ReportSource, ReportWriter } from '../report.ts';
import { type ComparedItem, compareItems, type Difference, differenceKinds } from './compare.ts';

export const comparison: ReportWriter = {
  data: ['inventoryItems'],
  document: (source) => {
    const pairs = once(() => pairsOf(source));
    return {
      title: `Comparison: ${source.head.project.name} and ${otherName(source)}`,
      subtitle: subtitle(source, ''),
      brand: source.brand,
      at: source.at,
      facts: [
        ['First project', source.head.project.name],
        ['Second project', otherName(source)],
        ['Items of the first', source.head.counts.items],
        ['Items of the second', source.other?.head.counts.items ?? null],
      ],
      sections: [
        { id: 'summary', title: 'Summary', blocks: () => summary(source, pairs) },
        { id: 'differences', title: 'Differences', blocks: () => differences(source, pairs) },
      ],
    };
  },
};

const otherName = ({ other }: ReportSource) => other?.head.project.name ?? 'no second project';

async function pairsOf({ list, other }: ReportSource): Promise<Difference[]> {
  const first = await compared(list('inventoryItems'));
  return compareItems(first, other ? await compared(other.list('inventoryItems')) : []);
}

async function compared(rows: AsyncIterable<ReportItem>): Promise<ComparedItem[]> {
  const items: ComparedItem[] = [];
  for await (const {
    name,
    type,
    componentName,
    versionName,
    purl,
    licenseExpression,
    licenseName,
    status,
    priority,
  } of rows)
    items.push({
      name,
      type,
      componentName,
      versionName,
      purl,
      license: licenseExpression || licenseName,
      status,
      priority,
    });
  return items;
}

async function* summary(source: ReportSource, pairs: () => Promise<Difference[]>): AsyncGenerator<Block> {
  yield* filterNote(source);
  const counts = new Counts();
  for (const { kind } of await pairs()) counts.add(kind);
  yield { type: 'bars', title: 'Items', bars: counts.bars(differenceKinds) };
}

async function* differences(source: ReportSource, pairs: () => Promise<Difference[]>): AsyncGenerator<Block> {
  const [one, two] = [source.head.project.name, otherName(source)];
  yield {
    type: 'table',
    sheet: 'Differences',
    columns: [
      { title: 'Component', width: 36 },
      { title: 'Difference', width: 20 },
      { title: `Version in ${one}`, width: 18 },
      { title: `Version in ${two}`, width: 18 },
      { title: `License in ${one}`, width: 24 },
      { title: `License in ${two}`, width: 24 },
      { title: `Review in ${one}`, width: 14 },
      { title: `Review in ${two}`, width: 14 },
    ],
    rows: (await pairs()).map(rowOf),
    mostOnPage: 5000,
    none: 'Both projects have no inventory, or the filters leave out all items.',
  };
}

function rowOf({ kind, subject, first, second }: Difference): Row {
  const cells = (item: ComparedItem | undefined) =>
    item ? ([item.versionName, item.license, statusCell(item.status)] as const) : ([null, null, null] as const);
  const [[v1, l1, s1], [v2, l2, s2]] = [cells(first), cells(second)];
  return [subject, kind, v1, v2, l1, l2, s1, s2];
}
