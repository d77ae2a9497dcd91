// What a bulk decision changed, in a compact form: rows whose columns changed alike are one image with many ids. Pure.
import type { RowKind } from './actions.ts';

/** The columns of a row that decisions may change, as JSON. */
export type RowState = Readonly<Record<string, unknown>>;
export type RowStates = ReadonlyMap<number, RowState>;

export interface RowImage {
  kind: RowKind;
  ids: number[];
  /** Null for rows that did not exist. */
  before: RowState | null;
  /** Null for rows that the decision deleted. */
  after: RowState | null;
  /** The vulnerability of a project that the rows are about; they are restored together or not at all. */
  of?: VulnerabilityOfProject;
}

export interface VulnerabilityOfProject {
  projectId: number;
  vulnerabilityId: number;
}

/** The difference between two states of the same rows. Rows without a change are left out. */
export function imagesOf(kind: RowKind, before: RowStates, after: RowStates): RowImage[] {
  const images = new Map<string, RowImage>();
  for (const [id, now] of after) {
    const change = changeOf(before.get(id), now);
    if (change === undefined) continue;
    const key = JSON.stringify([change.before, change.after]);
    const alike = images.get(key) ?? { kind, ids: [], ...change };
    alike.ids.push(id);
    images.set(key, alike);
  }
  return [...images.values()];
}

function changeOf(before: RowState | undefined, after: RowState): Pick<RowImage, 'before' | 'after'> | undefined {
  if (before === undefined) return { before: null, after };
  const changed = Object.keys(after).filter((column) => !isSame(before[column], after[column]));
  if (changed.length === 0) return undefined;
  const of = (row: RowState) => Object.fromEntries(changed.map((column) => [column, row[column]]));
  return { before: of(before), after: of(after) };
}

/** The same for rows that decisions also delete, each of which has an image of its own. */
export function imagesWithDeletedOf(kind: RowKind, before: RowStates, after: RowStates): RowImage[] {
  const deleted = [...before].filter(([id]) => !after.has(id));
  return [
    ...imagesOf(kind, before, after),
    ...deleted.map(([id, was]) => ({ kind, ids: [id], before: was, after: null })),
  ];
}

/** True if the columns of the image are still what the decision left. */
export function isUnchanged({ after }: Pick<RowImage, 'after'>, now: RowState | undefined): boolean {
  if (after === null || now === undefined) return after === null && now === undefined;
  return Object.entries(after).every(([column, value]) => isSame(value, now[column]));
}

/** Values from one query of PostgreSQL, which writes members of jsonb in one order. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
