// A strict reading of Syft JSON takes what Syft wrote, and refuses what lacks a member that all of its schemas require.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSbomBytes } from '../index.ts';
import { SAMPLES } from '../samples.ts';
import { STRICT_READING } from './index.ts';

const valid = SAMPLES.Syft as Record<string, unknown> & { artifacts: object[] };
const [artifact, other] = valid.artifacts;
const withArtifact = (more: object) => ({ ...valid, artifacts: [{ ...artifact, ...more }, other] });
const strictly = (document: unknown) => readSbomBytes(Buffer.from(JSON.stringify(document)), STRICT_READING);

it.each<[string, object]>([
  ['the sample', valid],
  ['lists without an element', { ...valid, artifacts: [], artifactRelationships: [], files: [] }],
  ['licenses and CPEs of older versions', withArtifact({ licenses: ['MIT'], cpes: ['cpe:2.3:a:a:a:1:*:*:*:*:*:*:*'] })],
  ['CPEs of newer versions', withArtifact({ cpes: [{ cpe: 'cpe:2.3:a:a:a:1:*:*:*:*:*:*:*', source: 'nvd' }] })],
  [
    'files',
    { ...valid, files: [{ id: 'f', location: { path: '/a' }, digests: [{ algorithm: 'sha1', value: 'ab' }] }] },
  ],
])('%s is taken', (_what, document) => {
  expect(strictly(document)?.format).toBe('Syft');
});

it.each<[object, string]>([
  ...(['id', 'name', 'version', 'type', 'foundBy', 'locations', 'licenses', 'language', 'cpes', 'purl'] as const).map(
    (member): [object, string] => [withArtifact({ [member]: undefined }), `artifacts[0].${member}: is missing`],
  ),
  ...(['artifacts', 'artifactRelationships', 'source', 'distro'] as const).map((member): [object, string] => [
    { ...valid, [member]: undefined },
    `${member}: is missing`,
  ]),
  [{ ...valid, artifacts: null }, 'artifacts: must be a list'],
  [{ ...valid, artifacts: ['a'] }, 'artifacts[0]: must be an object'],
  [withArtifact({ name: 5 }), 'artifacts[0].name: must be a text'],
  [withArtifact({ licenses: 'MIT' }), 'artifacts[0].licenses: must be a list'],
  [withArtifact({ licenses: [{ spdxExpression: 'MIT' }] }), 'artifacts[0].licenses[0].value: is missing'],
  [withArtifact({ licenses: [{ value: 'MIT', type: 'said' }] }), 'artifacts[0].licenses[0].type: "said"'],
  [withArtifact({ locations: [{}] }), 'artifacts[0].locations[0].path: is missing'],
  [withArtifact({ cpes: [5] }), 'artifacts[0].cpes[0]: must be an object'],
  [withArtifact({ id: '2' }), 'artifacts[1].id: "2" is the id of an earlier artifact'],
  [{ ...valid, artifactRelationships: [{ parent: '1', child: '2' }] }, 'artifactRelationships[0].type: is missing'],
  [{ ...valid, files: [{ id: 'f' }] }, 'files[0].location: is missing'],
  [{ ...valid, source: [] }, 'source: must be an object'],
  [{ ...valid, descriptor: { name: 'syft' } }, 'descriptor.version: is missing'],
  [{ ...valid, schema: { ...(valid.schema as object), version: 'new' } }, 'schema.version: "new"'],
])('%o is refused, naming the path', (document, sentence) => {
  expect(() => strictly(document)).toThrow(sentence);
});

const real = join(import.meta.dirname, '../../../../../../shared/data/packages/syft/sbom/testdata/alpine/syft-json/sbom.syft.json'); // biome-ignore format: one claim

it.skipIf(!existsSync(real))('a document that Syft wrote is taken', () => {
  expect(readSbomBytes(readFileSync(real), STRICT_READING)?.parts.length).toBeGreaterThan(10);
});
