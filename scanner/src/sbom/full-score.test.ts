// Our own documents meet what standards ask of suppliers, digests and addresses, where the facts are there.
import { expect, it } from 'vitest';
import { present } from '../items.ts';
import { checkDocument, checkedDocument } from './check/index.ts';
import type { SbomComponent, SbomSource } from './model.ts';
import { sbomWriter } from './write/formats.ts';

const COMPONENT: SbomComponent = {
  ...{ key: 'a', purl: 'pkg:npm/a@1.0.0', cpe: '', namespace: '', name: 'a', version: '1.0.0', scope: 'runtime' },
  ...{ declared: 'MIT', concluded: 'MIT', description: '', copyrights: [], texts: [], evidence: [], dependsOn: [] },
  ...{ tie: 'direct', notCompared: '', isRejected: false },
  supplier: { name: 'Jane Doe', email: 'jane@example.org' },
  digests: [{ algorithm: 'SHA-512', value: 'ab'.repeat(64) }],
  references: [
    { type: 'vcs', url: 'https://example.org/a.git' },
    { type: 'distribution', url: 'https://registry.example.org/a-1.0.0.tgz' },
    { type: 'rfc-9116', url: 'https://example.org/.well-known/security.txt' },
  ],
};

async function* each<T>(...all: T[]) {
  yield* all;
}

const source = (component: SbomComponent): SbomSource => ({
  subject: {
    ...{ name: 'shop', version: '1.0', documentId: '123e4567-e89b-42d3-a456-426614174000', context: 'source' },
    createdAt: new Date('2026-01-02T03:04:05Z'),
    ...{ tool: { name: 'assay', version: '0.1.0' }, purl: 'pkg:generic/shop@1.0', licenseExpression: 'MIT' },
    supplier: { name: 'Acme', email: 'sbom@example.org' },
  },
  listsFiles: false,
  files: each(),
  contents: () => ({ licenses: [], incompleteness: '', comparison: '' }),
  components: () => each(component),
});

async function judged(format: string, component: SbomComponent) {
  const text = (await Array.fromAsync(sbomWriter(format).write(source(component)))).join('');
  const { standards } = checkDocument(present(checkedDocument(JSON.parse(text)), 'document'));
  const rules = new Map(standards.flatMap((one) => one.rules.map((rule) => [rule.id, rule])));
  const componentsFailing = (id: string) =>
    present(rules.get(id), id)
      .faults.filter(({ what }) => what.startsWith('a '))
      .map(({ fault }) => fault);
  return {
    scoreOf: (id: string) =>
      present(
        standards.find((one) => one.id === id),
        id,
      ).score,
    componentsFailing,
  };
}

it.each(['cyclonedx-1.6', 'cyclonedx-1.7', 'spdx-2.3', 'spdx-3.0.1'])('%s', async (format) => {
  const { scoreOf, componentsFailing } = await judged(format, COMPONENT);
  expect(scoreOf('ntia-2021')).toBe(100);
  for (const rule of ['cisa-producer', 'cisa-hash', 'bsi-component-creator', 'bsi-deployable-hash'])
    expect([rule, ...componentsFailing(rule)]).toEqual([rule]);
  for (const rule of ['bsi-deployable-hash-sha512', 'bsi-deployable-uri', 'bsi-source-uri', 'bsi-security-txt'])
    expect([rule, ...componentsFailing(rule)]).toEqual([rule]);
  const { supplier: _, ...unsupplied } = COMPONENT;
  const poor = await judged(format, { ...unsupplied, digests: [], references: [] });
  expect(poor.scoreOf('ntia-2021')).toBeLessThan(100);
  for (const rule of ['ntia-supplier', 'cisa-hash', 'bsi-deployable-hash'])
    expect(poor.componentsFailing(rule)).toHaveLength(1);
});
