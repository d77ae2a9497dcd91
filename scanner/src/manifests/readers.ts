// Loads the reader of a format with the first file that has it: a tree has few of the formats, and all readers together take most of a second.
import { createRequire } from 'node:module';
import { present } from '../items.ts';
import type { ManifestReader } from './member.ts';
import { MANIFEST_MEMBERS } from './members.ts';

/** Loads without a turn of the event loop, because files are analysed without one. */
const load = createRequire(import.meta.url);
const loaded = new Map<string, ManifestReader>();
/** The module of each member's reader. */
const MODULES: ReadonlyMap<string, string> = new Map(
  MANIFEST_MEMBERS.map(({ name, room }) => [name, `./${room}/${name}/index.ts`]),
);

const moduleOf = (member: string) => present(MODULES.get(member), `reader of ${member}`);

/** Loads the reader of a member before it is needed; undefined if it is loaded. */
export function importReader(member: string): Promise<void> | undefined {
  if (loaded.has(member)) return undefined;
  return import(moduleOf(member)).then(({ reader }: { reader: ManifestReader }) => void loaded.set(member, reader));
}

/** The reader of a member. */
export function readerOf(member: string): ManifestReader {
  let reader = loaded.get(member);
  if (reader === undefined) {
    ({ reader } = load(moduleOf(member)) as { reader: ManifestReader });
    loaded.set(member, reader);
  }
  return reader;
}
