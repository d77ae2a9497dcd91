// Collects the content of the notices: the published items that are not rejected, their statements with the edits of
// people, and their texts, each once. It is collected once for all formats.
import {
  type EditedStatements,
  editStatements,
  type NoticeText,
  readNoticeText,
  type StatementEdit,
} from '../../domain/notice-texts.ts';
import { type NoticesSource, noticesFor } from '../../domain/notices.ts';
import type { ReportItem, ReportRow } from '../data.ts';
import type { ReportSource } from '../report.ts';

/** The part of an item that the notices need. */
export type NoticeItem = Pick<
  ReportItem,
  | 'id'
  | 'identity'
  | 'name'
  | 'status'
  | 'isPublished'
  | 'isOwn'
  | 'url'
  | 'licenseName'
  | 'licenseExpression'
  | 'licenses'
  | 'noticesText'
  | 'asFoundLicenseText'
  | 'copyrights'
  | 'folders'
  | 'ownFiles'
>;

/** Each list can be read once only. */
export interface NoticesInput {
  items: AsyncIterable<NoticeItem>;
  licenses: AsyncIterable<Pick<ReportRow<'licenses'>, 'shortName' | 'name' | 'text'>>;
  edits: AsyncIterable<StatementEdit>;
  files: AsyncIterable<ReportRow<'noticeFiles'>>;
}

export interface NoticeEntry {
  id: number;
  name: string;
  identity: string;
  url: string;
  license: string;
  expression: string;
  isDraft: boolean;
  statements: EditedStatements;
  /** The source of the text. */
  source: NoticesSource;
  /** Numbers of its texts, from 1. */
  texts: number[];
  /** Licenses without a text in the library. */
  missing: string[];
  /** True if files or a folder of the item are in the code base. */
  isStored: boolean;
}

export interface NoticeGroup {
  number: number;
  title: string;
  text: string;
  entries: NoticeEntry[];
}

interface NoticeFile {
  text: string;
  places: { item: string; path: string }[];
}

export interface CollectedNotices {
  entries: NoticeEntry[];
  /** Statements about the whole product, added by people. */
  general: EditedStatements;
  groups: NoticeGroup[];
  files: NoticeFile[];
  /** NOTICE files that are too long to be printed. */
  longFiles: string[];
  itemsWithNoticeFile: Set<number>;
  /** Items with a copyright statement in their printed NOTICE file. */
  itemsWithStatingNotice: Set<number>;
  rejected: string[];
  /** Entries that look like parts of the product itself. */
  own: string[];
  unpublished: number;
}

export const collectNotices = (source: Pick<ReportSource, 'list'>): Promise<CollectedNotices> =>
  collectNoticesOf({
    items: source.list('inventoryItems'),
    licenses: source.list('licenses'),
    edits: source.list('statementEdits'),
    files: source.list('noticeFiles'),
  });

export async function collectNoticesOf(input: NoticesInput): Promise<CollectedNotices> {
  const edits: StatementEdit[] = await Array.fromAsync(input.edits);
  const known: Known = { library: await libraryOf(input.licenses), edits, keyOfLibrary: keysOnce() };
  const groups = new Map<string, NoticeGroup>();
  const found: CollectedNotices = {
    entries: [],
    general: editStatements([], edits, ''),
    groups: [],
    files: [],
    longFiles: [],
    itemsWithNoticeFile: new Set(),
    itemsWithStatingNotice: new Set(),
    rejected: [],
    own: [],
    unpublished: 0,
  };
  for await (const item of input.items) {
    if (!item.isPublished) found.unpublished++;
    else if (item.status === 'Rejected') found.rejected.push(item.name);
    else {
      // A manifest in the code base does not prove who wrote the package, so a person must decide.
      if (item.isOwn) found.own.push(item.name);
      found.entries.push(entryOf(item, known, groups));
    }
  }
  await readFiles(input.files, found);
  return { ...found, groups: [...groups.values()] };
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
  keyOfLibrary: (text: string) => string;
}

/** @param groups receives the texts of the item */
function entryOf(item: NoticeItem, known: Known, groups: Map<string, NoticeGroup>): NoticeEntry {
  const { library, edits } = known;
  const own = item.licenses.map((name) => library.get(name.toLowerCase()));
  const libraryText = own
    .map((one) => one?.text ?? '')
    .filter(Boolean)
    .join('\n\n');
  const chosen = noticesFor({ ...item, libraryText });
  const read = readNoticeText(chosen.text, libraryText);
  const isLibrary = chosen.source === 'library' || (libraryText !== '' && read.key === known.keyOfLibrary(libraryText));
  const entry: NoticeEntry = {
    id: item.id,
    name: item.name,
    identity: item.identity,
    url: item.url,
    license: item.licenseName,
    expression: item.licenseExpression,
    isDraft: item.status === 'Draft',
    statements: editStatements([...item.copyrights, ...read.statements, ...read.placeholders], edits, item.identity),
    source: isLibrary ? 'library' : chosen.source,
    texts: [],
    missing: isLibrary || chosen.source === 'none' ? item.licenses.filter((_, at) => !own[at]?.text.trim()) : [],
    isStored: item.folders.length + item.ownFiles > 0,
  };
  const parts = isLibrary
    ? own.flatMap((one) => (one && one.read.text !== '' ? [{ title: one.name, read: one.read }] : []))
    : chosen.source === 'none'
      ? []
      : [{ title: item.licenseName, read }];
  for (const { title, read: part } of parts) {
    const group = groups.get(part.key) ?? { number: groups.size + 1, title, text: part.text, entries: [] };
    groups.set(part.key, group);
    if (entry.texts.includes(group.number)) continue;
    group.entries.push(entry);
    entry.texts.push(group.number);
  }
  return entry;
}

/** Computes each key once, because most items share the texts of a few licenses. */
function keysOnce(): (text: string) => string {
  const keys = new Map<string, string>();
  return (text) => {
    const key = keys.get(text) ?? readNoticeText(text, text).key;
    keys.set(text, key);
    return key;
  };
}

/** Contents of NOTICE files, each once, with its items. */
async function readFiles(files: NoticesInput['files'], found: CollectedNotices): Promise<void> {
  const names = new Map(found.entries.map(({ id, name }) => [id, name]));
  const byText = new Map<string, NoticeFile>();
  for await (const { itemId, path, text } of files) {
    const item = names.get(itemId);
    if (item === undefined) continue;
    found.itemsWithNoticeFile.add(itemId);
    if (text.trim() === '') {
      found.longFiles.push(path);
      continue;
    }
    if (readNoticeText(text, '').statements.length > 0) found.itemsWithStatingNotice.add(itemId);
    const file = byText.get(text.trim()) ?? { text, places: [] };
    file.places.push({ item, path });
    byText.set(text.trim(), file);
  }
  found.files.push(...byText.values());
}
