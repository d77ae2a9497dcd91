// The fields of an inventory item with a value of their own. Each has one row: its column, names, limits, the right to change it, and its name in
// history and exports. Schemas, answers, changes, versions, history, reports and exports are made from this table: a new field needs a row here, a
// column in db/inventories/tables.ts and a migration. References of an item (component, license, files, other items, custom fields) are not in it.
import type { DecisionKind } from '../decisions/decision.ts';
import { confidences, type InventoryPriority, inventoryPriorities, inventoryPriorityNames } from './inventory.ts';

const NONE = 'N/A';
const NOTES = 65_535;
const TEXTS = 16_777_215;
export const yesNo = ['YES', 'NO'] as const;
const yesNoUnknown = ['UNKNOWN', 'YES', 'NO'] as const;
const distributions = [
  ...(['UNKNOWN', 'INTERNAL', 'EXTERNAL'] as const),
  ...(['HOSTED', 'HOSTED_ANY', 'HOSTED_INTERNAL', 'HOSTED_EXTERNAL'] as const),
] as const;

export interface ItemField {
  column: string;
  /** Computes the shown value, if it differs from the column. */
  show?(stored: never): string | boolean;
  /** Further text for the description of the shown value. */
  shown?: string;
  /** Fields without it are read only. */
  sent?: SentField;
  /** The name in the history; fields without it are not compared. */
  history?: string;
  /** Reports show the field under its shown name. */
  isReported?: true;
}

export interface SentField {
  /** The name in requests, if it differs from the shown name. */
  name?: string;
  label: string;
  /** Length in characters. */
  least?: number;
  most?: number;
  values?: readonly string[];
  /** The interface's name for the list of values. */
  list?: string;
  /** Computes the column, if it differs from the sent value. */
  store?(sent: never): unknown;
  /** EDIT_INVENTORY if absent. */
  right?: 'SET_PRIORITY' | 'EDIT_NOTICES' | 'EDIT_INVENTORY_NOTES';
}

/** In the order of the long form, which begins with those of name, priority and address. */
export const itemFields = {
  name: { column: 'name', sent: { label: 'Name', least: 1, most: 255 }, history: 'Name' },
  priority: {
    column: 'priority',
    show: (stored: InventoryPriority) => inventoryPriorityNames[stored],
    shown: 'High, Medium, Low or Other',
    sent: { label: 'Priority', values: inventoryPriorities, list: 'InventoryPriority', right: 'SET_PRIORITY' },
    history: 'Priority',
  },
  url: { column: 'url', sent: { label: 'URL', most: 2400 }, history: 'URL' },
  description: { column: 'description', sent: { label: 'Description', most: NOTES }, history: 'Description' },
  confidence: {
    column: 'confidence',
    sent: { name: 'confidenceLevel', label: 'Confidence', values: confidences, list: 'Confidence' },
    history: 'Confidence',
  },
  noticesText: {
    column: 'notices_text',
    show: (stored: string) => stored || NONE,
    sent: { name: 'noticeText', label: 'Notices text', most: TEXTS, right: 'EDIT_NOTICES' },
    history: 'Notices Text',
    isReported: true,
  },
  auditNotes: {
    column: 'audit_notes',
    sent: { name: 'auditorReviewNotes', label: 'Audit notes', most: NOTES, right: 'EDIT_INVENTORY_NOTES' },
    history: 'Audit Notes',
    isReported: true,
  },
  asFoundLicenseText: { column: 'as_found_license_text', history: 'As-Found Text', isReported: true },
  usageGuidance: {
    column: 'usage_guidance',
    sent: { label: 'Usage guidance', most: NOTES, right: 'EDIT_INVENTORY_NOTES' },
    history: 'Usage Guidance',
    isReported: true,
  },
  detectionNotes: { column: 'detection_notes', history: 'Detection Notes', isReported: true },
  remediationNotes: {
    column: 'remediation_notes',
    sent: { label: 'Remediation notes', most: NOTES, right: 'EDIT_INVENTORY_NOTES' },
    history: 'Remediation Notes',
    isReported: true,
  },
  dependencyScope: { column: 'dependency_scope', history: 'Dependency Scope' },
  dependencyLevel: { column: 'dependency_level', history: 'Dependency Level' },
  purl: { column: 'purl', show: (stored: string) => stored || NONE },
  disclosed: {
    column: 'is_disclosed',
    sent: {
      label: 'Whether the use is disclosed',
      values: yesNo,
      list: 'YesNo',
      store: (sent: (typeof yesNo)[number]) => sent === 'YES',
    },
    history: 'Disclosed',
  },
  distribution: {
    column: 'distribution',
    sent: { label: 'How it is distributed', values: distributions, list: 'Distribution' },
    history: 'Distribution',
  },
  partOfProduct: {
    column: 'part_of_product',
    sent: { label: 'Part of the product', values: yesNoUnknown, list: 'YesNoUnknown' },
    history: 'Part of Product',
  },
  linking: {
    column: 'linking',
    sent: {
      label: 'How it is linked',
      values: ['UNKNOWN', 'NOT_LINKED', 'STATIC', 'DYNAMIC'] as const,
      list: 'Linking',
    },
    history: 'Linking',
  },
  modified: {
    column: 'modified',
    sent: { label: 'Modified', values: yesNoUnknown, list: 'YesNoUnknown' },
    history: 'Modified',
  },
  encryption: {
    column: 'encryption',
    sent: { label: 'Holds encryption', values: yesNoUnknown, list: 'YesNoUnknown' },
    history: 'Encryption',
  },
  workflowURL: {
    column: 'workflow_url',
    show: (stored: string | null) => stored ?? 'None',
    sent: {
      label: 'Link to an external workflow',
      most: 2400,
      store: (sent: string) => (sent === 'None' ? null : sent),
      right: 'EDIT_INVENTORY_NOTES',
    },
    history: 'Workflow URL',
  },
} as const satisfies Record<string, ItemField>;

