// What of our own documents comes back when they are read: every kind of field of a component, in every format, over generated components. The table of
// what survives where is in docs/sbom-round-trip.md.
import { describe, expect, it } from 'vitest';
import { analysisJustifications, analysisResponses, analysisStates } from '../analyses.ts';
import { type DigestAlgorithm, digestAlgorithms, digestOf } from './digests.ts';
import type { SbomComponent, SbomSource, SbomVulnerability } from './model.ts';
import { factsOfPart, type PackageFacts } from './package-facts.ts';
import { readSbomBytes } from './read/index.ts';
import type { ReadSbom, SbomPart } from './read/model.ts';
import { referenceTypes } from './references.ts';
import { SBOM_WRITERS, sbomWriter } from './write/formats.ts';

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

const LICENSES = [
  '',
  'MIT',
  'Apache-2.0',
  'MIT OR Apache-2.0',
  '(MIT OR ISC) AND GPL-2.0-only WITH Classpath-exception-2.0',
  'LicenseRef-scancode-public-domain',
  'PUBLIC-DOMAIN',
  'GPLV2 AND (MIT OR PUBLIC-DOMAIN)',
  'The Own License, Version 2.0',
  'GPLV2+ WITH EXCEPTIONS',
];
const TEXTS = [
  'plain',
  'Ünïcödé 🎈',
  'a "quoted" <b>&amp;</b> text',
  'two\nlines',
  "it's",
  'back\\slash',
  'inner  blanks',
];
const wordsOf = (words: readonly string[]) => words.map((word) => word.toLowerCase());
const STATES = wordsOf(analysisStates);
const JUSTIFICATIONS = ['', ...wordsOf(analysisJustifications)];
const RESPONSES = ['', ...wordsOf(analysisResponses)];
/** Without a contact in SPDX 2 that is no e-mail address, for which it has no place. */
const SUPPLIERS = [
  { name: 'Acme GmbH' },
  { name: 'Jané & Söhne', email: 'info@example.org' },
  { name: 'Acme (Europe)' },
  { name: 'Umbrella', url: 'https://umbrella.example.org' },
];

/** Some digits that are as many as the algorithm gives. */
const digestOfLength = (algorithm: DigestAlgorithm) =>
  [32, 40, 64, 96, 128].map((digits) => 'a1'.repeat(digits / 2)).find((text) => digestOf(algorithm, text)) ?? '';

interface Generated {
  components: SbomComponent[];
  vulnerabilities: SbomVulnerability[];
}

function generated(seed: number): Generated {
  const random = randomOf(seed);
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const maybe = <T>(value: T, other: T) => (random() < 0.5 ? value : other);
  const count = 1 + Math.floor(random() * 6);
  const keys = Array.from({ length: count }, (_, at) => `key-${at}`);
  const components = keys.map((key, at): SbomComponent => {
    const namespace = pick(['', '@scope', 'org.example']);
    const name = `part-${at}${maybe('', '.x_y')}`;
    const version = pick(['', '1.0.0', '2.0.0-rc.1+build.5', '1:2.3-4ubuntu5']);
    const type = pick(['npm', 'maven', 'pypi']);
    const space = type === 'npm' ? (namespace === '@scope' ? '%40scope/' : '') : type === 'maven' ? 'org.example/' : '';
    const plain = type === 'pypi' ? name.replace(/[._]/g, '-') : name;
    const at2 = version === '' ? '' : `@${encodeURIComponent(version).replaceAll('%3A', ':')}`;
    const purl = random() < 0.8 ? `pkg:${type}/${space}${plain}${at2}` : '';
    return {
      ...{ key, purl, name: plain, version, scope: pick(['runtime', 'development', 'optional'] as const) },
      namespace: space === '' ? '' : decodeURIComponent(space.slice(0, -1)),
      cpe: maybe('', `cpe:2.3:a:acme:part_${at}:1.0.0:*:*:*:*:*:*:*`),
      declared: pick(LICENSES),
      concluded: pick(LICENSES),
      description: maybe('', pick(TEXTS)),
      ...(random() < 0.5 && { supplier: pick(SUPPLIERS) }),
      references: maybe(
        [],
        [
          { type: 'website' as const, url: `https://example.org/${at}` },
          ...maybe([], [{ type: 'distribution' as const, url: `https://example.org/${at}.tgz` }]),
          { type: pick(referenceTypes), url: `https://example.org/more/${at}` },
        ],
      ),
      digests: digestAlgorithms.flatMap((algorithm) =>
        random() < 0.2 ? [{ algorithm, value: digestOfLength(algorithm) }] : [],
      ),
      copyrights: maybe([], [`Copyright 20${10 + at} ${pick(TEXTS)}`]),
      ...{ texts: [], evidence: [], tie: 'direct', notCompared: '', isRejected: false },
      dependsOn: keys.filter((other) => other !== key && random() < 0.3),
    };
  });
  const vulnerabilities = Array.from(
    { length: Math.floor(random() * 3) },
    (_, at): SbomVulnerability => ({
      ...{
        id: `CVE-2026-${1000 + at}`,
        severity: 'high',
        score: 7.5,
        summary: pick(TEXTS),
        publishedOn: '2026-01-01',
        fixedIn: '',
      },
      affects: [pick(keys)],
      analysis: {
        state: pick(STATES),
        justification: pick(JUSTIFICATIONS),
        response: pick(RESPONSES),
        detail: maybe('', pick(TEXTS)),
      },
    }),
  );
  return { components, vulnerabilities };
}

