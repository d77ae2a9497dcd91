// Compares packages of operating systems with the expectations of ScanCode's test collection. Skipped if the collection is
// not beside the repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../src/manifests/index.ts';

const COLLECTION = '../shared/data/packages/scancode';
const isPresent = existsSync(COLLECTION);

/** The folder and name of the inputs, their reader, and the ending of the expectation's name. */
const INPUTS: [folder: string, member: string, input: RegExp, expected: string][] = [
  ['alpine/apkbuild-problems', 'apk-apkbuild', /APKBUILD$/, '-expected.json'],
  ['alpine/full-installed', 'apk-installed', /installed$/, '-expected.json'],
  ['debian/mini-status', 'deb-status', /status$/, '.expected'],
  ['freebsd', 'freebsd-manifest', /\+COMPACT_MANIFEST$/, '.expected'],
  ['windows/mum', 'windows-mum', /\.mum$/, '.expected'],
];

/** Expectations that we consider wrong, with the reason. */
const DEVIATIONS: Record<string, [ours: string, why: string]> = {
  'pkg:apk/jool-modules-lts@5.10.43-r$((': [
    'pkg:apk/jool-modules-lts@5.10.43-r0',
    'the shell computes the release as a sum',
  ],
  'pkg:apk/rtpengine-lts@5.10.43-r$((0': [
    'pkg:apk/rtpengine-lts@5.10.43-r0',
    'the shell computes the release as a sum',
  ],
};
/** Two recipes have a variable as name; the collection inserts the value of another variable. */
const OTHER_NAMES: Record<string, string> = { 'jool-modules-rpi': 'jool-modules-lts' };

/** Type, name and version only, because the collection writes namespaces and qualifiers in an older form. */
function plain(purl: string): string {
  const [bare = ''] = decodeURIComponent(purl).split('?');
  const [type = '', ...path] = bare.replace('pkg:alpine/', 'pkg:apk/').slice('pkg:'.length).split('/');
  const name = path.at(-1) ?? '';
  const renamed = Object.entries(OTHER_NAMES).reduce((text, [from, to]) => text.replace(from, to), name);
  const written = `pkg:${type}/${renamed}`;
  return DEVIATIONS[written]?.[0] ?? written;
}

function purlsIn(file: string): string[] {
  const expected: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const list = (Array.isArray(expected) ? expected : [expected]) as { purl: string }[];
  return list.map(({ purl }) => plain(purl)).sort();
}

function inputsOf(folder: string, input: RegExp): string[] {
  const paths = readdirSync(join(COLLECTION, folder), { recursive: true }) as string[];
  return paths.filter((path) => input.test(path)).map((path) => join(COLLECTION, folder, path));
}

describe.skipIf(!isPresent)('packages of the collection of ScanCode (skipped without it)', () => {
  it.each(INPUTS)('%s by %s', (folder, member, input, suffix) => {
    const files = inputsOf(folder, input);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const { findings, issues } = readManifest(member, readFileSync(file));
      expect(issues, file).toEqual([]);
      expect(findings.map(({ purl }) => plain(purl)).sort(), file).toEqual(purlsIn(`${file}${suffix}`));
    }
  });

  it('rpm/header by rpm-package', () => {
    const files = inputsOf('rpm/header', /\.rpm$/).filter((file) => existsSync(`${file}-expected.json`));
    expect(files.length).toBeGreaterThan(40);
    for (const file of files) {
      const expected = JSON.parse(readFileSync(`${file}-expected.json`, 'utf8')) as Record<string, string | null>;
      const { findings } = readManifest('rpm-package', readFileSync(file));
      const [found] = findings;
      // broken.rpm has no header: the collection takes its expectation from the file name.
      if (found === undefined) {
        expect(file).toMatch(/broken\.rpm$/);
        continue;
      }
      expect(found, file).toMatchObject({
        name: expected.name,
        version: [expected.version, expected.release].join('-'),
        declaredLicense: expected.license ?? '',
        homepageUrl: expected.url ?? '',
      });
      const arch = expected.is_binary ? expected.arch : 'src';
      expect(found.purl, file).toContain(`arch=${arch}`);
    }
  });

  it('rpm_installed/mariner by rpm-manifest, with namespace and architecture', () => {
    const file = join(COLLECTION, 'rpm_installed/mariner/scan/var/lib/rpmmanifest/container-manifest-2');
    const { findings } = readManifest('rpm-manifest', readFileSync(file));
    const expected = JSON.parse(
      readFileSync(join(COLLECTION, 'rpm_installed/mariner/rpm-manifest-expected.json'), 'utf8'),
    ) as { purl: string }[];
    // ScanCode leaves out the epoch that prebuilt-ca-certificates has.
    const withoutOthers = findings.map(({ purl }) => purl.replace(/&(?:upstream|epoch)=[^&]*/g, ''));
    expect(withoutOthers.sort()).toEqual(expected.map(({ purl }) => purl).sort());
  });
});

const MALFORMED = '../shared/data/packages/malformed/filesystem';
const BROKEN: [path: string, member: string][] = [
  ['os/dpkg/testdata/dpkg/invalid', 'deb-status'],
  ['os/dpkg/testdata/opkg/invalid', 'opkg-status'],
  ['os/apk/testdata/invalid', 'apk-installed'],
  ['os/rpm/testdata/invalid', 'rpm-database'],
  ['os/pacman/testdata/invalid_value_eof', 'alpm-desc'],
  ['os/snap/testdata/invalid', 'snap-packages'],
  ['os/snap/testdata/missing-name.yaml', 'snap-packages'],
  ['os/snap/testdata/missing-version.yaml', 'snap-packages'],
  ['misc/bazelmaven/testdata/INVALID.bazel', 'bazel-module'],
  ['misc/githubactions/testdata/invalid.yml', 'github-actions'],
  ['containers/dockerbaseimage/testdata/dockerfile.invalid', 'docker-dockerfile'],
  ['language/cpp/conanlock/testdata/not-json.txt', 'conan-lock'],
];

describe.skipIf(!existsSync(MALFORMED))('malformed files give an issue (skipped without the test data)', () => {
  it.each(BROKEN)('%s by %s', (path, member) => {
    const { issues } = readManifest(member, readFileSync(join(MALFORMED, path)));
    expect(issues.length).toBeGreaterThan(0);
  });
});
