// A member is a folder and a line: both must say the same, because the line is read long before the folder is.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MANIFEST_MEMBERS } from './members.ts';
import { importReader, readerOf } from './readers.ts';

it('each folder of a room has its line', () => {
  const foldersOf = (folder: string) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  const members = foldersOf(import.meta.dirname)
    .filter((room) => room !== 'shared')
    .flatMap((room) => foldersOf(join(import.meta.dirname, room)).map((name) => `${room}/${name}`));
  expect(members.toSorted()).toEqual(MANIFEST_MEMBERS.map(({ room, name }) => `${room}/${name}`).toSorted());
});

it.each(MANIFEST_MEMBERS.map((member) => [member.name, member] as const))(
  '%s: its line says whether its reader names other manifests',
  (name, member) => {
    const reader = readerOf(name);
    expect(reader.read).toBeTypeOf('function');
    expect('namesManifests' in member).toBe(reader.names !== undefined);
    expect(importReader(name)).toBeUndefined();
  },
);
