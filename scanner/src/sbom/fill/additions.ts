// What the fillings of all formats share: additions to a component, what is said of each, and the look-up of what sources know.

import { readExpression } from '../../expressions/index.ts';
import { own } from '../../items.ts';
import type { ComponentKnowledge, SourcedValue } from './known.ts';

export type EditableFields = Record<string, unknown>;

export interface FilledField {
  /** `components[3]`. */
  place: string;
  /** Name and version of the component. */
  component: string;
  /** The member of the document that was missing. */
  field: string;
  source: string;
}

export interface Filled {
  /** A copy; the same if nothing was filled in. */
  document: EditableFields;
  filled: FilledField[];
  /** A signature inside of the document, which would not hold for the copy. */
  isSignatureLeftOut: boolean;
}

export interface Filling {
  at: Date;
  tool: { name: string; version: string };
}

/** Members that one component lacks and gets, and what is said of each. */
export class Additions {
  readonly members: EditableFields = {};
  readonly said: { field: string; source: string }[] = [];

  /** Adds the member if its value is known. */
  add<Value>(field: string, known: SourcedValue<Value> | undefined, written: (value: Value) => unknown): void {
    if (known === undefined) return;
    this.members[field] = written(known.value);
    this.said.push({ field, source: known.source });
  }

  told(place: string, component: string): FilledField[] {
    return this.said.map((one) => ({ place, component, ...one }));
  }
}

export const textIn = (fields: EditableFields, name: string): string => {
  const value = own(fields, name);
  return typeof value === 'string' ? value.trim() : '';
};

export const isMissing = (fields: EditableFields, name: string): boolean => {
  const value = own(fields, name);
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
};

export const isUnstated = (fields: EditableFields, name: string) =>
  isMissing(fields, name) || textIn(fields, name) === 'NOASSERTION';

/** An expression that both standards take. */
export function valid(known: SourcedValue<string> | undefined): SourcedValue<string> | undefined {
  if (known === undefined) return undefined;
  const { canonical, ids } = readExpression(known.value);
  return ids.length === 0 ? undefined : { ...known, value: canonical };
}

/** Other licenses would have to be described in the document. */
export function listed(known: SourcedValue<string> | undefined): SourcedValue<string> | undefined {
  const found = valid(known);
  return found?.value.includes('LicenseRef-') ? undefined : found;
}

export const titleOf = (name: string, version: string) => [name, version].filter(Boolean).join(' ');

/** A component of the document, by which dependencies are filled in. */
export interface PlacedComponent {
  purl: string;
  ref: string;
  place: string;
  component: string;
}

export interface FilledDependencies {
  from: PlacedComponent;
  to: string[];
  source: string;
}

/** What components need, of which the document says nothing: only what is in the document itself. */
export function missingDependencies(
  placed: readonly PlacedComponent[],
  isStated: (ref: string) => boolean,
  { dependenciesOf }: ComponentKnowledge,
): FilledDependencies[] {
  const refs = new Map(placed.map(({ purl, ref }) => [purl, ref]));
  return placed.flatMap((from) => {
    if (from.purl === '' || from.ref === '' || isStated(from.ref)) return [];
    const known = dependenciesOf(from.purl);
    const to = (known?.value ?? [])
      .flatMap((purl) => refs.get(purl) ?? [])
      .filter((ref) => ref !== '' && ref !== from.ref);
    return known === undefined || to.length === 0 ? [] : [{ from, to: [...new Set(to)], source: known.source }];
  });
}

export const toldDependencies = (all: readonly FilledDependencies[], field: string): FilledField[] =>
  all.map(({ from: { place, component }, source }) => ({ place, component, field, source }));
