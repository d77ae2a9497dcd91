// Fetches ENISA's vulnerability database page by page. A delta fetches what was updated since the day before the last update.
import type { AdvisoryFile } from '@assay/scanner/advisories';
import { bytesAt, type CrawlOptions, listIn, memberOf } from './answers.ts';

const PAGE_RECORDS = 100;
const PAGE_BYTES = 32 * 1024 * 1024;
const MOST_PAGES = 20_000;
const DAY_MS = 86_400_000;

export function isEuvdSearch(location: string): boolean {
  return new URL(location).pathname.endsWith('/api/search');
}

export async function* euvdPages(location: string, options: CrawlOptions): AsyncGenerator<AdvisoryFile> {
  const { since } = options;
  const url = new URL(location);
  url.searchParams.set('size', String(PAGE_RECORDS));
  if (since) url.searchParams.set('fromUpdatedDate', new Date(since.getTime() - DAY_MS).toISOString().slice(0, 10));
  const begin = Math.max(0, Number.parseInt(options.resume ?? '0', 10) || 0);
  let got = begin * PAGE_RECORDS;
  for (let page = begin; page < MOST_PAGES; page++) {
    url.searchParams.set('page', String(page));
    const bytes = await bytesAt(url.href, PAGE_BYTES, options);
    const answer = JSON.parse(bytes.toString('utf8')) as unknown;
    const total = Number(memberOf(answer, 'total'));
    const count = listIn(answer, 'items').length;
    got += count;
    if (!Number.isInteger(total) || total < 0)
      return yield { type: 'end', problem: `"total" of page ${page} must be a whole number.` };
    if (count > 0) yield { type: 'file', path: `page-${page}.json`, bytes };
    options.onPosition(String(page));
    if (got >= total) return yield { type: 'end', problem: '' };
    if (count === 0)
      return yield { type: 'end', problem: `The search has ${total} records, but returned only ${got} of them.` };
  }
  yield { type: 'end', problem: `The search has more than ${MOST_PAGES} pages.` };
}
