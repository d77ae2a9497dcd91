import { describe, expect, it } from 'vitest';
import { present } from '../items.ts';
import {
  type Compared,
  type ComparedPart,
  comparedSboms,
  compareSboms,
  countsOfRows,
  differenceRows,
  isSame,
  lineOfRow,
  type SbomDifference,
} from './index.ts';
import { readSbomDocument } from './read/index.ts';

const read = (document: Record<string, unknown>) => comparedSboms([present(readSbomDocument(document), 'document')]);
const part = (name: string, version: string, license = 'MIT') => ({
  ...{ type: 'library', 'bom-ref': `${name}-${version}`, name, version, purl: `pkg:npm/${name}@${version}` },
  licenses: [{ expression: license }],
});
const cdx = (components: object[], vulnerabilities?: object[]) =>
  read({ bomFormat: 'CycloneDX', specVersion: '1.6', components, ...(vulnerabilities && { vulnerabilities }) });
const vulnerability = (state: string, ref = 'a-1') => ({ id: 'CVE-1', analysis: { state }, affects: [{ ref }] });
const NO_VULNERABILITIES = { added: [], removed: [], decided: [], notCompared: [] };

it('finds no difference in documents whose order and ids differ', () => {
  const [a, b] = [part('a', '1'), { ...part('b', '2'), 'bom-ref': 'other' }];
  expect(isSame(compareSboms(cdx([a, part('b', '2')]), cdx([b, a])))).toBe(true);
});

it('compares documents of both standards', () => {
  const spdx = read({
    spdxVersion: 'SPDX-2.3',
    packages: [
      {
        ...{
          SPDXID: 'SPDXRef-a',
          name: 'a',
          versionInfo: '1',
          licenseConcluded: 'MIT',
          licenseDeclared: 'NOASSERTION',
        },
        externalRefs: [{ referenceType: 'purl', referenceLocator: 'pkg:npm/a@1' }],
      },
    ],
  });
  expect(isSame(compareSboms(cdx([part('a', '1')]), spdx))).toBe(true);
});

it('tells what came, went and changed', () => {
  const before = cdx([part('a', '1'), part('b', '1'), part('gone', '1')], [vulnerability('in_triage')]);
  const after = cdx(
    [part('a', '1', 'GPL-2.0-only'), part('b', '2'), part('new', '1')],
    [vulnerability('not_affected')],
  );
  const difference = compareSboms(before, after);
  expect(isSame(difference)).toBe(false);
  expect(difference).toEqual({
    added: [{ component: 'pkg:npm/new', versions: ['1'] }],
    removed: [{ component: 'pkg:npm/gone', versions: ['1'] }],
    versions: [{ component: 'pkg:npm/b', before: ['1'], after: ['2'], direction: 'up' }],
    licenses: [{ component: 'pkg:npm/a@1', before: ['MIT'], after: ['GPL-2.0-only'], kind: 'effective' }],
    vulnerabilities: {
      ...NO_VULNERABILITIES,
      decided: [{ id: 'CVE-1', component: 'pkg:npm/a', before: 'in_triage', after: 'not_affected' }],
    },
    ...{ decisions: [], carried: [], obligations: [], holders: [], files: [], services: [] },
    dependencies: { added: [], removed: [] },
  });
});