type Fields = typeof itemFields;
/** A field by its shown name. */
export type ItemFieldName = keyof Fields;
type SentOf<N extends ItemFieldName> = Fields[N] extends { sent: infer S } ? S : never;
type SentFieldName = { [N in ItemFieldName]: Fields[N] extends { sent: SentField } ? N : never }[ItemFieldName];
type NameSent<N extends SentFieldName> = SentOf<N> extends { name: infer Name extends string } ? Name : N;

/** Members of a change, by their names in requests. */
export type SentItemFields = {
  [N in SentFieldName as NameSent<N>]: SentOf<N> extends { values: readonly (infer V)[] } ? V : string;
};
export type ShownItemFields = {
  [N in ItemFieldName]: Fields[N]['column'] extends `is_${string}` ? boolean : string;
};
type HistoryFieldName = { [N in ItemFieldName]: Fields[N] extends { history: string } ? N : never }[ItemFieldName];
export type ReportedItemFields = {
  [N in ItemFieldName as Fields[N] extends { isReported: true } ? N : never]: string;
};

const rows = Object.entries(itemFields) as [ItemFieldName, ItemField][];

/** Fields that can be sent, with their names in requests. */
export const sentItemFields: readonly (SentField & { shownName: ItemFieldName; name: string; column: string })[] =
  rows.flatMap(([shownName, { column, sent }]) =>
    sent ? [{ ...sent, shownName, name: sent.name ?? shownName, column }] : [],
  );

type Stored = Readonly<Record<Fields[ItemFieldName]['column'], unknown>>;

export function shownFields(item: Stored): ShownItemFields {
  return Object.fromEntries(
    rows.map(([name, { column, show }]) => {
      const stored = item[column as keyof Stored];
      return [name, show ? show(stored as never) : stored];
    }),
  ) as ShownItemFields;
}

/** Columns to write: those of the fields that the change names. */
export function storedFields(change: Partial<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    sentItemFields.flatMap(({ name, column, store }) => {
      const sent = change[name];
      return sent === undefined ? [] : [[column, store ? store(sent as never) : sent]];
    }),
  );
}

/** The fields that history compares after a change by a person: those that people can write. */
export function historyValues(item: Stored): Partial<Record<HistoryFieldName, string | boolean | null>> {
  return Object.fromEntries(
    sentItemFields.map(({ shownName, column }) => [shownName, item[column as keyof Stored]]),
  ) as Partial<Record<HistoryFieldName, string | boolean | null>>;
}

/** By their names in the history, in the order of a revision: new fields come last. */
export const historyItemFields = inOrder(
  rows.flatMap(([name, { history }]) => (history ? [[name as HistoryFieldName, history] as const] : [])),
  ['name', 'description', 'url', 'priority', 'confidence', 'dependencyScope', 'dependencyLevel', 'disclosed'],
  ['distribution', 'partOfProduct', 'linking', 'modified', 'encryption', 'detectionNotes', 'auditNotes'],
  ['usageGuidance', 'remediationNotes', 'asFoundLicenseText', 'noticesText', 'workflowURL'],
);
export type { HistoryFieldName };

/** Texts of people and scans for reports, as they are stored. */
export function reportedFields(item: Stored): ReportedItemFields {
  return Object.fromEntries(REPORTED.map(([name, column]) => [name, item[column]])) as ReportedItemFields;
}

const REPORTED = inOrder(
  rows.flatMap(([name, { column, isReported }]) => (isReported ? [[name, column as keyof Stored] as const] : [])),
  ['usageGuidance', 'auditNotes', 'detectionNotes', 'remediationNotes', 'asFoundLicenseText', 'noticesText'],
);

/** The same texts in exported project data, by their names in requests. */
export function exportedNotes(item: Stored): Record<string, unknown> {
  return Object.fromEntries(
    EXPORTED.map(([name, column]) => [(itemFields[name] as ItemField).sent?.name ?? name, item[column]]),
  );
}

const EXPORTED = inOrder(REPORTED, [
  'auditNotes',
  'usageGuidance',
  'remediationNotes',
  'detectionNotes',
  'noticesText',
  'asFoundLicenseText',
]);

/** Clients and files expect these orders; other fields follow in the order of the table. */
function inOrder<T extends readonly [ItemFieldName, unknown]>(fields: readonly T[], ...lists: ItemFieldName[][]): T[] {
  const names = lists.flat();
  const placeOf = ([name]: T) => (names.includes(name) ? names.indexOf(name) : names.length);
  return [...fields].sort((a, b) => placeOf(a) - placeOf(b));
}

/** How the product uses an item. */
export const usageFields = [
  'disclosed',
  'distribution',
  'partOfProduct',
  'linking',
  'modified',
  'encryption',
] as const satisfies readonly ItemFieldName[];

/** Fields whose change is recorded as a decision, by the kind of decision. */
export const decidedFields = [
  ['usage', usageFields],
  ['note', ['auditNotes', 'usageGuidance', 'remediationNotes']],
] as const satisfies readonly (readonly [DecisionKind, readonly ItemFieldName[]])[];
