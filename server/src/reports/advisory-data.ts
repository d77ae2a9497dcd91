// States the age of the advisory data. Every part of a report about vulnerabilities prints it, because without data an empty list proves nothing and
// must not look safe.
import type { Block, Cell } from '../documents/document.ts';
import type { ReportSource } from './report.ts';

const NO_ADVISORIES =
  'No data of advisories is loaded on this server: whether these items have vulnerabilities is not known.';

/** The sentence for a list without vulnerabilities. */
export function noneKnown({ head }: ReportSource): string {
  const { dataAsOf } = head.advisories;
  return dataAsOf === null
    ? NO_ADVISORIES
    : `No advisory of the data as of ${dataAsOf} UTC was matched, and nobody has analysed a vulnerability of these items.`;
}

/** The entry in the facts at the top of the document. */
export function advisoryFact({ head }: ReportSource): [string, Cell] {
  const { dataAsOf, dataIsStale } = head.advisories;
  if (dataAsOf === null)
    return ['Data of advisories', { text: 'none, so vulnerabilities are not known', tone: 'warn' }];
  return dataIsStale
    ? ['Data of advisories', { text: `as of ${dataAsOf} UTC, out of date`, tone: 'warn' }]
    : ['Data of advisories', `as of ${dataAsOf} UTC`];
}

/** The sentence above a list or count of vulnerabilities. */
export function advisoryNote({ head }: ReportSource): Block {
  const { dataAsOf, dataIsStale } = head.advisories;
  if (dataAsOf === null) return { type: 'paragraph', text: NO_ADVISORIES, tone: 'warn' };
  const age = `Data of advisories as of ${dataAsOf} UTC: the age of the oldest source in use.`;
  return dataIsStale
    ? {
        type: 'paragraph',
        text: `${age} This is older than the site allows: vulnerabilities that were published since are missing.`,
        tone: 'warn',
      }
    : { type: 'paragraph', text: age };
}
