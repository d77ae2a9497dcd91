import { expect, it } from 'vitest';
import { readSbomDocument } from '../index.ts';

const relation = (spdxElementId: string, relationshipType: string, relatedSpdxElement: string) => ({
  ...{ spdxElementId: `SPDXRef-${spdxElementId}`, relationshipType },
  relatedSpdxElement: `SPDXRef-${relatedSpdxElement}`,
});

// A package that something shipped needs is shipped, whatever else needs it.
it.each([
  ['development alone', [relation('b', 'DEV_DEPENDENCY_OF', 'a')], 'excluded'],
  ['a plain one beside development', [relation('b', 'DEV_DEPENDENCY_OF', 'a'), relation('c', 'DEPENDS_ON', 'b')], ''],
  [
    'run time after tests',
    [relation('b', 'TEST_DEPENDENCY_OF', 'a'), relation('b', 'RUNTIME_DEPENDENCY_OF', 'c')],
    'required',
  ],
  [
    'run time before tests',
    [relation('b', 'RUNTIME_DEPENDENCY_OF', 'c'), relation('b', 'TEST_DEPENDENCY_OF', 'a')],
    'required',
  ],
  [
    'optional beside a build',
    [relation('b', 'OPTIONAL_DEPENDENCY_OF', 'a'), relation('b', 'BUILD_DEPENDENCY_OF', 'c')],
    'optional',
  ],
])('scope by %s', (_what, relationships, scope) => {
  const packages = ['a', 'b', 'c'].map((name) => ({ SPDXID: `SPDXRef-${name}`, name }));
  const sbom = readSbomDocument({ spdxVersion: 'SPDX-2.3', packages, relationships });
  expect(sbom?.parts.find(({ name }) => name === 'b')?.scope).toBe(scope);
});
