// Imported data in the server's own form, whatever their format: items, tasks and review marks, each with its place in the document. Unreadable
// members are reported and left out. Nothing here knows a database.

import type { StatedPackage } from '@assay/scanner/advisories';
import { shorten, storableText } from '@assay/scanner/foreign-text';
import { isFields, own } from '@assay/scanner/items';
import { type Issues, MemberReader, type Members } from '@assay/scanner/member-reader';
import type { PackageFacts } from '@assay/scanner/package-facts';
import { canonicalPurl } from '@assay/scanner/packages';
import { plainPath } from '../domain/files/file-matching.ts';
import {
  componentPurlOf,
  type InventoryLinkType,
  type InventoryStatus,
  type InventoryType,
  inventoryLinkTypes,
  inventoryStatuses,
  inventoryTypes,
} from '../domain/inventories/inventory.ts';
import type { LicenseFacts } from '../domain/licenses/license-facts.ts';
import type { ReviewLapse } from '../domain/reviews/review-lapse.ts';
import { type TaskResolution, type TaskType, taskResolutions, taskTypes } from '../domain/reviews/review-task.ts';
import { type TaskPriority, taskPriorities } from '../domain/task-priority.ts';
import { parseWireTime } from '../domain/wire-times.ts';
import { type FoundFields, fieldsIn, type Links, type Notes, type Usage } from './incoming-fields.ts';
import { licenseFactsIn } from './incoming-license-facts.ts';
import { packageFactsIn } from './incoming-package-facts.ts';
import { type IncomingMissing, lapseIn, missingIn } from './incoming-standing.ts';

export interface IncomingItem extends FoundFields {
  /** `inventory[3]`. */
  place: string;
  /** The id of the item in the document, to which its tasks refer. */
  id: string | undefined;
  type: InventoryType;
  /** The identity from a scan; '' for items created by people. */
  identity: string;
  component: { name: string; purl: string; version: string } | undefined;
  /** For a component without a package URL. */
  cpe?: string;
  /** What the document says of a package of a distribution beside its package URL. */
  distribution?: StatedPackage;
  licenseExpression: string;
  /** The custom license of the other server that the expression names, if it is one: its reference and name. */
  customLicense?: { reference: string; name: string };
  possibleLicenses: string[];
  /** The source of each license; absent if unknown. */
  licenseFacts?: LicenseFacts;
  /** Absent if unknown. */
  packageFacts?: PackageFacts;
  usage: Usage;
  notes: Notes;
  links: Links;
  /** Pairs of an external approval workflow. */
  workflow: { key: string; value: string }[];
  customFields: { label: string; value: string }[];
  files: string[];
  excludedFiles: string[];
  status: InventoryStatus;
  isStatusSetByPerson: boolean;
  isPublished: boolean;
  isEdited: boolean;
  /** The review that no longer holds. */
  lapse?: ReviewLapse;
  /** Its evidence was gone there. */
  missing?: IncomingMissing;
  createdBy: string;
  /** Its notes are those of a new item; an item that stands keeps its own. */
  keepsNotes?: true;
}

export interface IncomingTask {
  type: TaskType;
  summary: string;
  details: string;
  priority: TaskPriority;
  /** Login. */
  owner: string;
  isClosed: boolean;
  resolution: TaskResolution | null;
  createdAt: Date | undefined;
  closedAt: Date | undefined;
}

