// Compares manifests with the expectations of scancode-toolkit, if its test data is beside the repository. Our deviations
// are listed with their reasons; everything else must agree.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareFolder } from './scancode-corpus.ts';

const CORPUS = join(import.meta.dirname, '../../../../shared/data/packages/scancode');

interface Deviation {
  path: RegExp;
  line: RegExp;
  why: string;
}

/** Lines that are expected but not found. */
const NOT_SAID: Deviation[] = [
  { path: /package-lock\.json$/, line: /^declares /, why: 'the package.json beside it declares the project' },
  {
    path: /package-lock-v2(-2)?\/package-lock\.json$/,
    line: /^(asks|edge) pkg:npm\/(typescript|undefsafe|yn|ini|is-binary-path|xtend)@/,
    why: 'the file was edited by hand: `packages` contains entries of the old form, as folders of the project',
  },
  { path: /kotlin3\/build\.gradle/, line: /^(asks|direct) pkg:maven\/[\w-]+$/, why: 'projects of the same build' },
  {
    path: /kotlin2\/build\.gradle/,
    line: /jgitVersion/,
    why: 'another file defines the version; it is not the text "$jgitVersion"',
  },
  { path: /end2end\/build\.gradle/, line: /org\.jacoco\.(ant|agent)@/, why: 'the expectation has lost the group' },
  { path: /celery\.egg-info\/PKG-INFO$/, line: /^(asks|direct) /, why: 'they are in the requires.txt beside it' },
  { path: /bower\/scan\//, line: /John/, why: 'no name of a package has a space' },
  { path: /connexion\/pyproject/, line: /sphinxemoji/, why: 'the name of the project is connexion' },
  {
    path: /MANIFEST\.MF$/,
    line: /^declares /,
    why: 'a manifest names a jar together with the file name: packages/maven/jars.ts',
  },
];

/** Lines that are found but not expected. */
const SAID_MORE: Deviation[] = [
  { path: /build\.gradle/, line: /^(asks|direct) /, why: 'all blocks, lists and maps are read' },
  { path: /pyproject\.toml$/, line: /^(asks|direct) /, why: 'requirements of the build (PEP 518)' },
  { path: /setup\.py$/, line: /^(asks|direct) /, why: 'requirements of the tests (tests_require)' },
  { path: /\.pom$/, line: /^(asks|direct) /, why: 'requests of profiles' },
  { path: /from_tarball\/package\.json$/, line: /validate-npm-package-license/, why: 'it is bundled' },
  { path: /invalid-dep\/package\.json$/, line: /angular/, why: 'the name is as written' },
  { path: /bower\/scan\//, line: /blue-leaf/, why: 'the name of the file' },
  { path: /connexion\/pyproject/, line: /connexion/, why: 'the name of the project is connexion' },
];

const FOLDERS: [folder: string, compared: number][] = [
  ['npm', 20],
  ['pypi', 15],
  ['maven2', 15],
  ['maven_misc', 5],
  ['m2', 400],
  ['build_gradle', 7],
  ['bower', 3],
  ['godeps', 8],
];

function isDeviation(deviations: readonly Deviation[], path: string, line: string): boolean {
  return deviations.some((one) => one.path.test(path) && one.line.test(line));
}

describe.runIf(existsSync(CORPUS))('manifests as scancode reads them', () => {
  it.each(FOLDERS)(
    '%s',
    (folder, atLeast) => {
      const { compared } = compareFolder(CORPUS, folder);
      expect(compared.length).toBeGreaterThanOrEqual(atLeast);
      const differences = compared.flatMap(({ path, expected, found }) => [
        ...[...expected]
          .filter((line) => !found.has(line) && !isDeviation(NOT_SAID, path, line))
          .map((line) => `${path}: - ${line}`),
        ...[...found]
          .filter((line) => !expected.has(line) && !isDeviation(SAID_MORE, path, line))
          .map((line) => `${path}: + ${line}`),
      ]);
      expect(differences).toEqual([]);
    },
    120_000,
  );
});

it.skipIf(!existsSync(CORPUS))(
  'the corpus of scancode-toolkit is beside the repository (otherwise nothing was compared)',
  () => {
    expect(readdirSync(CORPUS)).not.toEqual([]);
  },
);
