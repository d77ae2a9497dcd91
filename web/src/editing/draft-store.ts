// Stores what users typed into forms and have not saved. Drafts are in memory only; the page asks before it is closed.

export type Values = Record<string, unknown>;

/** The changed fields of a form, by the key of the form. */
const drafts = new Map<string, Values>();
const watchers = new Set<() => void>();

export const draftOf = (key: string): Values | undefined => drafts.get(key);

/** Stores the changed fields, or deletes the draft if nothing has changed. */
export function keepDraft(key: string, changes: Values | undefined): void {
  const wasKept = drafts.has(key);
  if (changes) drafts.set(key, changes);
  else drafts.delete(key);
  if (wasKept === drafts.has(key)) return;
  if (drafts.size > 0) window.addEventListener('beforeunload', askBeforeUnload);
  else window.removeEventListener('beforeunload', askBeforeUnload);
  for (const tell of watchers) tell();
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** When a user signs out, all drafts are deleted. */
export function forgetDrafts(): void {
  for (const key of [...drafts.keys()]) keepDraft(key, undefined);
}

/** Calls the listener when a form starts or stops having a draft. Returns the function that unsubscribes it. */
export function watchDrafts(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

const isGroup = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of `values` that differ from `saved`, also inside groups of fields. Undefined if none differs. */
export function changesOf(saved: Values, values: Values): Values | undefined {
  const changes: Values = {};
  for (const [field, value] of Object.entries(values)) {
    const before = saved[field];
    const change = isGroup(value)
      ? changesOf(isGroup(before) ? before : {}, value)
      : value === before
        ? undefined
        : value;
    if (change !== undefined) changes[field] = change;
  }
  return Object.keys(changes).length > 0 ? changes : undefined;
}

export function withChanges(saved: Values, changes: Values): Values {
  const values = { ...saved };
  for (const [field, change] of Object.entries(changes)) {
    const before = saved[field];
    values[field] = isGroup(change) ? withChanges(isGroup(before) ? before : {}, change) : change;
  }
  return values;
}