/** One element of `inventory`; undefined, with an issue, if it is not an item. */
export function readItem(value: unknown, place: string, issues: Issues): IncomingItem | undefined {
  if (!isFields(value)) return refused(place, 'is not an object', issues);
  const read = new MemberReader(value, place, issues);
  const readerOf = (object: Members, member: string) => new MemberReader(object, `${place}.${member}`, issues);
  const { found, usage, notes, links } = fieldsIn(value, read, { notes: readerOf(read.object('notes'), 'notes') });
  const component = componentOf(read, value, place, issues);
  const license = new MemberReader(read.object('license'), `${place}.license`, issues);
  const licenseExpression =
    read.text('licenseExpression', 2000) || license.text('shortName', 255) || license.text('spdxId', 255);
  const type = typeOf(read.choice('inventoryType', ['', ...inventoryTypes], ''), component, licenseExpression);
  const name = found.name || component?.name || licenseExpression;
  if (name.trim() === '') return refused(place, 'has neither a name nor a component nor a license', issues);
  const decisions = new MemberReader(read.object('decisions'), `${place}.decisions`, issues);
  const id = own(value, 'id');
  const licenseFacts = licenseFactsIn(value, place, {
    issues,
    readerOf: (object, at) => new MemberReader(object, at, issues),
  });
  return {
    ...found,
    place,
    id: typeof id === 'number' || typeof id === 'string' ? String(id) : undefined,
    type,
    identity: read.text('identity', 4000),
    name,
    component: type === 'COMPONENT' ? component : undefined,
    purl: purlOf(found.purl, place, issues),
    // A priority that the data lacks is computed.
    priority: own(value, 'priority') === found.priority ? found.priority : undefined,
    licenseExpression: type === 'WORK_IN_PROGRESS' ? '' : licenseExpression,
    ...customLicenseOf(license),
    possibleLicenses: read.texts('possibleLicenses'),
    ...(licenseFacts && { licenseFacts }),
    ...packageFactsIn(read.object('packageFacts'), `${place}.packageFacts`, issues),
    usage,
    notes,
    links,
    workflow: read.objects('workflow').flatMap((pair) => pairOf(pair)),
    customFields: read.objects('customFields').flatMap((field) => fieldOf(field)),
    files: read.texts('files').map(plainPath),
    excludedFiles: read.texts('excludedFiles').map(plainPath),
    status: decisions.choice('status', inventoryStatuses, 'DRAFT'),
    isStatusSetByPerson: decisions.flag('isStatusSetByPerson'),
    isPublished: decisions.flag('isPublished'),
    isEdited: decisions.flag('isEdited'),
    ...lapseIn(decisions.object('lapse'), readerOf),
    ...missingIn(read.object('evidence'), readerOf),
    ...comparedAsIn(read.object('comparedAs'), `${place}.comparedAs`, issues),
    createdBy: read.text('createdBy', 255),
  };
}

/** What the exporting server knew of a package of a distribution: its source package, and from which distributions its own is made. */
function comparedAsIn(stated: Members, place: string, issues: Issues): Pick<IncomingItem, 'distribution'> {
  const read = new MemberReader(stated, place, issues);
  const purl = purlOf(read.text('purl', 4000), place, issues);
  if (purl === '') return {};
  const like = read.objects('like').flatMap((one) => {
    const reader = new MemberReader(one, `${place}.like`, issues);
    const id = reader.text('id', 255);
    return id === '' ? [] : [{ id, words: reader.texts('words') }];
  });
  return { distribution: { purl, ...(like.length > 0 && { like }), namesSources: read.flag('namesSources') } };
}

/** Only custom licenses have references; others are named by their SPDX ids. */
function customLicenseOf(license: MemberReader): Pick<IncomingItem, 'customLicense'> {
  const reference = license.text('spdxId', 255);
  return /^LicenseRef-[A-Za-z0-9.-]+$/.test(reference)
    ? { customLicense: { reference, name: license.text('name', 255) || reference } }
    : {};
}

function refused(place: string, why: string, issues: Issues): undefined {
  issues.push({ code: 'no-item', path: place, message: `${place} ${why}; it was left out.` });
}

/** If hand-written data lack the type, it follows from the named members. */
function typeOf(given: '' | InventoryType, component: unknown, license: string): InventoryType {
  if (given === 'COMPONENT' && component === undefined) return license === '' ? 'WORK_IN_PROGRESS' : 'LICENSE';
  if (given === 'LICENSE' && license === '') return 'WORK_IN_PROGRESS';
  if (given !== '') return given;
  if (component !== undefined) return 'COMPONENT';
  return license === '' ? 'WORK_IN_PROGRESS' : 'LICENSE';
}