describe('sides that know more than documents', () => {
  const item = (version: string, more: Partial<ComparedPart> = {}): ComparedPart => ({
    ...{ purl: `pkg:npm/a@${version}`, cpe: '', name: 'a', version, declared: '', concluded: 'MIT', findings: [] },
    ...{ decision: 'Approved', isCompared: true, obligations: ['Ship the text.'], holders: ['Ann'], ground: 'By ann.' },
    ...more,
  });
  const lines = (before: ComparedPart[], after: ComparedPart[], files?: [object, object]) => {
    const side = (parts: ComparedPart[], of?: object) => ({
      ...{ parts, others: [], statesVulnerabilities: true },
      ...(of && { files: new Map(Object.entries(of)) }),
    });
    return differenceRows(compareSboms(side(before, files?.[0]), side(after, files?.[1]))).map(lineOfRow);
  };

  it('tell obligations, holders that one side has alone, and the ground of another review', () => {
    const after = item('1', {
      ...{ obligations: ['Offer source.', 'Ship the text.'], holders: ['Ann', 'Ben'] },
      ...{ decision: 'Draft', ground: 'The license was MIT then.' },
    });
    expect(lines([item('1')], [after])).toEqual([
      '~ pkg:npm/a@1: review Approved -> Draft (The license was MIT then.)',
      '~ pkg:npm/a@1: obligations Ship the text. -> Offer source., Ship the text.',
      '~ pkg:npm/a@1: holders none -> Ben',
    ]);
  });

  it('tell a review that counts for the next version, but never a missing one', () => {
    expect(lines([item('1')], [item('2', { ground: 'As approved for 1.' })])).toEqual([
      '~ pkg:npm/a: version 1 -> 2',
      '= pkg:npm/a: review Approved, as before (As approved for 1.)',
    ]);
    const draft = { decision: 'Draft', ground: '' };
    expect(lines([item('1', draft)], [item('2', draft)])).toEqual(['~ pkg:npm/a: version 1 -> 2']);
  });

  it('tell files only if both have them, and details only if both state them', () => {
    const files: [object, object] = [
      { same: '1', gone: '2', changed: '3' },
      { same: '1', changed: '4', new: '5' },
    ];
    expect(lines([], [], files)).toEqual(['+ file new', '- file gone', '~ file changed']);
    const [former, next] = ['lib-1.10.0', 'lib-1.11.1'];
    const renamed: [object, object] = [
      {
        [`${former}/same`]: '1',
        [`${former}/changed`]: '2',
        [`${former}/gone`]: '3',
        'a-1.0/two': '4',
        'a-1.1/two': '5',
      },
      { [`${next}/same`]: '1', [`${next}/changed`]: '9', [`${next}/new`]: '3', 'a-1.2/two': '4' },
    ];
    expect(lines([], [], renamed)).toEqual([
      ...['+ file a-1.2/two', '+ file lib-1.11.1/new', '- file a-1.0/two', '- file a-1.1/two'],
      ...['- file lib-1.10.0/gone', '~ file lib-1.11.1/changed'],
    ]);
    const { holders: _, obligations: __, ...less } = item('1');
    expect(lines([item('1')], [less])).toEqual([]);
  });
});

it('compares what was decided about each version, where a document has several', () => {
  const both = [part('a', '1'), part('a', '2')];
  const decided = (one: string, two: string) => cdx(both, [vulnerability(one), vulnerability(two, 'a-2')]);
  const { vulnerabilities } = compareSboms(
    decided('not_affected', 'exploitable'),
    decided('exploitable', 'exploitable'),
  );
  expect(vulnerabilities).toEqual({
    ...NO_VULNERABILITIES,
    decided: [{ id: 'CVE-1', component: 'pkg:npm/a@1', before: 'not_affected', after: 'exploitable' }],
  });
});

it('compares components that stand inside of the product', () => {
  const inside = (components: object[]) =>
    read({ bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { component: { name: 'shop', components } } });
  expect(compareSboms(inside([part('a', '1')]), inside([])).removed).toEqual([
    { component: 'pkg:npm/a', versions: ['1'] },
  ]);
});

it.each([
  ['the order of the ecosystem', 'npm', '1.9.0', '1.10.0', 'up'],
  ['a downgrade', 'npm', '2.0.0', '2.0.0-rc.1', 'down'],
  ['epochs of Debian', 'deb/debian', '9.0', '1:1.0', 'up'],
  ['an unknown version', 'npm', '1.0.0', '', 'other'],
])('%s', (_what, type, from, to, direction) => {
  const one = (version: string) => {
    const purl = `pkg:${type}/a${version === '' ? '' : `@${version}`}`;
    return cdx([{ name: 'a', version, purl }]);
  };
  expect(compareSboms(one(from), one(to)).versions).toMatchObject([{ direction }]);
});

