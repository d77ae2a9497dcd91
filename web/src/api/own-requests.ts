// The calls by which this page has changed something. What the server tells of them is known here already.

const MOST_KEPT = 200;
const ids = new Set<string>();

export const ownRequests = {
  add(id: string): void {
    ids.add(id);
    const [oldest] = ids;
    if (ids.size > MOST_KEPT && oldest !== undefined) ids.delete(oldest);
  },
  hasAll: (some: readonly string[]): boolean => some.every((id) => ids.has(id)),
};
