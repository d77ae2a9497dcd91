// Reads the broken manifests of other projects' tests, if they are beside the repository. Each gives an issue with its own member, and no member
// throws for any of them.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../src/manifests/index.ts';
import { MANIFEST_MEMBERS } from '../../src/manifests/members.ts';

const CORPUS = join(import.meta.dirname, '../../../../shared/data/packages/malformed/filesystem');

/** By the end of the path: files of another format. */
const BROKEN: [path: string, member: string, issue: RegExp][] = [
  ['java/gradlelockfile/testdata/with-bad-pkg', 'maven-gradle-lockfile', /^Line 3 should be/],
  [
    'java/gradleverificationmetadataxml/testdata/missing-attribute.xml',
    'maven-gradle-verification',
    /should have "group"/,
  ],
  ['java/gradleversioncatalog/testdata/invalid.versions.toml', 'maven-gradle-catalog', /could not be read/],
  ['java/gradleversioncatalog/testdata/not-toml.txt', 'maven-gradle-catalog', /could not be read/],
  ['java/pomxml/testdata/invalid-syntax.xml', 'maven-pom', /could not be read/],
  ['javascript/bunlock/testdata/bad-tuple.json5', 'npm-bun-lock', /should be a list/],
  ['javascript/bunlock/testdata/not-json.txt', 'npm-bun-lock', /could not be read/],
  ['javascript/denojson/testdata/invalid.jsontest', 'npm-deno-json', /could not be read/],
  ['javascript/packagejson/testdata/invalid', 'npm-package-json', /could not be read/],
  ['javascript/packagelockjson/testdata/not-json.txt', 'npm-package-lock', /could not be read/],
  ['javascript/packagelockjson/testdata/null.v2.jsontest', 'npm-package-lock', /should be an object/],
  ['javascript/pnpmlock/testdata/invalid-path.yaml', 'npm-pnpm-lock', /should be a name and a version/],
  ['javascript/pnpmlock/testdata/not-yaml.txt', 'npm-pnpm-lock', /should be lines of "name: value"/],
  ['javascript/yarnlock/testdata/no-version.v1.lock', 'npm-yarn-lock', /should be a name and a range/],
  ['python/condameta/testdata/invalid', 'conda-meta', /could not be read/],
  ['python/condameta/testdata/empty', 'conda-meta', /"name" is missing/],
  ['python/pdmlock/testdata/not-toml.txt', 'pypi-poetry-lock', /could not be read/],
  ['python/pipfilelock/testdata/not-json.txt', 'pypi-pipfile-lock', /could not be read/],
  ['python/poetrylock/testdata/not-toml.txt', 'pypi-poetry-lock', /could not be read/],
  ['python/pylock/testdata/not-toml.txt', 'pypi-pylock', /could not be read/],
  ['python/pyprojecttoml/testdata/malformed.toml', 'pypi-pyproject', /could not be read/],
  ['python/requirements/testdata/invalid.txt', 'pypi-requirements', /should be a requirement/],
  ['python/uvlock/testdata/not-toml.txt', 'pypi-uv-lock', /could not be read/],
  ['python/wheelegg/testdata/empty', 'pypi-metadata', /"Name" is missing/],
  ['rust/cargolock/testdata/not-toml.txt', 'cargo-lock', /could not be read/],
  ['rust/cargotoml/testdata/not-toml.txt', 'cargo-toml', /could not be read/],
];

describe.runIf(existsSync(CORPUS))('broken manifests', () => {
  it.each(BROKEN)('%s as %s', (path, member, issue) => {
    const { issues } = readManifest(member, readFileSync(join(CORPUS, 'language', path)));
    expect(issues[0]?.message).toMatch(issue);
    expect(issues.every(({ code, path: of }) => code === 'bad-manifest' && of === '')).toBe(true);
  });

  it.each(MANIFEST_MEMBERS.map(({ name }) => [name] as const))(
    'all of them as %s',
    (name) => {
      for (const path of readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })) {
        if (!statSync(join(CORPUS, path)).isFile()) continue;
        const { findings, issues } = readManifest(name, readFileSync(join(CORPUS, path)));
        expect(issues.length, path).toBeLessThanOrEqual(21);
        for (const found of findings) expect(found.purl.startsWith('pkg:'), path).toBe(found.role !== 'defines');
      }
    },
    120_000,
  );
});

it.skipIf(!existsSync(CORPUS))('the broken manifests are beside the repository (otherwise none was read)', () => {
  expect(readdirSync(CORPUS)).not.toEqual([]);
});
