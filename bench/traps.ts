// Traps in real packages: changes after which a decision must not count, and changes after which it must. Each changes one package of a tree in memory.
import type { Tree } from './npm-releases.ts';

export interface Planted {
  kind: string;
  /** Files on which no former decision may count; with `mustCarry`, those on which it must. */
  files: string[];
  /** `name version` of an item likewise. */
  item?: string;
  mustCarry: boolean;
}

/** A package in `node_modules`. */
interface Place {
  name: string;
  folder: string;
  version: string;
}

type Text = (text: string, pick: (below: number) => number) => string | undefined;

const swap =
  (...pairs: [string, string][]): Text =>
  (text, pick) => {
    const fit = pairs.filter(([from]) => text.includes(from));
    const [from, to] = fit[pick(fit.length)] ?? [];
    return from === undefined || to === undefined ? undefined : text.replace(from, to);
  };

const WORDS = swap(
  ['free of charge', 'for a charge'],
  ['without limitation', 'with limitation'],
  ['any person', 'any student'],
  ['shall be included', 'need not be included'],
  ['all copies', 'most copies'],
  ['and to permit', 'but not to permit'],
  ['is hereby granted', 'is hereby not granted'],
  ['with or without fee', 'without fee'],
  ['with or without\nmodification', 'without\nmodification'],
  ['THE SOFTWARE IS PROVIDED "AS IS"', 'THE SOFTWARE IS PROVIDED "AS WAS"'],
);
const CLAUSES = [
  'The Software shall be used for Good, not Evil.',
  'Use in military products is not permitted.',
  'Redistributions must mention the author in all advertising.',
  'Commercial use is prohibited.',
  'This does not apply to employees of Example Corporation.',
  'Companies with more than 50 people have to pay for it.',
  'Nobody may train a model with it.',
];
/** Another one each time: the text of an earlier trap was decided about. */
const nameOf = (pick: (below: number) => number) =>
  String.fromCharCode(...Array.from({ length: 8 }, (_, at) => (at === 0 ? 65 : 97) + pick(26)));
const COPYRIGHT =
  /^(.*(?:copyright|\(c\)|©).*?(?:19|20)\d\d(?:[-–, ]+(?:(?:19|20)\d\d|present))*[,:]?\s+(?:by\s+)?)(\S.*)$/im;
const holder: Text = (text, pick) =>
  COPYRIGHT.test(text) ? text.replace(COPYRIGHT, `$1Holder ${nameOf(pick)}`) : undefined;
const moreHolders: Text = (text, pick) =>
  COPYRIGHT.test(text) ? text.replace(COPYRIGHT, `$1$2\nCopyright (c) 2026 Holder ${nameOf(pick)}`) : undefined;
const years: Text = (text) =>
  COPYRIGHT.test(text)
    ? text.replace(COPYRIGHT, (line: string) =>
        line.replace(/(?:19|20)\d\d(?:\s*[-–]\s*(?:(?:19|20)\d\d|present))?/, '2009-2026'),
      )
    : undefined;
const appended: Text = (text, pick) => `${text.trimEnd()}\n\n${CLAUSES[pick(CLAUSES.length)]}\n`;
const prepended: Text = (text, pick) => `${CLAUSES[pick(CLAUSES.length)]}\n\n${text}`;
const removed: Text = (text) => {
  const parts = text.split(/\n\s*\n/);
  return parts.length < 4 ? undefined : parts.filter((_, at) => at !== parts.length - 2).join('\n\n');
};
const GPL = `This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public License as published by
the Free Software Foundation, version 3.

This program is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the implied warranty of
MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See the GNU General Public License for more details.
`;

