// Compares Gemfile.lock with the expectations of scancode-toolkit, which have a form of their own, if these are beside the repository.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCANCODE_CORPUS } from '../../../test/manifests/scancode-corpus.ts';
import { readManifest } from '../index.ts';

describe.skipIf(!existsSync(SCANCODE_CORPUS))(
  'expectations of scancode-toolkit (skipped if shared/data is absent)',
  () => {
    it.each([
      'complete/Gemfile.lock_complex',
      'complete/Gemfile.lock_simple',
      'dependency/Gemfile.lock',
      'git/Gemfile.lock',
      'git/Gemfile.lock_single',
      'spec/Gemfile.lock1',
      'spec/Gemfile.lock2',
      'spec/Gemfile.lock3',
      'spec/Gemfile.lock4',
    ])('gemfile_lock/%s', (path) => {
      const { findings } = readManifest('gem-gemfile-lock', readFileSync(join(SCANCODE_CORPUS, 'gemfile_lock', path)));
      const wanted = JSON.parse(
        readFileSync(join(SCANCODE_CORPUS, 'gemfile_lock', `${path}.expected.json`), 'utf8'),
      ) as ExpectedGem[];
      // For gems from a repository, the expectation gives the revision as version; we give the version of the gem.
      const ofGem = wanted
        .filter(({ revision }) => revision === null)
        .map(({ name, version }) => `${name} ${version ?? ''}`);
      const found = new Set(findings.map(({ name, version }) => `${name} ${version}`));
      expect(ofGem.filter((one) => !found.has(one)).filter((one) => !isOnlyNamed(one, path))).toEqual([]);
      const names = new Set(wanted.map(({ name }) => name));
      expect([...new Set(findings.map(({ name }) => name))].filter((name) => !names.has(name))).toEqual([]);
      const edges = new Set(
        findings.flatMap(({ name, dependencies }) => dependencies.map(({ purl }) => `${name} > ${nameOf(purl)}`)),
      );
      const wantedEdges = wanted.flatMap(({ name, dependencies }) =>
        Object.values(dependencies).flatMap((inner) => Object.keys(inner).map((id) => `${name} > ${id.split('@')[0]}`)),
      );
      expect(wantedEdges.filter((edge) => !edges.has(edge))).toEqual([]);
    });
  },
);

interface ExpectedGem {
  name: string;
  version: string | null;
  revision: string | null;
  dependencies: Record<string, object>;
}

/** A gem requests it, but the file does not list it: it is a dependency without an own finding. */
function isOnlyNamed(gem: string, path: string): boolean {
  return gem.endsWith(' ') && !path.startsWith('dependency/');
}

function nameOf(purl: string): string {
  return purl.slice('pkg:gem/'.length).split('@')[0]!.split('?')[0]!;
}
