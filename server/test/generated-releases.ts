// Releases of a project with vendored packages, made from a seed, with changes as real upgrades have them, and with traps: changes after which a former
// decision must not count, and some (a year, a banner) after which it must.

const trapKinds = [
  'word',
  'holder',
  'clause',
  'header clause',
  'clause in code',
  'swapped file',
  'takeover',
  'year',
  'banner',
] as const;
type TrapKind = (typeof trapKinds)[number];

export interface Trap {
  kind: TrapKind;
  /** Paths of files on which no former decision may count; with `mustCarry`, those on which it must. */
  files: string[];
  mustCarry?: boolean;
  /** `name version` of the item, if it is a trap too. */
  item?: string;
}

export interface Release {
  files: Record<string, string>;
  traps: Trap[];
}

interface Source {
  word: string;
  added: number;
  hasHeader: boolean;
  clause: string;
  /** What a generator writes at its head. */
  banner: string;
  /** A comment between its lines. */
  remark: string;
}

interface Package {
  name: string;
  patch: number;
  license: 'MIT' | 'ISC' | 'GPL-3.0-only';
  holder: string;
  years: string;
  /** Replaces a word of the license text. */
  word?: [from: string, to: string];
  clause: string;
  sources: Source[];
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
const ISC = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the
above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY
DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION,
ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;
const GPL = `This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public License as published by
the Free Software Foundation, version 3.

This program is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the implied warranty of
MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See the GNU General Public License for more details.`;
const TEXTS = {
  MIT: `MIT License\n\n%\n\n${MIT}\n`,
  ISC: `ISC License\n\n%\n\n${ISC}\n`,
  'GPL-3.0-only': `%\n\n${GPL}\n`,
};
/** Words that stand in each of the texts that have them, and what makes another license of it. */
const WORDS: [string, string][] = [
  ['free of charge', 'for a charge'],
  ['with or without fee', 'without fee'],
  ['any person', 'any student'],
  ['any purpose', 'any lawful purpose'],
  ['is hereby granted', 'is hereby denied'],
  ['all copies', 'most copies'],
];
const CLAUSES = [
  'The Software shall be used for Good, not Evil.',
  'Use in military products is not permitted.',
  'Redistributions must mention the author in all advertising.',
];
const REMARKS = [
  'Commercial use is prohibited.',
  'Companies with more than 50 people have to pay for it.',
  'You may not distribute this file.',
];
const HOLDERS = [
  'Ann Example',
  'Bob Sample',
  'Carl Muster',
  'Dora Beispiel',
  'Example Corporation',
  'The Sample Project',
];

function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export interface Releases {
  count: number;
  packages: number;
  sourcesOfEach: number;
  seed: number;
}

export function* generatedReleases({ count, packages: many, sourcesOfEach, seed }: Releases): Generator<Release> {
  const pick = random(seed);
  const one = <T>(list: readonly T[]) => list[pick(list.length)] as T;
  const packages = Array.from(
    { length: many },
    (_, number): Package => ({
      ...{ name: `library-${number}`, patch: 0, license: one(['MIT', 'MIT', 'ISC'] as const), holder: one(HOLDERS) },
      ...{ years: String(2005 + pick(15)), clause: '' },
      sources: Array.from({ length: sourcesOfEach }, (_, at) => ({
        ...{ word: `part${number}x${at}`, added: 0, hasHeader: pick(2) === 0 || at === 0, clause: '' },
        ...{ banner: '', remark: '' },
      })),
    }),
  );
  yield { files: filesOf(packages, 0), traps: [] };
  for (let release = 1; release < count; release++) {
    const order = packages.map((of) => ({ of, at: pick(1_000_000) })).sort((a, b) => a.at - b.at);
    const trapped = order.slice(0, trapKinds.length).map(({ of }) => of);
    const traps = trapKinds.flatMap((kind, at) => {
      const of = trapped[at];
      return of === undefined ? [] : [plant(kind, of, release, { pick, one })];
    });
    for (const { of } of order.slice(trapKinds.length)) if (pick(3) === 0) upgrade(of, release, pick);
    yield { files: filesOf(packages, release), traps };
  }
}

/** As releases are: a new version, here and there a year, and code that changes. */
function upgrade(of: Package, release: number, pick: (below: number) => number): void {
  of.patch++;
  if (pick(2) === 0) of.years = `${of.years.slice(0, 4)}-${2020 + release}`;
  for (const source of of.sources) if (pick(2) === 0) source.added++;
}

const folderOf = ({ name }: Package) => `node_modules/${name}`;
const versionOf = ({ patch }: Package) => `1.0.${patch}`;
const pathOf = (of: Package, at: number) => `${folderOf(of)}/lib/file${at}.js`;

function plant(
  kind: TrapKind,
  of: Package,
  release: number,
  { pick, one }: { pick: (below: number) => number; one: <T>(list: readonly T[]) => T },
): Trap {
  of.patch++;
  const license = `${folderOf(of)}/LICENSE`;
  const item = `${of.name} ${versionOf(of)}`;
  const withHeader = of.sources.flatMap(({ hasHeader }, at) => (hasHeader ? [pathOf(of, at)] : []));
  switch (kind) {
    case 'word': {
      const text = TEXTS[of.license];
      const [from, to] = WORDS.find(([word]) => text.includes(word) && word !== of.word?.[0]) ?? [
        'WARRANTY',
        'LIABILITY',
      ];
      of.word = [from, to];
      return { kind, files: [license], item };
    }
    case 'holder': {
      of.holder = `${one(HOLDERS.filter((other) => other !== of.holder))} ${release}`;
      return { kind, files: [license, ...withHeader], item };
    }
    case 'clause':
      of.clause += `\n${one(CLAUSES)} (${release})\n`;
      return { kind, files: [license], item };
    case 'header clause': {
      const [first] = of.sources;
      if (first) first.clause += ` *\n * ${one(CLAUSES)} (${'i'.repeat(release)})\n`;
      return { kind, files: withHeader.slice(0, 1) };
    }
    case 'swapped file': {
      const at = of.sources.length - 1;
      const source = of.sources[at];
      if (source) source.word = `other${release}x${pick(1000)}`;
      return { kind, files: [pathOf(of, at)] };
    }
    case 'takeover':
      of.license = of.license === 'GPL-3.0-only' ? 'MIT' : 'GPL-3.0-only';
      // Another person: the texts of before would be known.
      of.holder = `New Owner ${release}`;
      delete of.word;
      of.clause = '';
      return { kind, files: [license, ...withHeader], item };
    case 'year':
      of.years = `${of.years.slice(0, 4)}, ${2020 + release}`;
      return { kind, files: [license], item, mustCarry: true };
    case 'banner': {
      const [first] = of.sources;
      if (first) first.banner = `// Generated by maker ${release}.2.1 on 20${20 + release}-03-04\n`;
      return { kind, files: [pathOf(of, 0)], mustCarry: true };
    }
    case 'clause in code': {
      const at = of.sources.length - 1;
      const source = of.sources[at];
      if (source) source.remark += `// ${one(REMARKS)} (${'i'.repeat(release)})\n`;
      return { kind, files: [pathOf(of, at)] };
    }
  }
}

function filesOf(packages: readonly Package[], release: number): Record<string, string> {
  const lock = {
    ...{ name: 'app', version: `${release}.0.0`, lockfileVersion: 3 },
    packages: {
      '': {
        ...{ name: 'app', version: `${release}.0.0` },
        dependencies: Object.fromEntries(packages.map(({ name }) => [name, '*'])),
      },
      ...Object.fromEntries(packages.map((of) => [folderOf(of), { version: versionOf(of), license: of.license }])),
    },
  };
  return {
    'package-lock.json': JSON.stringify(lock, null, 1),
    ...Object.fromEntries(packages.flatMap(filesOfPackage)),
  };
}

function filesOfPackage(of: Package): [string, string][] {
  const { name, license, holder, years, clause, word } = of;
  const copyright = `Copyright (c) ${years} ${holder}`;
  const text = TEXTS[license].replace('%', copyright);
  return [
    [`${folderOf(of)}/package.json`, JSON.stringify({ name, version: versionOf(of), license }, null, 1)],
    [`${folderOf(of)}/LICENSE`, `${word ? text.replace(word[0], word[1]) : text}${clause}`],
    ...of.sources.map((source, at): [string, string] => [pathOf(of, at), sourceText(of, source, copyright)]),
  ];
}

function sourceText(of: Package, source: Source, copyright: string): string {
  const { word, added, hasHeader, clause, banner, remark } = source;
  const header = `/*!\n * ${of.name} v${versionOf(of)}\n * ${copyright}\n * Released under the ${of.license} license\n${clause} */\n`;
  const lines = Array.from({ length: 30 }, (_, at) => `export const ${word}${at} = make('${word}', ${at});`);
  const more = Array.from({ length: added }, (_, at) => `export const added${at} = ${at};`);
  return `${banner}${hasHeader ? header : ''}${lines.join('\n')}\n${remark}${more.map((line) => `${line}\n`).join('')}`;
}
