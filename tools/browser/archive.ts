// The code base that the browser test uploads.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { root } from './walk.ts';

/** A code base of some thousand real files, and a few with known evidence. */
export async function makeArchive(file: string): Promise<void> {
  const tar = pack();
  const archive = buffer(Readable.from(tar));
  tar.entry({ name: 'LICENSE' }, readFileSync(path.join(root, 'LICENSE')));
  tar.entry({ name: 'src/inflate.c' }, GPL_SOURCE);
  tar.entry(
    { name: 'package.json' },
    JSON.stringify({ name: 'walk', version: '1.0.0', license: 'MIT', dependencies: { kysely: '^0.28.0' } }),
  );
  for (const name of ['fastify', 'kysely', 'typebox', '@mantine/core'])
    addFolder(tar, path.join(root, 'node_modules', name), `vendor/${name}`);
  tar.finalize();
  writeFileSync(file, gzipSync(await archive, { level: 1 }));
}

/**
 * Bytes of the only line of a file, and copyrights of another one: some times what the page shows and the server keeps of them. Five times as much was
 * tried by hand (bench/log/48-the-workbench-tried-whole.md), and takes five times as long to scan.
 */
const LONGEST_LINE = 20_000_000;
export const MOST_MARKS = 40_000;

/** Files and names that are larger than any page expects. */
export async function makeExtremes(file: string): Promise<void> {
  const tar = pack();
  const archive = buffer(Readable.from(tar));
  tar.entry({ name: 'one-line.js' }, Buffer.alloc(LONGEST_LINE, 'var a=1;'));
  const marks = Array.from({ length: MOST_MARKS }, (_, at) => `/* Copyright (c) ${1990 + (at % 30)} Holder ${at} */\n`);
  tar.entry({ name: 'marks.c' }, marks.join(''));
  tar.entry({ name: 'deep/evil\u202Etxt.c' }, 'int a; /* \u202E } \u2066if (admin)\u2069 \u2066 for admins only */\n');
  tar.entry({ name: `${'folder-of-40-characters-with-a-long-name/'.repeat(49)}long-name.c` }, 'int b;\n');
  tar.finalize();
  writeFileSync(file, gzipSync(await archive, { level: 1 }));
}

/** An archive of these texts by their paths. */
export async function packTexts(texts: Record<string, string>): Promise<Buffer> {
  const tar = pack();
  const archive = buffer(Readable.from(tar));
  for (const [name, text] of Object.entries(texts)) tar.entry({ name }, text);
  tar.finalize();
  return gzipSync(await archive, { level: 1 });
}

/** A folder as it is, with its links left out. */
export async function packFolder(folder: string): Promise<Buffer> {
  const tar = pack();
  const archive = buffer(Readable.from(tar));
  addFolder(tar, folder);
  tar.finalize();
  return gzipSync(await archive, { level: 1 });
}

function addFolder(tar: ReturnType<typeof pack>, folder: string, name?: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const below = path.relative(folder, file);
    if (entry.isFile()) tar.entry({ name: name === undefined ? below : `${name}/${below}` }, readFileSync(file));
  }
}

export const GPL_SOURCE = `/*
 * inflate.c: unpacks what deflate packed
 * Copyright (C) 1999, 2003 Jane Doe <jane@example.net>
 *
 * This program is free software; you can redistribute it and/or modify
 * it under the terms of the GNU General Public License as published by
 * the Free Software Foundation; either version 2 of the License, or
 * (at your option) any later version.
 *
 * This program is distributed in the hope that it will be useful,
 * but WITHOUT ANY WARRANTY; without even the implied warranty of
 * MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the
 * GNU General Public License for more details.
 */
int inflate(void) { return 0; }
`;
