// Writes the NOTICE of a release from Assay's own scan: every package with its version, license and copyrights, then each text once with
// the packages it belongs to.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Inventory, scanSource } from '@assay/scanner';
import spdxLicenses from 'spdx-license-list/full.js';
import { parse } from 'yaml';

/** An entry of shipped-programs.yaml. */
interface ShippedProgram {
  name: string;
  /** The start of the name of the npm package that contains it. */
  package: string;
  license: string;
  copyright: string;
  url: string;
  text?: string;
}

interface Entry {
  title: string;
  license: string;
  url: string;
  copyrights: string[];
  texts: string[];
}

type Component = Inventory['components'][number];

const TEXT_FILE = /^(?:licen[cs]e|copying|copyright|notice|unlicense)(?:[.-][\w.-]*)?$/i;
const MAX_COPYRIGHTS = 200;

/** The text of NOTICE. @param folders folders with the shipped files, `node_modules` among them */
export async function noticeOf(folders: readonly string[]): Promise<string> {
  const programs = parse(await readFile(new URL('shipped-programs.yaml', import.meta.url), 'utf8')) as ShippedProgram[];
  const entries = new Map<string, Entry>();
  for (const folder of folders)
    for (const entry of await entriesOf(folder, programs))
      if (!entries.has(entry.title)) entries.set(entry.title, entry);
  const sorted = [...entries.values()].sort((a, b) => (a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1));
  return [heading(sorted.length), ...sorted.map(summary), ...texts(sorted)].join('\n');
}

async function entriesOf(folder: string, programs: readonly ShippedProgram[]): Promise<Entry[]> {
  const copyrights = new Map<string, Set<string>>();
  let components: Component[] = [];
  for await (const item of scanSource(folder)) {
    if (item.type === 'file') collectCopyrights(item.path, item.facts.copyrights, copyrights);
    if (item.type === 'inventory') components = item.inventory.components;
    if (item.type === 'end' && !item.isComplete) throw new Error(`${folder} could not be scanned: ${item.reason}`);
  }
  const entries: Entry[] = [];
  for (const component of components) {
    if (
      component.ownedFolder === undefined ||
      component.type !== 'npm' ||
      component.ownedFolder.split('node_modules/').length < 2
    )
      continue;
    entries.push(await entryOf(folder, component, copyrights));
    for (const program of programs)
      if (fullName(component).startsWith(program.package))
        entries.push(await programEntry(join(folder, component.ownedFolder), program));
  }
  return entries;
}

function collectCopyrights(
  path: string,
  found: readonly { statement: string }[],
  into: Map<string, Set<string>>,
): void {
  if (found.length === 0) return;
  const owner = packageFolder(path);
  const statements = into.get(owner) ?? new Set<string>();
  into.set(owner, statements);
  for (const { statement } of found) statements.add(statement);
}

/** `node_modules/a/node_modules/@b/c/x.js` belongs to `node_modules/a/node_modules/@b/c`. */
function packageFolder(path: string): string {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? dirname(path);
}

async function entryOf(root: string, component: Component, copyrights: Map<string, Set<string>>): Promise<Entry> {
  const folder = component.ownedFolder as string;
  const found = [...(copyrights.get(folder) ?? [])].sort();
  const rest = found.length - MAX_COPYRIGHTS;
  return {
    title: `${fullName(component)} ${component.version}`,
    license:
      component.licenseExpression || component.primaryLicense.expression || component.declaredLicense || 'see its text',
    url: component.homepageUrl || component.repositoryUrl,
    copyrights: rest > 0 ? [...found.slice(0, MAX_COPYRIGHTS), `and ${rest} more statements in its files`] : found,
    texts: await textsIn(join(root, folder)),
  };
}

async function textsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => entry.isFile() && TEXT_FILE.test(entry.name),
  );
  return Promise.all(names.map(({ name }) => readFile(join(folder, name), 'utf8')));
}

async function programEntry(folder: string, program: ShippedProgram): Promise<Entry> {
  const own = program.text === undefined ? [] : [await readFile(await findFile(folder, program.text), 'utf8')];
  const ids = program.license.split(/ (?:AND|OR) /).filter((id) => spdxLicenses[id] !== undefined);
  return {
    title: program.name,
    license: program.license,
    url: program.url,
    copyrights: program.copyright.trim().split('\n'),
    texts: [...own, ...ids.map((id) => spdxLicenses[id]?.licenseText ?? '')],
  };
}

async function findFile(folder: string, name: string): Promise<string> {
  const paths = await readdir(folder, { recursive: true });
  const found = paths.find((path) => basename(path) === name);
  if (found === undefined) throw new Error(`${folder} holds no ${name}, which tools/shipped-programs.yaml names.`);
  return join(folder, found);
}

function fullName({ namespace, name }: Component): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

function heading(count: number): string {
  return `Assay
Copyright 2026 the Assay authors, licensed under the Apache License, Version 2.0 (LICENSE).

This program contains the ${count} packages and programs below. Assay wrote this list from a scan of what it ships: first the packages with their
licenses and copyrights, then each text once with the packages that bear it. The texts that Assay itself ships for its rules come from the SPDX license
list (CC0-1.0).
`;
}

function summary({ title, license, url, copyrights }: Entry): string {
  const lines = [
    `-- ${title}`,
    `   License: ${license}`,
    ...(url === '' ? [] : [`   ${url}`]),
    ...copyrights.map((line) => `   ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Each distinct text once, in the order of the first package with it. */
function texts(entries: readonly Entry[]): string[] {
  const byDigest = new Map<string, { text: string; titles: string[] }>();
  for (const { title, texts: own } of entries)
    for (const text of own) {
      const normal = text.replaceAll('\r\n', '\n').trim();
      const digest = createHash('sha256').update(normal.replace(/\s+/g, ' ')).digest('hex');
      const known = byDigest.get(digest);
      if (known) known.titles.push(title);
      else byDigest.set(digest, { text: normal, titles: [title] });
    }
  return [...byDigest.values()].map(
    ({ text, titles }) => `${'='.repeat(100)}\n${titles.join(', ')}\n${'='.repeat(100)}\n\n${text}\n`,
  );
}
