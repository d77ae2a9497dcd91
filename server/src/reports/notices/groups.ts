// The texts of the notices, each once. Packages with the same text share it, also if they name different holders: what names the holders is printed
// with each package, and the rest is printed word for word as it was found.
import { createHash } from 'node:crypto';
import { type FoundNotice, folded, type NoticeText } from '../../domain/inventories/notice-texts.ts';
import type { NoticeEntry } from './entry.ts';

export interface NoticeGroup {
  number: number;
  title: string;
  text: string;
  entries: NoticeEntry[];
}

/** Stands for a key, which is as long as its text. */
export const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64');

export class NoticeGroups {
  readonly #groups: NoticeGroup[] = [];
  readonly #exact = new Map<string, NoticeGroup>();
  readonly #similar = new Map<string, NoticeGroup>();
  /** Groups with a text that was found word for word. */
  readonly #found = new Set<NoticeGroup>();

  get all(): NoticeGroup[] {
    return this.#groups;
  }

  /** A text as found, with digests as keys. Replaces a similar text of the library, so that nothing of a package's own words is lost. */
  found(read: FoundNotice, title: string): NoticeGroup {
    const same = this.#exact.get(read.exactKey);
    if (same) return same;
    const similar = this.#similar.get(read.key);
    const group = similar !== undefined && !this.#found.has(similar) ? similar : this.#new(read.key, title);
    group.text = read.body;
    this.#found.add(group);
    this.#exact.set(read.exactKey, group);
    return group;
  }

  /** A text of a person or of the library. */
  other(read: NoticeText, title: string): NoticeGroup {
    const key = digestOf(read.key);
    const known = this.#similar.get(key);
    if (known) return known;
    const group = this.#new(key, title);
    group.text = read.text;
    return group;
  }

  #new(key: string, title: string): NoticeGroup {
    const group: NoticeGroup = { number: this.#groups.length + 1, title, text: '', entries: [] };
    this.#groups.push(group);
    if (!this.#similar.has(key)) this.#similar.set(key, group);
    return group;
  }
}

/**
 * Puts each title where it was found: above the shared text if all its packages have the same, else into their heads. Otherwise a text would get the
 * title of another package, or lose its own.
 */
export function settleTitles(groups: readonly NoticeGroup[], entries: readonly NoticeEntry[]): void {
  const titles = new Map<number, string[]>();
  const parts = entries.flatMap((entry) => entry.parts.filter(({ path }) => path !== ''));
  for (const { group, title } of parts) {
    const known = titles.get(group) ?? [];
    if (known.length < 2 && !known.some((one) => folded(one) === folded(title))) known.push(title);
    titles.set(group, known);
  }
  for (const group of groups) {
    const [only = '', ...others] = titles.get(group.number) ?? [];
    if (others.length === 0) group.text = joined(only, group.text);
  }
  for (const part of parts) if ((titles.get(part.group) ?? []).length > 1) part.head = joined(part.head, part.title);
}

const joined = (...parts: string[]) => parts.filter((part) => part !== '').join('\n\n');
