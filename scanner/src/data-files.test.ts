import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseData, readData } from './data-files.ts';

const FOLDERS = [new URL('./', import.meta.url), new URL('../rules/', import.meta.url)];
const files = FOLDERS.flatMap((folder) =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => name.endsWith('.yaml') && !/^libraries\/|judged-cases|fixtures/.test(name))
    .map((name) => new URL(name, folder)),
);

it('reads each file of data as its YAML says, the first time and from what is kept', () => {
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) {
    const value = parseData(readFileSync(file, 'utf8'));
    expect(readData(file), file.pathname).toEqual(value);
    expect(readData(file), file.pathname).toEqual(value);
  }
});