async function* each<T>(all: readonly T[]) {
  yield* all;
}

function sourceOf({ components, vulnerabilities }: Generated): SbomSource {
  return {
    subject: {
      ...{ name: 'shop', version: '1.0', documentId: '123e4567-e89b-42d3-a456-426614174000', context: 'source' },
      createdAt: new Date('2026-01-02T03:04:05Z'),
      tool: { name: 'assay', version: '0.1.0' },
    },
    listsFiles: false,
    files: each([]),
    contents: () => ({ licenses: [], incompleteness: '', comparison: '' }),
    components: () => each(components),
    vulnerabilities: () => each(vulnerabilities),
  };
}

async function roundTrip(name: string, given: Generated): Promise<ReadSbom> {
  const text = (await Array.fromAsync(sbomWriter(name).write(sourceOf(given)))).join('');
  const read = readSbomBytes(Buffer.from(text));
  if (read === undefined) throw new Error('our own document is not read');
  return read;
}

/** The name with its namespace, however the format writes it. */
const nameOf = ({ group, name }: Pick<SbomPart, 'group' | 'name'>) => [group, name].filter(Boolean).join('/');

function facts(read: ReadSbom) {
  const parts = read.parts.filter((part) => !read.subject.refs.includes(part.ref));
  const called = new Map(parts.map((part) => [part.ref, part.purl || nameOf(part)]));
  return {
    components: parts
      .map((part) => ({
        ...{ called: called.get(part.ref), version: part.version, purl: part.purl, cpes: part.cpes },
        license: part.concluded || part.declared,
        declared: part.declared,
        ...{ description: part.description, supplier: part.supplier, copyright: part.copyright },
        known: sorted(factsOfPart(part)),
      }))
      .sort(byText),
    edges: read.edges
      .filter(({ kind, from }) => kind === 'depends' && called.has(from))
      .map(({ from, to }) => `${called.get(from)} -> ${called.get(to)}`)
      .sort(),
    analyses: read.analyses
      .map(({ id, state, justification, responses, detail, refs }) => ({
        ...{ id, state, justification, response: responses.join(), detail },
        refs: refs.map((ref) => called.get(ref)),
      }))
      .sort(byText),
  };
}

const sorted = (facts: PackageFacts): PackageFacts => ({ ...facts, references: facts.references.toSorted(byText) });

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** SPDX 2 has a place for the e-mail address of a supplier alone. */
function supplierIn(name: string, { supplier }: SbomComponent): SbomComponent['supplier'] {
  if (supplier === undefined || !name.startsWith('spdx-2.3')) return supplier;
  const { url: _, ...rest } = supplier;
  return rest;
}

function expected(name: string, { components, vulnerabilities }: Generated) {
  const called = new Map(
    components.map((one) => [one.key, one.purl || [one.namespace, one.name].filter(Boolean).join('/')]),
  );
  return {
    components: components
      .map((one) => ({
        ...{ called: called.get(one.key), version: one.version, purl: one.purl, cpes: one.cpe === '' ? [] : [one.cpe] },
        license: one.concluded || one.declared,
        declared: one.declared,
        ...{ description: one.description, supplier: one.supplier?.name ?? '', copyright: one.copyrights.join('\n') },
        known: sorted({
          ...(one.supplier && { supplier: supplierIn(name, one) }),
          digests: [...one.digests],
          // The home page is a field of its own.
          references: one.references.slice(1),
        }),
      }))
      .sort(byText),
    edges: components
      .flatMap(({ key, dependsOn }) => dependsOn.map((to) => `${called.get(key)} -> ${called.get(to)}`))
      .sort(),
    analyses: vulnerabilities
      .map(({ id, affects, analysis }) => ({ id, ...analysis, refs: affects.map((key) => called.get(key)) }))
      .sort(byText),
  };
}

describe.each(SBOM_WRITERS.map(({ name }) => name))('%s', (name) => {
  it.each(Array.from({ length: 60 }, (_, seed) => [seed]))('gives back what was written: seed %i', async (seed) => {
    const given = generated(seed * 7919 + 1);
    expect(facts(await roundTrip(name, given))).toEqual(expected(name, given));
  });
});
