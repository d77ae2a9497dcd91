// A member is a folder and a line: both must say the same, because the line is read long before the folder is.
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MANIFEST_MEMBERS } from './members.ts';
import { importReader, readerOf } from './readers.ts';

const names: string[] = MANIFEST_MEMBERS.map(({ name }) => name);

it('each folder has its line', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  // The licenses of Yocto are words that its reader and its packages share.
  expect(folders.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
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
