// The fields of an inventory item with a value of their own. Each is one row: its column, its names, its limits, the right to change it, and what
// imports, decisions and reports do with it. Tables, schemas, answers, changes, versions, history, reports, exports, imports and the page are made from
// this table, so that a new field needs a row here and a migration. References of an item (component, license, files, other items, custom fields) are
// not in it.
import {
  confidences,
  dependencyLevels,
  dependencyScopes,
  type InventoryPriority,
  inventoryPriorities,
  inventoryPriorityNames,
} from './inventory.ts';

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
  /**
   * What imports do with a field, and under which kind of decision its change is recorded:
   * - `found`: what scans find. Only new items get it from an import, and no decision records it.
   * - `usage`: how the product uses the item. An import sets or resets it; a decision of the kind `usage`.
   * - `note`: a text about the item. An import appends it or overwrites; a decision of the kind `note`.
   * - `license-text`: as a note, but printed in the notices, so that its decision has a kind of its own.
   * - `link`: an address. An import sets it if there is none, or overwrites; no decision records it.
   */
  kind: ItemFieldKind;
  /** The name on the page and in reports. */
  title: string;
  /** The column of an item of which nothing is known. */
  blank: string | boolean | null;
  /** The values of the column, if they are not those that can be sent. */
  values?: readonly string[];
  /** Computes the shown value, if it differs from the column. */
  show?(stored: never): string | boolean;
  /** Further text for the description of the shown value. */
  shown?: string;
  /** Fields without it are read only. */
  sent?: SentField;
  /** The name in the history; fields without it are not compared. */
  history?: string;
  /** The name in the data of reports, if it differs from the shown name. */
  reported?: string;
}

export type ItemFieldKind = 'found' | 'usage' | 'note' | 'license-text' | 'link';

export interface SentField {
  /** The name in requests and project data, if it differs from the shown name. */
  name?: string;
  label: string;
  /** Length in characters. */
  least?: number;
  most?: number;
  values?: readonly string[];
  /** The interface's name for the list of values. */
  list?: string;
  /** True for web addresses, which are checked. */
  isAddress?: true;
  /** Computes the column, if it differs from the sent value. */
  store?(sent: never): unknown;
  /** EDIT_INVENTORY if absent. */
  right?: 'SET_PRIORITY' | 'EDIT_NOTICES' | 'EDIT_INVENTORY_NOTES';
}