function componentOf(read: MemberReader, item: Members, place: string, issues: Issues): IncomingItem['component'] {
  if (own(item, 'component') === undefined || own(item, 'component') === null) return undefined;
  const component = new MemberReader(read.object('component'), `${place}.component`, issues);
  const purl = componentPurlOf(purlOf(component.text('purl', 4000), place, issues));
  const name = component.text('name', 255) || lastOfPurl(purl);
  return name.trim() === '' ? undefined : { name, purl, version: component.text('version', 255) };
}

export function lastOfPurl(purl: string): string {
  const name = componentPurlOf(purl).slice(componentPurlOf(purl).lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Canonical, as in the library; '' if it is not a package URL. */
export function purlOf(text: string, place: string, issues: Issues): string {
  if (text === '') return '';
  const answer = canonicalPurl(text);
  if ('value' in answer) return answer.value;
  const said = shorten(text, 200);
  issues.push({
    code: 'no-purl',
    path: place,
    message: `"${said}" at ${place} is not a package URL; it was left out.`,
  });
  return '';
}

function fieldOf(field: Members): { label: string; value: string }[] {
  const [label, value] = [own(field, 'fieldLabel'), own(field, 'value')];
  return typeof label === 'string' && typeof value === 'string' && value !== ''
    ? [{ label, value: storableText(value) }]
    : [];
}

function pairOf(pair: Members): IncomingItem['workflow'] {
  const [key, value] = [own(pair, 'key'), own(pair, 'value')];
  return typeof key === 'string' && typeof value === 'string'
    ? [{ key: storableText(key), value: storableText(value) }]
    : [];
}

/** A relation between two items, by their ids in the document. */
export interface IncomingRelation {
  parent: string;
  child: string;
  type: InventoryLinkType;
}

/** One element of `relations`. */
export function readRelation(value: unknown, place: string, issues: Issues): IncomingRelation | undefined {
  if (!isFields(value)) return refused(place, 'is not an object', issues);
  const [parent, child, type] = [own(value, 'parentId'), own(value, 'childId'), own(value, 'type')];
  const known = inventoryLinkTypes.find((one) => one === type);
  if (known === undefined) return refused(place, `has a type other than ${inventoryLinkTypes.join(', ')}`, issues);
  return { parent: String(parent), child: String(child), type: known };
}

/** One element of `tasks`, with the id of its item. */
export function readTask(
  value: unknown,
  place: string,
  issues: Issues,
): { item: string; task: IncomingTask } | undefined {
  if (!isFields(value)) return refused(place, 'is not an object', issues);
  const read = new MemberReader(value, place, issues);
  const item = own(value, 'inventoryId');
  const task = {
    type: read.choice('type', taskTypes, 'MISCELLANEOUS'),
    summary: read.text('summary', 255),
    details: read.text('details'),
    priority: read.choice('priority', taskPriorities, 'MEDIUM'),
    owner: read.text('owner', 60),
    isClosed: read.flag('closed'),
    resolution: read.choice<TaskResolution | ''>('resolution', ['', ...taskResolutions], '') || null,
    createdAt: parseWireTime(read.text('createdOn', 50)),
    closedAt: parseWireTime(read.text('closedOn', 50)),
  };
  return { item: String(item), task };
}

export interface IncomingFile {
  path: string;
  md5: string | undefined;
  isReviewed: boolean;
}

export function readFile(value: unknown, place: string, issues: Issues): IncomingFile | undefined {
  const path = isFields(value) ? own(value, 'path') : undefined;
  if (!isFields(value) || typeof path !== 'string' || path === '') return refused(place, 'has no path', issues);
  const md5 = own(value, 'md5');
  const isDigest = typeof md5 === 'string' && /^[0-9a-f]{32}$/i.test(md5);
  return {
    path: plainPath(storableText(path)),
    md5: isDigest ? md5.toLowerCase() : undefined,
    isReviewed: own(value, 'reviewed') === true,
  };
}
