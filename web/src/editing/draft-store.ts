// What was typed into forms and not saved yet. In memory only: whoever closes the page is asked first.

export type Values = Record<string, unknown>;

/** The changed fields of a form, by the form's key. */
const drafts = new Map<string, Values>();
const watchers = new Set<() => void>();

export const draftOf = (key: string): Values | undefined => drafts.get(key);

/** Keeps what was changed, or forgets it when there is nothing. */
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

/** When somebody signs out, nothing that was typed stays behind. */
export function forgetDrafts(): void {
  for (const key of [...drafts.keys()]) keepDraft(key, undefined);
}

/** Tells when a form begins or ends to have a draft; answers how to end that. */
export function watchDrafts(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

const isGroup = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of `values` that differ from `saved`, groups of fields looked into; undefined when none does. */
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