/** In the order of the long form, which begins with those of name, priority and address. */
export const itemFields = {
  name: {
    column: 'name',
    kind: 'found',
    title: 'Name',
    blank: '',
    sent: { label: 'Name', least: 1, most: 255 },
    history: 'Name',
  },
  priority: {
    column: 'priority',
    kind: 'found',
    title: 'Priority',
    blank: 'P3',
    show: (stored: InventoryPriority) => inventoryPriorityNames[stored],
    shown: 'High, Medium, Low or Other',
    sent: { label: 'Priority', values: inventoryPriorities, list: 'InventoryPriority', right: 'SET_PRIORITY' },
    history: 'Priority',
  },
  url: {
    column: 'url',
    kind: 'found',
    title: 'URL',
    blank: '',
    sent: { label: 'URL', most: 2400, isAddress: true },
    history: 'URL',
  },
  description: {
    column: 'description',
    kind: 'found',
    title: 'Description',
    blank: '',
    sent: { label: 'Description', most: NOTES },
    history: 'Description',
  },
  confidence: {
    column: 'confidence',
    kind: 'found',
    title: 'Confidence',
    blank: 'HIGH',
    sent: { name: 'confidenceLevel', label: 'Confidence', values: confidences, list: 'Confidence' },
    history: 'Confidence',
  },
  noticesText: {
    column: 'notices_text',
    kind: 'license-text',
    title: 'Notices text',
    blank: '',
    show: (stored: string) => stored || NONE,
    sent: { name: 'noticeText', label: 'Notices text', most: TEXTS, right: 'EDIT_NOTICES' },
    history: 'Notices Text',
  },
  auditNotes: {
    column: 'audit_notes',
    kind: 'note',
    title: 'Audit notes',
    blank: '',
    sent: { name: 'auditorReviewNotes', label: 'Audit notes', most: NOTES, right: 'EDIT_INVENTORY_NOTES' },
    history: 'Audit Notes',
  },
  asFoundLicenseText: {
    column: 'as_found_license_text',
    kind: 'license-text',
    title: 'License text as found',
    blank: '',
    history: 'As-Found Text',
  },
  usageGuidance: {
    column: 'usage_guidance',
    kind: 'note',
    title: 'Usage guidance',
    blank: '',
    sent: { label: 'Usage guidance', most: NOTES, right: 'EDIT_INVENTORY_NOTES' },
    history: 'Usage Guidance',
  },
  detectionNotes: {
    column: 'detection_notes',
    kind: 'note',
    title: 'Detection notes',
    blank: '',
    history: 'Detection Notes',
  },
  remediationNotes: {
    column: 'remediation_notes',
    kind: 'note',
    title: 'Remediation notes',
    blank: '',
    sent: { label: 'Remediation notes', most: NOTES, right: 'EDIT_INVENTORY_NOTES' },
    history: 'Remediation Notes',
  },
  dependencyScope: {
    values: dependencyScopes,
    column: 'dependency_scope',
    kind: 'found',
    title: 'Dependency scope',
    blank: '',
    history: 'Dependency Scope',
  },
  dependencyLevel: {
    values: dependencyLevels,
    column: 'dependency_level',
    kind: 'found',
    title: 'Dependency level',
    blank: '',
    history: 'Dependency Level',
  },
  purl: { column: 'purl', kind: 'found', title: 'Package URL', blank: '', show: (stored: string) => stored || NONE },
  disclosed: {
    column: 'is_disclosed',
    kind: 'usage',
    title: 'Disclosed',
    blank: false,
    sent: {
      label: 'Whether the use is disclosed',
      values: yesNo,
      list: 'YesNo',
      store: (sent: (typeof yesNo)[number]) => sent === 'YES',
    },
    history: 'Disclosed',
    reported: 'isDisclosed',
  },
  distribution: {
    column: 'distribution',
    kind: 'usage',
    title: 'Distribution',
    blank: 'UNKNOWN',
    sent: { label: 'How it is distributed', values: distributions, list: 'Distribution' },
    history: 'Distribution',
  },
  partOfProduct: {
    column: 'part_of_product',
    kind: 'usage',
    title: 'Part of the product',
    blank: 'UNKNOWN',
    sent: { label: 'Part of the product', values: yesNoUnknown, list: 'YesNoUnknown' },
    history: 'Part of Product',
  },
  linking: {
    column: 'linking',
    kind: 'usage',
    title: 'Linking',
    blank: 'UNKNOWN',
    sent: {
      label: 'How it is linked',
      values: ['UNKNOWN', 'NOT_LINKED', 'STATIC', 'DYNAMIC'] as const,
      list: 'Linking',
    },
    history: 'Linking',
  },
  modified: {
    column: 'modified',
    kind: 'usage',
    title: 'Modified',
    blank: 'UNKNOWN',
    sent: { label: 'Modified', values: yesNoUnknown, list: 'YesNoUnknown' },
    history: 'Modified',
  },
  encryption: {
    column: 'encryption',
    kind: 'usage',
    title: 'Encryption',
    blank: 'UNKNOWN',
    sent: { label: 'Holds encryption', values: yesNoUnknown, list: 'YesNoUnknown' },
    history: 'Encryption',
  },
  workflowURL: {
    column: 'workflow_url',
    kind: 'link',
    title: 'External workflow',
    blank: null,
    show: (stored: string | null) => stored ?? 'None',
    sent: {
      label: 'Link to an external workflow',
      most: 2400,
      isAddress: true,
      store: (sent: string) => (sent === 'None' || sent === '' ? null : sent),
      right: 'EDIT_INVENTORY_NOTES',
    },
    history: 'Workflow URL',
    reported: 'workflowUrl',
  },
} as const satisfies Record<string, ItemField>;

