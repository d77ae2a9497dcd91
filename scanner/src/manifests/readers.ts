// Loads the reader of a format with the first file that has it: a tree has few of the formats, and all readers together take most of a second.
import { createRequire } from 'node:module';
import type { ManifestReader } from './member.ts';

/** Loads without a turn of the event loop, because files are analysed without one. */
const load = createRequire(import.meta.url);
const loaded = new Map<string, ManifestReader>();

/** Loads the reader of a member before it is needed; undefined if it is loaded. */
export function importReader(member: string): Promise<void> | undefined {
  if (loaded.has(member)) return undefined;
  return import(`./${member}/index.ts`).then(
    ({ reader }: { reader: ManifestReader }) => void loaded.set(member, reader),
  );
}

/** The reader of a member, whose name is that of its folder. */
export function readerOf(member: string): ManifestReader {
  let reader = loaded.get(member);
  if (reader === undefined) {
    ({ reader } = load(`./${member}/index.ts`) as { reader: ManifestReader });
    loaded.set(member, reader);
  }
  return reader;
}
