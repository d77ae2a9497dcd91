// Collects the content of the notices: the published items that are shipped, their statements with the edits of people, and their texts, each once.
// It is collected once for all formats.
import { licensesOf } from '@assay/scanner/expressions';
import {
  type EditedStatements,
  editStatements,
  type FoundNotice,
  folded,
  type NoticeText,
  readNoticeText,
  type StatementEdit,
  splitFoundText,
  statementsOfLicense,
  withEdits,
} from '../../domain/inventories/notice-texts.ts';
import { isEmpty, isTextOfLibrary, type NoticesSource, noticesFor } from '../../domain/inventories/notices.ts';
import { shippedScopesOf, whyNotShipped } from '../../domain/inventories/shipped-scopes.ts';
import { asksForNothing } from '../../domain/licenses/license-obligations.ts';
import { parentOf } from '../../domain/paths.ts';
import type { ReportItem, ReportRow } from '../data.ts';
import type { ReportSource } from '../report.ts';
import type { EntryText, NoticeEntry } from './entry.ts';
import { digestOf, type NoticeGroup, NoticeGroups, settleTitles } from './groups.ts';

export type { NoticeGroup } from './groups.ts';

/** The part of an item that the notices need. */
export type NoticeItem = Pick<
  ReportItem,
  | 'id'
  | 'identity'
  | 'name'
  | 'type'
  | 'componentName'
  | 'versionName'
  | 'purl'
  | 'status'
  | 'isPublished'
  | 'isOwn'
  | 'url'
  | 'licenseName'
  | 'licenseExpression'
  | 'licenses'
  | 'licenseFacts'
  | 'noticesText'
  | 'asFoundLicenseText'
  | 'copyrights'
  | 'folders'
  | 'ownFiles'
  | 'fileCount'
  | 'foundScope'
  | 'dependencyScope'
  | 'partOfProduct'
> & { files?: readonly string[] };

/** Each list can be read once only. */
export interface NoticesInput {
  items: AsyncIterable<NoticeItem>;
  licenses: AsyncIterable<Pick<ReportRow<'licenses'>, 'shortName' | 'name' | 'text'>>;
  edits: AsyncIterable<StatementEdit>;
  files: AsyncIterable<ReportRow<'noticeFiles'>>;
  itemTexts: AsyncIterable<ReportRow<'itemTexts'>>;
  foundTexts: AsyncIterable<ReportRow<'foundTexts'>>;
  /** The scopes that are shipped. */
  shipped: readonly string[];
}

interface NoticeFile {
  text: string;
  places: { item: string; path: string }[];
}

interface NotShipped {
  id: number;
  name: string;
  why: string;
}

export interface CollectedNotices {
  entries: NoticeEntry[];
  /** Statements about the whole product, added by people. */
  general: EditedStatements;
  groups: NoticeGroup[];
  files: NoticeFile[];
  /** NOTICE files that cannot be printed, with their item and the reason. */
  unprintedFiles: { id: number; name: string; reason: string }[];
  itemsWithNoticeFile: Set<number>;
  /** Items with a copyright statement in their printed NOTICE file. */
  itemsWithStatingNotice: Set<number>;
  /** Items that are not shipped by their scope, or because a person said so. */
  notShipped: NotShipped[];
  shipped: readonly string[];
  /** Entries that look like parts of the product itself. */
  own: { id: number; name: string }[];
  unpublished: number;
}

export const collectNotices = (source: Pick<ReportSource, 'list' | 'head' | 'options'>): Promise<CollectedNotices> =>
  collectNoticesOf({
    items: source.list('inventoryItems'),
    licenses: source.list('licenses'),
    edits: source.list('statementEdits'),
    files: source.list('noticeFiles'),
    itemTexts: source.list('itemTexts'),
    foundTexts: source.list('foundTexts'),
    shipped: shippedScopesOf(source.options.scopes, source.head.project.shippedScopes),
  });