type Fields = typeof itemFields;
/** A field by its shown name. */
export type ItemFieldName = keyof Fields;
type NamesOf<Condition> = { [N in ItemFieldName]: Fields[N] extends Condition ? N : never }[ItemFieldName];
type SentFieldName = NamesOf<{ sent: SentField }>;
type NameSent<N extends ItemFieldName> = Fields[N] extends { sent: { name: infer Name extends string } } ? Name : N;
type NameReported<N extends ItemFieldName> = Fields[N] extends { reported: infer Name extends string } ? Name : N;

type Blank<F> = F extends { blank: infer B extends string } ? B : never;
/** What the column of a field holds. */
type StoredOf<F> = F extends { column: `is_${string}` }
  ? boolean
  : F extends { blank: null }
    ? string | null
    : F extends { values: readonly (infer V)[] }
      ? V | Blank<F>
      : F extends { sent: { values: readonly (infer V)[] } }
        ? V | Blank<F>
        : string;

/** The columns of all fields. */
export type StoredItemFields = { [N in ItemFieldName as Fields[N]['column']]: StoredOf<Fields[N]> };
/** Stored values by the names that requests and project data have for the fields of these kinds. */
export type CarriedFields<K extends ItemFieldKind> = {
  [N in NamesOf<{ kind: K }> as NameSent<N>]: StoredOf<Fields[N]>;
};
/** The columns that an import changes in an item that the project has. */
export type MergedColumns = {
  [N in Exclude<SentFieldName, NamesOf<{ kind: 'found' }>> as Fields[N]['column']]: StoredOf<Fields[N]>;
};
/** Members of a change, by their names in requests. */
export type SentItemFields = {
  [N in SentFieldName as NameSent<N>]: Fields[N] extends { sent: { values: readonly (infer V)[] } } ? V : string;
};
export type ShownItemFields = { [N in ItemFieldName]: StoredOf<Fields[N]> extends boolean ? boolean : string };
export type HistoryFieldName = NamesOf<{ history: string }>;
/** By their names in the data of reports, as they are stored; '' in place of null. */
export type ReportedItemFields = {
  [N in ItemFieldName as NameReported<N>]: null extends StoredOf<Fields[N]> ? string : StoredOf<Fields[N]>;
};

const rows = Object.entries(itemFields) as [ItemFieldName, ItemField][];
type Stored = Readonly<StoredItemFields>;
type Column = keyof StoredItemFields;

/** A field with all its names. */
export interface NamedField extends ItemField {
  shownName: ItemFieldName;
  column: Column;
  /** The name in requests and project data. */
  name: string;
  reportedName: string;
  isFlag: boolean;
  /** The values of the column; undefined for free texts and flags. */
  values: readonly string[] | undefined;
}

/** In the order of the table. */
export const namedFields: readonly NamedField[] = rows.map(([shownName, field]) => ({
  ...field,
  shownName,
  column: field.column as Column,
  name: field.sent?.name ?? shownName,
  reportedName: field.reported ?? shownName,
  isFlag: typeof field.blank === 'boolean',
  values: typeof field.blank === 'boolean' ? undefined : (field.values ?? field.sent?.values),
}));

export const fieldsOfKind = (...kinds: ItemFieldKind[]): readonly NamedField[] =>
  namedFields.filter(({ kind }) => kinds.includes(kind));

/** Fields that can be sent. */
export const sentItemFields: readonly (SentField &
  Pick<NamedField, 'shownName' | 'name' | 'column' | 'kind' | 'title'>)[] = namedFields.flatMap(
  ({ shownName, column, name, kind, title, sent }) => (sent ? [{ ...sent, shownName, name, column, kind, title }] : []),
);

/** The fields that an import changes in an item that the project has. */
export const mergedFields: readonly (NamedField & { column: keyof MergedColumns })[] = namedFields.flatMap((field) =>
  field.sent && field.kind !== 'found' ? [{ ...field, column: field.column as keyof MergedColumns }] : [],
);