/** The first comment of a source file, if it is one of several lines. */
const HEADER = /^(?:#!.*\n|'use strict';?\s*\n|\s*\n)*\/\*[\s\S]*?\*\//;
const inHeader =
  (change: Text): Text =>
  (text, pick) => {
    const header = HEADER.exec(text)?.[0];
    if (header === undefined || !/copyright|licen[sc]e/i.test(header)) return undefined;
    const other = change(header, pick);
    return other === undefined || other === header ? undefined : text.replace(header, () => other);
  };
const headerClause: Text = (header, pick) =>
  header.replace(/\s*\*\/$/, () => `\n *\n * ${CLAUSES[pick(CLAUSES.length)]}\n */`);
const isPlain = (text: string) => text.split('\n').length > 12 && !/copyright|licen[sc]e/i.test(text);
const atTop =
  (line: string): Text =>
  (text) =>
    isPlain(text) ? `${line}\n${text}` : undefined;
const inTheMiddle: Text = (text, pick) => {
  if (!isPlain(text)) return undefined;
  const lines = text.split('\n');
  const at = lines.findIndex((line, index) => index > lines.length / 2 && line === '');
  if (at < 0) return undefined;
  return [...lines.slice(0, at), `// ${CLAUSES[pick(CLAUSES.length)]}`, ...lines.slice(at)].join('\n');
};

const LICENSE = /^(?:licen[sc]e|copying)(?:[.-].*)?$/i;
const SOURCE = /\.(?:c|m)?[jt]s$/;
const README = /^readme(?:\.md|\.markdown)?$/i;

interface FileTrap {
  kind: string;
  where: RegExp;
  change: Text;
  mustCarry?: boolean;
  /** The item of the package is a trap too. */
  ofItem?: boolean;
}

const readmeLicense: Text = (text) =>
  /\n#+ *licen[sc]e/i.test(text)
    ? text.replace(/(\n#+ *licen[sc]e[^\n]*\n)[\s\S]*$/i, '$1\nGPL-3.0-only\n')
    : undefined;
const readmeClause: Text = (text, pick) =>
  /\n#+ *licen[sc]e/i.test(text)
    ? text.replace(/(\n#+ *licen[sc]e[^\n]*\n)/i, (heading) => `${heading}\n${CLAUSES[pick(CLAUSES.length)]}\n`)
    : undefined;

const FILE_TRAPS: readonly FileTrap[] = [
  { kind: 'license word', where: LICENSE, change: WORDS, ofItem: true },
  { kind: 'license holder', where: LICENSE, change: holder, ofItem: true },
  { kind: 'license holder added', where: LICENSE, change: moreHolders, ofItem: true },
  { kind: 'license clause', where: LICENSE, change: appended, ofItem: true },
  { kind: 'license clause before it', where: LICENSE, change: prepended, ofItem: true },
  { kind: 'license clause removed', where: LICENSE, change: removed, ofItem: true },
  {
    kind: 'license replaced',
    where: LICENSE,
    change: (_, pick) => `Copyright (c) 2026 Owner ${nameOf(pick)}\n\n${GPL}`,
    ofItem: true,
  },
  { kind: 'license year', where: LICENSE, change: years, mustCarry: true, ofItem: true },
  { kind: 'header clause', where: SOURCE, change: inHeader(headerClause) },
  { kind: 'header holder', where: SOURCE, change: inHeader(holder) },
  {
    kind: 'header license',
    where: SOURCE,
    change: inHeader(swap(['MIT', 'GPL-3.0'], ['BSD', 'GPL'], ['ISC', 'GPL-2.0'])),
  },
  { kind: 'header year', where: SOURCE, change: inHeader(years), mustCarry: true },
  { kind: 'license id in a plain file', where: SOURCE, change: atTop('// SPDX-License-Identifier: GPL-2.0-only') },
  { kind: 'copyright in a plain file', where: SOURCE, change: atTop('// Copyright (c) 2026 Another Holder Ltd') },
  { kind: 'clause in a plain file', where: SOURCE, change: inTheMiddle },
  { kind: 'banner', where: SOURCE, change: atTop('// Generated by tool 4.5.6 on 2026-01-02'), mustCarry: true },
  { kind: 'readme license', where: README, change: readmeLicense },
  { kind: 'readme clause', where: README, change: readmeClause },
];

const manifestKinds = ['version', 'manifest license', 'takeover', 'manifest author'] as const;
export const trapKinds = [...FILE_TRAPS.map(({ kind }) => kind), 'swapped file', ...manifestKinds];

export interface Ground {
  tree: Tree;
  pick: (below: number) => number;
  /** Texts of traps that were planted before: a person has decided about them. */
  known: Set<string>;
  /** Sources that are nowhere in the tree. */
  strangers: readonly Buffer[];
}

/** Plants a trap in a package; undefined if it has no fitting file. */
export function plant(kind: string, place: Place, ground: Ground): Planted | undefined {
  const { tree, pick, known } = ground;
  if (kind === 'swapped file') return swapped(place, ground);
  if ((manifestKinds as readonly string[]).includes(kind)) return inManifest(kind, place, tree);
  const trap = FILE_TRAPS.find((one) => one.kind === kind);
  if (trap === undefined) throw new Error(`no trap ${kind}`);
  const { where, change, mustCarry = false, ofItem = false } = trap;
  const fitting = filesIn(place, tree).filter((path) => where.test(path.split('/').at(-1) ?? ''));
  for (const path of shuffled(fitting, pick)) {
    const before = textOf(tree, path);
    const after = change(before, pick);
    if (after === undefined || after === before || known.has(saidBy(after))) continue;
    known.add(saidBy(after));
    tree.set(path, Buffer.from(after));
    return { kind, files: [path], mustCarry, ...(ofItem && { item: `${place.name} ${place.version}` }) };
  }
  return undefined;
}

const textOf = (tree: Tree, path: string) => (tree.get(path) ?? Buffer.alloc(0)).toString();

/** Files of the package itself, without those of packages inside of it. */
const filesIn = ({ folder }: Place, tree: Tree) =>
  [...tree.keys()].filter(
    (path) => path.startsWith(`${folder}/`) && !path.slice(folder.length).includes('/node_modules/'),
  );

function shuffled<T>(list: readonly T[], pick: (below: number) => number): T[] {
  return list
    .map((one) => ({ one, at: pick(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

function swapped(place: Place, { tree, pick, strangers }: Ground): Planted | undefined {
  const fitting = filesIn(place, tree).filter((path) => SOURCE.test(path) && isPlain(textOf(tree, path)));
  const path = fitting[pick(fitting.length)];
  const other = strangers[pick(strangers.length)];
  if (path === undefined || other === undefined) return undefined;
  // The trap of another round may have put the same stranger elsewhere.
  tree.set(path, Buffer.concat([other, Buffer.from(`\nexport const place${pick(1e9)} = 1;\n`)]));
  return { kind: 'swapped file', files: [path], mustCarry: false };
}

const NEW_OWNER = 'New Owner <owner@example.org>';

function inManifest(kind: string, place: Place, tree: Tree): Planted | undefined {
  const path = `${place.folder}/package.json`;
  const manifest = JSON.parse(textOf(tree, path)) as Record<string, unknown>;
  const next = nextOf(place.version);
  const isOther = kind !== 'version';
  // The trap of another round.
  if (isOther && (manifest.license === 'GPL-3.0-only' || manifest.author === NEW_OWNER)) return undefined;
  if (kind === 'manifest author') manifest.author = NEW_OWNER;
  else manifest.version = next;
  if (kind === 'manifest license' || kind === 'takeover') manifest.license = 'GPL-3.0-only';
  if (kind === 'takeover') {
    manifest.author = NEW_OWNER;
    for (const file of filesIn(place, tree))
      if (LICENSE.test(file.split('/').at(-1) ?? ''))
        tree.set(file, Buffer.from(`Copyright (c) 2026 New Owner of ${place.name}\n\n${GPL}`));
  }
  tree.set(path, Buffer.from(JSON.stringify(manifest, null, 2)));
  if (kind === 'manifest author') return { kind, files: [path], mustCarry: false };
  inLockfile(tree, place, { version: next, ...(isOther && { license: 'GPL-3.0-only' }) });
  return { kind, files: [path], item: `${place.name} ${next}`, mustCarry: !isOther };
}

const nextOf = (version: string) => version.replace(/(\d+)[^.]*$/, (_, last: string) => String(Number(last) + 1));

function inLockfile(tree: Tree, { folder }: Place, change: Record<string, string>): void {
  for (const path of ['package-lock.json', 'node_modules/.package-lock.json']) {
    const lock = JSON.parse(textOf(tree, path)) as { packages: Record<string, Record<string, unknown>> };
    Object.assign(lock.packages[folder] ?? {}, change);
    tree.set(path, Buffer.from(JSON.stringify(lock, null, 2)));
  }
}

/** Packages of the tree that are there in one version only. */
export function placesOf(tree: Tree): Place[] {
  const { packages } = JSON.parse(textOf(tree, 'package-lock.json')) as {
    packages: Record<string, { version: string; link?: boolean }>;
  };
  const places = Object.entries(packages).flatMap(([folder, { version }]) =>
    folder === '' ? [] : [{ folder, name: folder.slice(folder.lastIndexOf('node_modules/') + 13), version }],
  );
  const many = Map.groupBy(places, ({ name }) => name);
  const isThere = ({ folder }: Place) => tree.has(`${folder}/package.json`);
  return places
    .filter(isThere)
    .filter(({ name, folder }) => many.get(name)?.length === 1 && folder.lastIndexOf('node_modules/') === 0);
}

/** Texts that differ in years alone say the same. */
const saidBy = (text: string) => text.replace(/\d+/g, '');