export async function collectNoticesOf(input: NoticesInput): Promise<CollectedNotices> {
  const edits: StatementEdit[] = await Array.fromAsync(input.edits);
  const library = await libraryOf(input.licenses);
  const known: Known = {
    ...{ library, edits, groups: new NoticeGroups() },
    texts: await textsOf(input.foundTexts, library),
    places: await placesOf(input.itemTexts),
  };
  const found: CollectedNotices = {
    entries: [],
    general: editStatements([], edits, ''),
    groups: known.groups.all,
    files: [],
    unprintedFiles: [],
    itemsWithNoticeFile: new Set(),
    itemsWithStatingNotice: new Set(),
    notShipped: [],
    shipped: input.shipped,
    own: [],
    unpublished: 0,
  };
  for await (const item of input.items) {
    const why = whyNotShipped(item, input.shipped);
    if (!item.isPublished) found.unpublished++;
    else if (why !== undefined) found.notShipped.push({ id: item.id, name: item.name, why });
    else {
      // A manifest in the code base does not prove who wrote the package, so a person must decide.
      if (item.isOwn) found.own.push({ id: item.id, name: item.name });
      found.entries.push(entryOf(item, known));
    }
  }
  settleTitles(found.groups, found.entries);
  await readFiles(input.files, found);
  return found;
}

type Library = ReadonlyMap<string, { name: string; text: string; read: NoticeText }>;

async function libraryOf(licenses: NoticesInput['licenses']): Promise<Library> {
  const library = new Map<string, { name: string; text: string; read: NoticeText }>();
  for await (const { shortName, name, text } of licenses)
    library.set(shortName.toLowerCase(), { name, text, read: readNoticeText(text, text) });
  return library;
}

interface Known {
  library: Library;
  edits: readonly StatementEdit[];
  groups: NoticeGroups;
  /** The texts as found, by digest. */
  texts: ReadonlyMap<string, FoundNotice>;
  /** The texts of each item. */
  places: ReadonlyMap<number, ReportRow<'itemTexts'>[]>;
}

async function textsOf(rows: NoticesInput['foundTexts'], library: Library): Promise<Map<string, FoundNotice>> {
  const ofLicenses = new Set([...library.values()].flatMap(({ text }) => statementsOfLicense(text)));
  const isOfLicense = (line: string) => ofLicenses.has(folded(line)) || OF_LICENSES.test(line);
  const texts = new Map<string, FoundNotice>();
  // Thousands of packages have the same text below their own head. It is kept once, and its keys as digests.
  const bodies = new Map<string, string>();
  for await (const { sha256, text } of rows) {
    const read = splitFoundText(text, isOfLicense);
    const exactKey = digestOf(read.exactKey);
    const body = bodies.get(exactKey) ?? read.body;
    bodies.set(exactKey, body);
    texts.set(sha256, { ...read, body, exactKey, key: digestOf(read.key) });
  }
  return texts;
}

/** The maker of the GNU licenses has the copyright of their texts, in every year. */
const OF_LICENSES = /free software foundation|^\s*©?\s*copyright.*\b(?:this (?:license|agreement)|the license text)\b/i;

async function placesOf(rows: NoticesInput['itemTexts']): Promise<Map<number, ReportRow<'itemTexts'>[]>> {
  const places = new Map<number, ReportRow<'itemTexts'>[]>();
  for await (const row of rows) {
    const known = places.get(row.itemId);
    if (known) known.push(row);
    else places.set(row.itemId, [row]);
  }
  return places;
}

const nameOf = ({ name, status }: NoticeItem) => (status === 'Rejected' ? `${name}, rejected in review` : name);

