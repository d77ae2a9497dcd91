// What notices print for an item.
import type { EditedStatements } from '../../domain/inventories/notice-texts.ts';
import type { NoticesSource } from '../../domain/inventories/notices.ts';

/** A text that is printed for an item. */
export interface EntryText {
  group: number;
  /** False for the license of a part that comes with it. */
  isOwn: boolean;
  /** The file that contains it; '' for a text of a person or of the library. */
  path: string;
  /** What it has before the text of its group: titles and the lines that name the holders, with the edits of people. */
  head: string;
  /** The title between its head and the shared text. */
  title: string;
  /** Why the library's text is printed; '' for every other text. */
  template: '' | 'not-found' | 'only-reference' | 'bundled-not-found';
}

export interface NoticeEntry {
  id: number;
  name: string;
  identity: string;
  url: string;
  license: string;
  expression: string;
  isDraft: boolean;
  /** It is in the product until somebody takes it out, and its name says so. */
  isRejected: boolean;
  statements: EditedStatements;
  /** Whether a printed text names a holder, although no statement is known apart from it. */
  isHolderInText: boolean;
  /** The source of the text. */
  source: NoticesSource;
  /** Numbers of its texts, from 1. */
  texts: number[];
  parts: EntryText[];
  /** Licenses without a text in the library. */
  missing: string[];
  /** Bundled licenses that no printed text of the item covers. */
  unprinted: string[];
  /** Files with a license text that cannot be printed, with the reason. */
  unreadable: string[];
  /** True if files or a folder of the item are in the code base. */
  isStored: boolean;
  fileCount: number;
  /** What a written offer of its source names: the software, its version, and where it lies. */
  software: { name: string; version: string; places: string[] };
}
