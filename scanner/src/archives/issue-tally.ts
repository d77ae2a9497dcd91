// Keeps the issues of one archive readable: the first ones of each kind in full, the rest as a count.
import type { Issue, IssueCode } from '../findings.ts';

const SHOWN_PER_CODE = 100;

export interface IssueTally {
  /** The issue, or undefined when it is only counted. */
  add(issue: Issue): Issue | undefined;
  /** One issue for each kind that was cut off. */
  summaries(path: string): Issue[];
}

export function createIssueTally(): IssueTally {
  const counts = new Map<IssueCode, number>();
  return {
    add(issue) {
      const count = (counts.get(issue.code) ?? 0) + 1;
      counts.set(issue.code, count);
      return count > SHOWN_PER_CODE ? undefined : issue;
    },
    summaries(path) {
      return [...counts]
        .filter(([, count]) => count > SHOWN_PER_CODE)
        .map(([code, count]) => ({
          code,
          path,
          message: `${count - SHOWN_PER_CODE} more entries of this archive have the trouble "${code}"; only the first ${SHOWN_PER_CODE} are listed.`,
        }));
    },
  };
}