const side = (parts: Partial<ComparedPart>[], statesVulnerabilities = true): Compared => ({
  parts: parts.map((one) => ({
    ...{ purl: 'pkg:npm/a@1', cpe: '', name: 'a', version: '1', declared: '', concluded: '', decision: '' },
    ...{ isCompared: statesVulnerabilities, findings: [] },
    ...one,
  })),
  others: [],
  statesVulnerabilities,
});
const lines = (before: Compared, after: Compared) => differenceRows(compareSboms(before, after)).map(lineOfRow);
const found = [{ id: 'CVE-1', state: '' }];

it('never takes a vulnerability for gone that nobody looked for', () => {
  const [has, fixed] = [side([{ findings: found }]), side([{}])];
  expect(lines(has, fixed)).toEqual(['- CVE-1 in pkg:npm/a']);
  const unseen = ['? CVE-1 in pkg:npm/a: the second was not compared with advisories'];
  expect(lines(has, side([{}], false))).toEqual(unseen);
  expect(lines(has, side([{ isCompared: false }]))).toEqual(unseen);
  expect(lines(side([{ isCompared: false }]), has)).toEqual([
    '? CVE-1 in pkg:npm/a: the first was not compared with advisories',
  ]);
  // Another version, of which nobody knows.
  const upgraded = side([{ version: '2', purl: 'pkg:npm/a@2', isCompared: false }]);
  expect(lines(has, upgraded)).toEqual(['~ pkg:npm/a: version 1 -> 2', ...unseen]);
  // Without the component, it is gone for sure.
  expect(lines(has, side([], false))).toEqual(['- pkg:npm/a 1', '- CVE-1 in pkg:npm/a']);
  expect(isSame(compareSboms(has, side([{}], false)))).toBe(false);
});

it('an empty list of vulnerabilities says that there are none; a missing one says nothing', () => {
  const affected = cdx([part('a', '1')], [vulnerability('exploitable')]);
  expect(lines(affected, cdx([part('a', '1')], []))).toEqual(['- CVE-1 in pkg:npm/a']);
  expect(lines(affected, cdx([part('a', '1')]))[0]).toMatch(/^\? CVE-1/);
});

it('undetermined is an answer of its own', () => {
  expect(lines(side([{ findings: found }]), side([{ findings: [{ id: 'CVE-1', state: 'undetermined' }] }]))).toEqual([
    '~ CVE-1 in pkg:npm/a: not analysed -> undetermined',
  ]);
});

it('compares declared licenses beside concluded ones, and reviews', () => {
  const before = side([{ declared: 'MIT', concluded: 'MIT', decision: 'Approved' }]);
  const after = side([{ declared: 'ISC', concluded: 'MIT', decision: 'Rejected' }]);
  expect(lines(before, after)).toEqual([
    '~ pkg:npm/a@1: declared license MIT -> ISC',
    '~ pkg:npm/a@1: review Approved -> Rejected',
  ]);
  // A document without reviews says nothing of them.
  expect(lines(before, side([{ concluded: 'MIT' }]))).toEqual([]);
});

it('tells vulnerabilities of the product itself', () => {
  const ofProduct = (vulnerabilities: object[]) =>
    read({
      ...{ bomFormat: 'CycloneDX', specVersion: '1.6', components: [], vulnerabilities },
      metadata: { component: { name: 'shop', 'bom-ref': 'root' } },
    });
  expect(lines(ofProduct([]), ofProduct([vulnerability('exploitable', 'root')]))).toEqual(['+ CVE-1 in shop']);
});

