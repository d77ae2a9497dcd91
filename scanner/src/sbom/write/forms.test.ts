// Forms other than JSON say what JSON says, in the order that their standards want.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { descendants, type Element, parseXml } from '../../xml.ts';
import type { SbomComponent, SbomSource } from '../model.ts';
import { cycloneDxOfXml } from '../read/cyclonedx/xml.ts';
import { readSbomBytes } from '../read/index.ts';
import { ORDER } from './cyclonedx-xml.ts';
import { sbomWriter } from './formats.ts';

const part: SbomComponent = {
  ...{ key: 'pkg:npm/a@1', purl: 'pkg:npm/a@1', cpe: '', namespace: '@s', name: 'a', version: '1', scope: 'test' },
  ...{ declared: 'MIT OR ISC', concluded: 'MIT', description: 'a <b> & "c"\r\nd', tie: 'direct', isRejected: true },
  ...{ copyrights: ['(c) A', '(c) B'], evidence: ['x', 'y'], dependsOn: ['b'], notCompared: 'No data.' },
  supplier: { name: 'Acme & Co', email: 'a@example.org', url: 'https://example.org' },
  references: [{ type: 'distribution', url: 'https://example.org/a?b=1&c=2' }],
  digests: [{ algorithm: 'SHA-256', value: 'ab'.repeat(32) }],
  texts: [
    { role: 'main', path: 'a/"LICENSE"', expressions: ['MIT'], text: 'one\ntwo </text> three' },
    { role: 'notice', path: 'NOTICE', expressions: [], text: 'first notice' },
    { role: 'notice', path: 'b/NOTICE', expressions: [], text: 'second\nnotice' },
  ],
};
const other: SbomComponent = {
  ...{ ...part, key: 'b', purl: '', name: 'b', dependsOn: [], texts: [], references: [], digests: [] },
  ...{ declared: '', concluded: '', copyrights: [], notCompared: '', isRejected: false },
};

async function* each<T>(all: readonly T[]) {
  yield* all;
}

const source: SbomSource = {
  subject: {
    ...{ name: 'shop', version: '1.0', documentId: '123e4567-e89b-42d3-a456-426614174000', context: 'source' },
    createdAt: new Date('2026-01-02T03:04:05Z'),
    tool: { name: 'assay', version: '0.1.0' },
    supplier: { name: 'House', email: 'h@example.org' },
    licenseExpression: 'MIT',
  },
  listsFiles: false,
  files: each([]),
  contents: () => ({
    licenses: [{ expression: 'MIT OR ISC', files: 2 }],
    incompleteness: 'It ends too early.',
    comparison: 'All were compared.',
  }),
  components: () => each([part, other]),
  vulnerabilities: () =>
    each([
      {
        ...{ id: 'CVE-2026-1', affects: ['b'], severity: 'high', score: 7.5, summary: 's', publishedOn: '2026-01-01' },
        fixedIn: '2',
        analysis: { state: 'not_affected', justification: 'code_not_present', response: 'update', detail: 'd' },
      },
    ]),
};

const textOf = async (name: string) => (await Array.fromAsync(sbomWriter(name).write(source))).join('');

describe.each(['1.6', '1.7'])('CycloneDX %s in XML', (version) => {
  it('says what JSON says', async () => {
    const { $schema, ...json } = JSON.parse(await textOf(`cyclonedx-${version}`));
    // XML has no empty lists of dependencies.
    for (const one of json.dependencies) if (one.dependsOn.length === 0) delete one.dependsOn;
    const read = cycloneDxOfXml(Buffer.from(await textOf(`cyclonedx-${version}-xml`)));
    expect(read).toEqual({ document: json, leftOut: [] });
  });

  it('has its elements in the order of the published schema', () => {
    const file = createRequire(import.meta.url)
      .resolve('@cyclonedx/cyclonedx-library/package.json')
      .replace('package.json', `res/schema/bom-${version}.SNAPSHOT.xsd`);
    const root = parseXml(readFileSync(file, 'utf8'))!;
    const orders = new Map<string, string[][]>();
    const types = new Map(root.children.map((one) => [one.attributes.name ?? one, one]));
    for (const element of descendants(root, 'element')) {
      const type = types.get((element.attributes.type ?? '').replace('bom:', '')) ?? element;
      const name = element.attributes.name ?? '';
      orders.set(name, [...(orders.get(name) ?? []), childrenIn(type)]);
    }
    for (const [name, members] of Object.entries(ORDER)) {
      const wanted = members.map((one) => (one === 'response' ? 'responses' : one));
      const isThere = (orders.get(name) ?? []).some((all) => isSubsequence(wanted, all));
      expect(isThere, `${name}: ${wanted} in ${JSON.stringify(orders.get(name))}`).toBe(true);
    }
  });
});

/** Names of the elements that a type has, in their order, without those inside of them. */
function childrenIn(type: Element): string[] {
  return type.children.flatMap((one) =>
    one.name === 'element' ? [one.attributes.name ?? ''] : one.name === 'attribute' ? [] : childrenIn(one),
  );
}

function isSubsequence(some: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  for (const one of all) if (one === some[at]) at++;
  return at === some.length;
}

it('SPDX in tags is read as its JSON form is', async () => {
  const [tags, json] = [await textOf('spdx-2.3-tag-value'), await textOf('spdx-2.3')];
  const [fromTags, fromJson] = [tags, json].map((text) => readSbomBytes(Buffer.from(text))!);
  expect({ ...fromTags, encoding: '', issues: [], issueCount: 0, others: [] }).toEqual({
    ...fromJson,
    parts: fromJson!.parts.map((one) => ({ ...one, description: one.description.replace('\r\n', '\n') })),
    licenseTexts: new Map([...fromJson!.licenseTexts!].map(([id, text]) => [id, text.replace('</text>', '< /text>')])),
    ...{ encoding: '', issues: [], issueCount: 0, others: [] },
  });
  expect(fromTags!.parts.map(({ isNotCompared }) => isNotCompared)).toEqual([false, true, false]);
  expect(tags).toContain('PackageAttributionText: first notice\nPackageAttributionText: <text>second\nnotice</text>\n');
  // Nothing inside of a text ends it.
  expect(tags).toContain('ExtractedText: <text>one\ntwo < /text> three</text>\n');
});