function entryOf(item: NoticeItem, known: Known): NoticeEntry {
  const { library, edits } = known;
  const own = item.licenses.map((name) => library.get(name.toLowerCase()));
  const libraryText = own
    .map((one) => one?.text ?? '')
    .filter(Boolean)
    .join('\n\n');
  const all = known.places.get(item.id) ?? [];
  const placed = all.filter(({ role }) => role !== 'notice');
  // NOTICE files are printed apart, with the licenses in them.
  const inNotices = all.filter(({ role, problem, isComplete }) => role === 'notice' && problem === '' && isComplete);
  const readable = placed.filter(({ sha256 }) => known.texts.has(sha256));
  const mains = readable.filter(({ role }) => role === 'main');
  const chosen = noticesFor({ ...item, libraryText });
  const isFound = chosen.source === 'as-found' && isOfFiles(chosen.text, mains, known);
  const isLibrary =
    chosen.source !== 'as-found' && chosen.source !== 'none' && isTextOfLibrary(chosen.text, libraryText);
  const read = isFound || isLibrary || isEmpty(chosen.text) ? undefined : readNoticeText(chosen.text, libraryText);
  const printed = isFound ? readable : readable.filter(({ role }) => role === 'bundled');
  const texts = printed.map((place) => known.texts.get(place.sha256)).filter((one) => one !== undefined);
  const statements = [
    ...item.copyrights,
    ...(read ? [...read.statements, ...read.placeholders] : []),
    ...(isLibrary ? own.flatMap((one) => one?.read.placeholders ?? []) : []),
    ...texts.flatMap((text) => [...text.statements, ...text.placeholders]),
  ];
  const covered = coveredBy([...printed, ...inNotices]);
  // A library's text in the field counts as the library's.
  const source: NoticesSource = isLibrary ? 'library' : chosen.source;
  const wanted = wantedOfLibrary(item, { source, mains: isFound ? mains : [], covered });
  const entry: NoticeEntry = {
    ...{ id: item.id, name: nameOf(item), identity: item.identity, url: item.url, license: item.licenseName },
    expression: item.licenseExpression,
    isDraft: item.status === 'Draft',
    isRejected: item.status === 'Rejected',
    statements: editStatements(statements, edits, item.identity),
    isHolderInText: texts.some(({ namesHolder }) => namesHolder),
    source,
    ...{ texts: [], parts: [] },
    missing: wanted.own.filter((name) => !library.get(name.toLowerCase())?.text.trim()),
    unprinted: [],
    unreadable: placed.flatMap(({ path, problem }) => (problem === '' ? [] : [`${path}: ${problem}`])),
    isStored: item.folders.length + item.ownFiles > 0,
    fileCount: item.fileCount,
    software: softwareOf(item),
  };
  addTexts(entry, known, { item, printed, read, wanted });
  return entry;
}

