// States the age of the advisory data. Every part of a report about vulnerabilities prints it. Without data, an empty
// list proves nothing and must not look safe.
import type { Block, Cell } from '../documents/document.ts';
import type { ReportSource } from './report.ts';

const NO_ADVISORIES = 'This server has no advisory data. It is not known whether these items have vulnerabilities.';

/** The sentence for a list without vulnerabilities. */
export function noneKnown({ head }: ReportSource): string {
  const { dataAsOf } = head.advisories;
  return dataAsOf === null
    ? NO_ADVISORIES
    : `The advisory data as of ${dataAsOf} UTC contain no vulnerability of these items, and nobody has analysed one.`;
}

/** The entry in the facts at the top of the document. */
export function advisoryFact({ head }: ReportSource): [string, Cell] {
  const { dataAsOf, dataIsStale } = head.advisories;
  if (dataAsOf === null) return ['Advisory data', { text: 'none, so vulnerabilities are not known', tone: 'warn' }];
  return dataIsStale
    ? ['Advisory data', { text: `as of ${dataAsOf} UTC, out of date`, tone: 'warn' }]
    : ['Advisory data', `as of ${dataAsOf} UTC`];
}

/** The sentence above a list or count of vulnerabilities. */
export function advisoryNote({ head }: ReportSource): Block {
  const { dataAsOf, dataIsStale } = head.advisories;
  if (dataAsOf === null) return { type: 'paragraph', text: NO_ADVISORIES, tone: 'warn' };
  const age = `Advisory data as of ${dataAsOf} UTC (the date of the oldest source in use).`;
  return dataIsStale
    ? {
        type: 'paragraph',
        text: `${age} This is older than this site allows. Newer vulnerabilities are missing.`,
        tone: 'warn',
      }
    : { type: 'paragraph', text: age };
}
