// States the age of the advisory data, and which items were not compared with them. Every part of a report about vulnerabilities prints it. Without data,
// an empty list proves nothing and must not look safe.
import type { Block, Cell, Table } from '../documents/document.ts';
import { staleInWords } from '../domain/vulnerabilities/data-age.ts';
import { mapped } from './item-blocks.ts';
import type { ReportSource } from './report.ts';

const NO_ADVISORIES = 'This server has no advisory data. It is not known whether these items have vulnerabilities.';

/** The sentence for a list without vulnerabilities. */
export function noneKnown({ head }: ReportSource): string {
  const { dataAsOf, coverage } = head.advisories;
  if (dataAsOf === null) return NO_ADVISORIES;
  const known = `The advisory data as of ${dataAsOf} UTC contain no vulnerability of these items, and nobody has analysed one.`;
  return coverage.words === '' ? known : `${known} ${coverage.words}.`;
}

/** The entries in the facts at the top of the document. */
export function advisoryFacts({ head }: ReportSource): [string, Cell][] {
  const { dataAsOf, dataIsStale, dataByEcosystem, coverage } = head.advisories;
  const compared: [string, Cell] =
    coverage.words === ''
      ? ['Compared with advisories', coverage.items === 0 ? 'no items' : `all ${coverage.items} items`]
      : ['Compared with advisories', { text: coverage.words, tone: 'warn' }];
  if (dataAsOf === null)
    return [['Advisory data', { text: 'none, so vulnerabilities are not known', tone: 'warn' }], compared];
  const old = staleInWords(dataByEcosystem);
  const age: Cell = dataIsStale
    ? { text: `as of ${dataAsOf} UTC, out of date${old === '' ? '' : ` for ${old}`}`, tone: 'warn' }
    : `as of ${dataAsOf} UTC`;
  return [['Advisory data', age], compared];
}

/** The sentence above a list or count of vulnerabilities. */
export function advisoryNote({ head }: ReportSource): Block {
  const { dataAsOf, dataIsStale, coverage } = head.advisories;
  const missing = coverage.words === '' ? '' : ` ${coverage.words}. Nothing is known of the vulnerabilities of these.`;
  if (dataAsOf === null) return { type: 'paragraph', text: `${NO_ADVISORIES}${missing}`, tone: 'warn' };
  const age = `Advisory data as of ${dataAsOf} UTC (the date of the oldest data in use).`;
  const stale = dataIsStale ? ' This is older than this site allows. Newer vulnerabilities are missing.' : '';
  const text = `${age}${stale}${missing}`;
  return stale + missing === '' ? { type: 'paragraph', text } : { type: 'paragraph', text, tone: 'warn' };
}

/** Without data, or with nothing compared, figures of 0 would suggest that all is well. */
export function isAnythingCompared({ head }: ReportSource): boolean {
  return head.advisories.dataAsOf !== null && head.advisories.coverage.compared > 0;
}

/** The items that were not compared, each with the reason. */
export function notComparedTable(source: ReportSource): Table {
  return {
    type: 'table',
    sheet: 'Not compared',
    columns: [
      { title: 'Item', width: 40 },
      { title: 'purl', width: 40 },
      { title: 'Why', width: 24 },
      { title: 'In words', width: 60 },
    ],
    rows: mapped(source.list('inventoryItems'), ({ name, purl, coverage }) =>
      coverage.state === 'compared' ? undefined : [name, purl, coverage.inShort, coverage.sentence],
    ),
    none: 'All items were compared with advisories.',
    isNoneInSheets: true,
  };
}