/** Whether the text is what scans found in these files. Rules and imports may have given the item another one, which comes first. */
function isOfFiles(text: string, mains: readonly ReportRow<'itemTexts'>[], { texts }: Known): boolean {
  const words = onOneLine(text);
  return mains.some(({ sha256 }) => words.includes(onOneLine(texts.get(sha256)?.body ?? '\0')));
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The licenses that the texts name. */
function coveredBy(texts: readonly ReportRow<'itemTexts'>[]): Set<string> {
  return new Set(texts.flatMap(({ expressions }) => expressions.flatMap(namesOf)));
}

const namesOf = (expression: string) =>
  licensesOf(expression).flatMap((license) => license.split(' WITH ').map((name) => name.toLowerCase()));

interface WantedOfLibrary {
  /** Licenses of the item itself. */
  own: string[];
  template: EntryText['template'];
  bundled: string[];
}

/** The licenses for which the library's text is printed, because the item has no text of its own for them. */
function wantedOfLibrary(
  item: NoticeItem,
  found: { source: NoticesSource; mains: readonly ReportRow<'itemTexts'>[]; covered: ReadonlySet<string> },
): WantedOfLibrary {
  const { source, mains, covered } = found;
  const bundled = item.licenseFacts.bundled
    .flatMap(({ expression }) => licensesOf(expression))
    .filter((one) => namesOf(one).some((name) => !covered.has(name)) && !item.licenses.includes(one))
    // Who gave a part to the public asks for no text.
    .filter((one) => !asksForNothing(one));
  const wanted = { own: [] as string[], template: 'not-found' as const, bundled: [...new Set(bundled)] };
  if (source === 'library') return { ...wanted, own: item.licenses };
  if (source === 'none') return { ...wanted, own: item.licenses };
  if (mains.length === 0) return wanted;
  if (!mains.some(({ isComplete }) => isComplete)) return { ...wanted, own: item.licenses, template: 'only-reference' };
  const isKnown = (name: string) => covered.has(name.toLowerCase());
  // A text in which no license of the item was recognised is its own wording. Of a choice, one text is enough.
  const isEnough = !item.licenses.some(isKnown) || / OR /i.test(item.licenseExpression);
  return isEnough ? wanted : { ...wanted, own: item.licenses.filter((name) => !isKnown(name)) };
}

interface Texts {
  item: NoticeItem;
  printed: readonly ReportRow<'itemTexts'>[];
  /** The text that a person or rule gave the item. */
  read: NoticeText | undefined;
  wanted: WantedOfLibrary;
}

function addTexts(entry: NoticeEntry, { groups, texts, library }: Known, { item, printed, read, wanted }: Texts): void {
  const add = (group: NoticeGroup, part: Omit<EntryText, 'group'>) => {
    const isThere = entry.parts.some(
      (one) =>
        one.group === group.number && one.head === part.head && one.title === part.title && one.isOwn === part.isOwn,
    );
    if (isThere) return;
    entry.parts.push({ group: group.number, ...part });
    if (entry.texts.includes(group.number)) return;
    entry.texts.push(group.number);
    group.entries.push(entry);
  };
  const ofLibrary = (name: string, isOwn: boolean, template: EntryText['template']): boolean => {
    const one = library.get(name.toLowerCase());
    if (one === undefined || one.read.text.trim() === '') return false;
    add(groups.other(one.read, one.name), { isOwn, path: '', head: '', title: '', template });
    return true;
  };
  if (read) add(groups.other(read, item.licenseName), { isOwn: true, path: '', head: '', title: '', template: '' });
  for (const { sha256, role, path, expressions } of printed) {
    const text = texts.get(sha256);
    if (text === undefined) continue;
    const isOwn = role === 'main';
    const title = expressions.join(', ') || (isOwn ? item.licenseName : 'License of a part');
    const group = groups.found(text, title);
    add(group, { isOwn, path, head: withEdits(text.head, entry.statements), title: text.title, template: '' });
  }
  for (const name of wanted.own) ofLibrary(name, true, wanted.template);
  for (const name of wanted.bundled)
    if (!namesIn(name).every((one) => ofLibrary(one, false, 'bundled-not-found'))) entry.unprinted.push(name);
}

/** A license and its exception have a text each. */
const namesIn = (license: string) => license.split(' WITH ');

const MOST_PLACES = 10;

/** A License Only item has no name of its own: its files have. */
function softwareOf(item: NoticeItem): NoticeEntry['software'] {
  const folders = item.folders.length > 0 ? item.folders : outermost((item.files ?? []).map(parentOf));
  const named = folders.map((folder) => folder || 'the root of the code base');
  const places = named.slice(0, MOST_PLACES);
  if (named.length > places.length) places.push(`and ${named.length - places.length} more folders`);
  if (item.type === 'Component' || item.componentName !== 'N/A')
    return { name: item.componentName, version: item.versionName === 'N/A' ? '' : item.versionName, places };
  return { name: `Files under ${item.licenseExpression || item.licenseName}`, version: '', places };
}

/** The folders that lie in no other of them. */
function outermost(folders: readonly string[]): string[] {
  const all = new Set(folders);
  const liesInOther = (folder: string) => {
    for (let outer = folder; outer !== ''; ) {
      outer = parentOf(outer);
      if (all.has(outer)) return true;
    }
    return false;
  };
  return [...all].filter((folder) => !liesInOther(folder)).sort();
}

/** Contents of NOTICE files, each once, with its items. */
async function readFiles(files: NoticesInput['files'], found: CollectedNotices): Promise<void> {
  const names = new Map(found.entries.map(({ id, name }) => [id, name]));
  const byText = new Map<string, NoticeFile>();
  for await (const { itemId, path, text, problem } of files) {
    const item = names.get(itemId);
    if (item === undefined) continue;
    found.itemsWithNoticeFile.add(itemId);
    if (problem !== '') {
      found.unprintedFiles.push({ id: itemId, name: item, reason: `${path}: ${problem}` });
      continue;
    }
    if (readNoticeText(text, '').statements.length > 0) found.itemsWithStatingNotice.add(itemId);
    const file = byText.get(text.trim()) ?? { text, places: [] };
    file.places.push({ item, path });
    byText.set(text.trim(), file);
  }
  found.files.push(...byText.values());
}
