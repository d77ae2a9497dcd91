// The fields of an imported item, by the table of domain/inventories/inventory-fields.ts: how they are read, and the columns of a new item. Writes nothing.

import { own } from '@assay/scanner/items';
import type { MemberReader, Members } from '@assay/scanner/member-reader';
import {
  type CarriedFields,
  columnsOf,
  fieldsOfKind,
  type NamedField,
} from '../domain/inventories/inventory-fields.ts';

/** What scans find; the priority is absent if the data does not have it. */
export type FoundFields = Omit<CarriedFields<'found'>, 'priority'> & Partial<Pick<CarriedFields<'found'>, 'priority'>>;
/** Absent fields are not in the data. */
export type Usage = Partial<CarriedFields<'usage'>>;
export type Notes = CarriedFields<'note' | 'license-text'>;
export type Links = CarriedFields<'link'>;

const blankOf = (fields: readonly NamedField[]) => Object.fromEntries(fields.map(({ name, blank }) => [name, blank]));

export const NO_NOTES = blankOf(fieldsOfKind('note', 'license-text')) as Notes;
export const NO_LINKS = blankOf(fieldsOfKind('link')) as Links;
export const NOTHING_FOUND = blankOf(fieldsOfKind('found')) as CarriedFields<'found'>;

/** The fields in an element of `inventory`. Those of scans that it does not have are blank. */
export function fieldsIn(
  item: Members,
  read: MemberReader,
  { notes }: { notes: MemberReader },
): { found: CarriedFields<'found'>; usage: Usage; notes: Notes; links: Links } {
  const usage = fieldsOfKind('usage').filter(({ name }) => own(item, name) !== undefined);
  return {
    found: valuesOf(fieldsOfKind('found'), read) as CarriedFields<'found'>,
    usage: valuesOf(usage, read) as Usage,
    notes: valuesOf(fieldsOfKind('note', 'license-text'), notes) as Notes,
    links: valuesOf(fieldsOfKind('link'), read) as Links,
  };
}

function valuesOf(fields: readonly NamedField[], read: MemberReader): Record<string, string | boolean | null> {
  return Object.fromEntries(fields.map((field) => [field.name, readValue(field, read)]));
}

function readValue({ name, values, isFlag, blank, sent, kind }: NamedField, read: MemberReader) {
  if (isFlag) return read.flag(name);
  // Hand-written data may have '' for what scans do not know.
  if (values !== undefined && kind === 'found') return read.choice(name, ['', ...values], '') || String(blank);
  if (values !== undefined) return read.choice(name, values, String(blank));
  const text = read.text(name, sent?.most ?? MOST[kind]);
  return text === '' ? blank : text;
}

/** Characters of fields that people cannot send. */
const MOST = { found: 4000, usage: 255, note: 65_535, 'license-text': 16_777_215, link: 2400 };

/** All columns of a new item. */
export function newColumns(item: FoundFields & { usage: Usage; notes: Notes; links: Links }) {
  return {
    ...columnsOf(item, 'found'),
    ...columnsOf(item.usage, 'usage'),
    ...columnsOf(item.notes, 'note', 'license-text'),
    ...columnsOf(item.links, 'link'),
  };
}