/** Mulberry32: the same numbers for the same seed. */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function generated(random: () => number): Compared {
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const statesVulnerabilities = random() < 0.8;
  const state = () => pick(['', 'in_triage', 'not_affected', 'undetermined']);
  const parts = Array.from({ length: Math.floor(random() * 8) }, () => {
    const [name, version] = [pick(['a', 'b', 'c', 'd']), pick(['1', '2', '10', ''])];
    return {
      ...{ name, version, cpe: '', purl: random() < 0.8 ? `pkg:npm/${name}${version && `@${version}`}` : '' },
      ...{ declared: pick(['', 'MIT', 'ISC']), concluded: pick(['', 'MIT', 'ISC']) },
      decision: pick(['', 'Approved', 'Draft']),
      isCompared: statesVulnerabilities && random() < 0.8,
      findings: ['CVE-1', 'CVE-2'].filter(() => random() < 0.3).map((id) => ({ id, state: state() })),
    };
  });
  const others = random() < 0.2 ? [{ component: 'shop', id: 'CVE-3', state: state() }] : [];
  const end = () => Math.floor(random() * (parts.length + 1)) - 1;
  const edges = Array.from({ length: Math.floor(random() * 8) }, () => [end(), end()] as const);
  return { parts, others, statesVulnerabilities, ...(random() < 0.7 && { edges }) };
}

function shuffled(of: Compared, random: () => number): Compared {
  const places = new Map(of.parts.map((one) => [one, random()]));
  const parts = of.parts.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  const moved = (end: number) => (end < 0 ? end : parts.indexOf(of.parts[end] as ComparedPart));
  const edges = of.edges?.map(([from, to]) => [moved(from), moved(to)] as const);
  return { ...of, parts, ...(edges && { edges: edges.toReversed() }) };
}

function mirrored({ vulnerabilities, dependencies, ...lists }: SbomDifference): SbomDifference {
  const turned = <T extends { before: unknown; after: unknown }>(list: T[]): T[] =>
    list.map((one) => ({ ...one, before: one.after, after: one.before }));
  const back = { up: 'down', down: 'up', other: 'other' } as const;
  return {
    added: lists.removed,
    removed: lists.added,
    versions: turned(lists.versions).map((one) => ({ ...one, direction: back[one.direction] })),
    licenses: turned(lists.licenses),
    ...{ decisions: turned(lists.decisions), carried: turned(lists.carried), files: turned(lists.files) },
    ...{ obligations: turned(lists.obligations), holders: turned(lists.holders) },
    ...{ services: lists.services, dependencies: { added: dependencies.removed, removed: dependencies.added } },
    vulnerabilities: {
      added: vulnerabilities.removed,
      removed: vulnerabilities.added,
      decided: turned(vulnerabilities.decided),
      notCompared: vulnerabilities.notCompared.map((one) => ({
        ...one,
        missingIn: one.missingIn === 'after' ? 'before' : 'after',
      })),
    },
  };
}

it.each(Array.from({ length: 300 }, (_, seed) => [seed]))('holds for generated sides: seed %i', (seed) => {
  const random = randomOf(seed * 7919 + 1);
  const [one, two] = [generated(random), generated(random)];
  const difference = compareSboms(one, two);
  expect(isSame(compareSboms(one, shuffled(one, random)))).toBe(true);
  expect(compareSboms(shuffled(one, random), shuffled(two, random))).toEqual(difference);
  expect(compareSboms(two, one)).toEqual(mirrored(difference));
  const rows = differenceRows(difference);
  const counts = Object.values(countsOfRows(rows)).reduce((sum, count) => sum + count, 0);
  expect([counts, rows.length === 0]).toEqual([rows.length, isSame(difference)]);
  // What nobody looked for in a side is not told as gone from it or new against it.
  const names = (of: Compared) => new Set(of.parts.map(({ name, purl }) => (purl === '' ? name : `pkg:npm/${name}`)));
  const told = [...difference.vulnerabilities.added, ...difference.vulnerabilities.removed];
  if (!one.statesVulnerabilities && !two.statesVulnerabilities)
    expect(told.filter(({ why }) => why === 'match')).toEqual([]);
  const [before, after] = [names(one), names(two)];
  expect(difference.added.every(({ component }) => after.has(component) && !before.has(component))).toBe(true);
});
