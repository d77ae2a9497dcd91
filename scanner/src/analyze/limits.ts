// Limits the findings of one file. A file with more is data that no person reads finding by finding, and memory must stay bounded. An issue
// reports what was cut.
import type { FileFacts, Issue } from '../findings.ts';

/** A manifest above this size is not read for packages. */
export const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;
/** License matches, references, copyright statements and authors of one file, each. */
const MOST_STATEMENTS = 20_000;
/** Distinct e-mail addresses and distinct URLs of one file, each. */
const MOST_CONTACTS = 10_000;

/** Cuts the facts to the limits and returns an issue for each cut. */
export function cutToLimits(facts: FileFacts): Issue[] {
  const { licenses, licenseReferences, copyrights, authors, emails, urls } = facts;
  const issues: Issue[] = [];
  if (cut([licenses, licenseReferences], MOST_STATEMENTS))
    issues.push(tooMany(`license matches; the first ${MOST_STATEMENTS.toLocaleString('en')}`));
  if (cut([copyrights, authors], MOST_STATEMENTS)) issues.push(tooMany('copyright statements; the first ones'));
  if (cut([emails, urls], MOST_CONTACTS)) issues.push(tooMany('e-mail addresses or URLs; the first ones'));
  return issues;
}

export function tooLargeManifest(): Issue {
  const message = `The manifest is larger than ${MAX_MANIFEST_BYTES / 1024 / 1024} MB and was not read for packages.`;
  return { code: 'truncated-analysis', path: '', message };
}

export function tooMany(what: string): Issue {
  return { code: 'truncated-analysis', path: '', message: `The file holds too many ${what} are kept.` };
}

/** Adds the issues that are not listed yet, so that an issue of many windows appears once. */
export function addIssues(issues: Issue[], more: readonly Issue[]): void {
  for (const issue of more)
    if (!issues.some(({ code, message }) => code === issue.code && message === issue.message)) issues.push(issue);
}

function cut(lists: unknown[][], most: number): boolean {
  const long = lists.filter((list) => list.length > most);
  for (const list of long) list.length = most;
  return long.length > 0;
}