export function shownFields(item: Stored): ShownItemFields {
  return Object.fromEntries(
    rows.map(([name, { column, show }]) => {
      const stored = item[column as Column];
      return [name, show ? show(stored as never) : stored];
    }),
  ) as ShownItemFields;
}

/** Columns to write: those of the fields that the change names. */
export function storedFields(change: Partial<SentItemFields>): Partial<StoredItemFields> {
  const members: Partial<Record<string, unknown>> = change;
  return Object.fromEntries(
    sentItemFields.flatMap(({ name, column, store }) => {
      const sent = members[name];
      return sent === undefined ? [] : [[column, store ? store(sent as never) : sent]];
    }),
  );
}

/** The columns of fields of these kinds, from values by the names of project data; what is absent is blank. */
export function columnsOf<K extends ItemFieldKind>(
  values: Partial<CarriedFields<K>>,
  ...kinds: K[]
): Pick<StoredItemFields, ColumnsOf<K>> {
  const members: Partial<Record<string, unknown>> = values;
  return Object.fromEntries(
    fieldsOfKind(...kinds).map(({ name, column, blank }) => [column, members[name] ?? blank]),
  ) as Pick<StoredItemFields, ColumnsOf<K>>;
}

type ColumnsOf<K extends ItemFieldKind> = Fields[NamesOf<{ kind: K }>]['column'];

/** The fields of these kinds in project data, under their names there. */
export function exportedFields<K extends ItemFieldKind>(item: Stored, ...kinds: K[]): CarriedFields<K> {
  return Object.fromEntries(fieldsOfKind(...kinds).map(({ name, column }) => [name, item[column]])) as CarriedFields<K>;
}

/** The fields that history compares after a change by a person: those that people can write. */
export function historyValues(item: Stored): Partial<Record<HistoryFieldName, string | boolean | null>> {
  return Object.fromEntries(sentItemFields.map(({ shownName, column }) => [shownName, item[column]]));
}

/** By their names in the history, in the order of a revision: new fields come last. */
export const historyItemFields = inOrder(
  rows.flatMap(([name, { history }]) => (history ? [[name as HistoryFieldName, history] as const] : [])),
  ['name', 'description', 'url', 'priority', 'confidence', 'dependencyScope', 'dependencyLevel', 'disclosed'],
  ['distribution', 'partOfProduct', 'linking', 'modified', 'encryption', 'detectionNotes', 'auditNotes'],
  ['usageGuidance', 'remediationNotes', 'asFoundLicenseText', 'noticesText', 'workflowURL'],
);

export function reportedFields(item: Stored): ReportedItemFields {
  return Object.fromEntries(
    namedFields.map(({ reportedName, column }) => [reportedName, item[column] ?? '']),
  ) as ReportedItemFields;
}

/** People know this order from revisions; other fields follow in the order of the table. */
function inOrder<T extends readonly [ItemFieldName, unknown]>(fields: readonly T[], ...lists: ItemFieldName[][]): T[] {
  const names = lists.flat();
  const placeOf = ([name]: T) => (names.includes(name) ? names.indexOf(name) : names.length);
  return [...fields].sort((a, b) => placeOf(a) - placeOf(b));
}

/** The decisions of a change, by kind, with the changed fields. The notices text has a kind of its own, whose value has one member. */
export function decidedChanges(
  before: Partial<Stored>,
  after: Stored,
): { kind: 'usage' | 'note' | 'notice-text'; value: Record<string, unknown> }[] {
  const changed = sentItemFields.filter(({ column }) => after[column] !== before[column]);
  const decided = (['usage', 'note'] as const).map((kind) => ({
    kind,
    value: Object.fromEntries(
      changed.filter((field) => field.kind === kind).map(({ shownName, column }) => [shownName, after[column]]),
    ),
  }));
  return [
    ...(after.notices_text === before.notices_text
      ? []
      : [{ kind: 'notice-text' as const, value: { text: after.notices_text } }]),
    ...decided.filter(({ value }) => Object.keys(value).length > 0),
  ];
}
