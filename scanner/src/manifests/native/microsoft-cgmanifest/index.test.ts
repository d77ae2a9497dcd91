import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const file = (...registrations: object[]) => JSON.stringify({ registrations, version: 1 });

const cases: ManifestCase[] = [
  [
    'git',
    file({
      component: {
        type: 'git',
        git: {
          name: 'x',
          repositoryUrl: 'https://github.com/a/foo',
          commitHash: '0123456789abcdef0123456789abcdef01234567',
        },
      },
      license: 'MIT',
      version: '1.2.3',
    }),
    ['holds pkg:github/a/foo@1.2.3 "MIT"'],
  ],
  [
    'git by commit, of a library with a recogniser',
    file({
      component: {
        Type: 'git',
        git: {
          repositoryUrl: 'https://github.com/madler/zlib.git',
          commitHash: '0123456789abcdef0123456789abcdef01234567',
        },
      },
    }),
    ['holds pkg:generic/zlib@0123456789abcdef0123456789abcdef01234567'],
  ],
  [
    'others',
    file(
      { component: { type: 'npm', npm: { name: '@a/b', version: '1.0.0' } }, developmentDependency: true },
      { component: { type: 'maven', maven: { groupId: 'g', artifactId: 'a', version: '2' } } },
      {
        component: { type: 'other', other: { name: 'My Tool', version: '3', downloadUrl: 'https://x.example/t.zip' } },
      },
    ),
    ['holds pkg:npm/%40a/b@1.0.0 development', 'holds pkg:maven/g/a@2', 'holds pkg:generic/My-Tool@3'],
  ],
  ['a comment', '// made by hand\n{"registrations": []}', []],
  [
    'an unknown type',
    file({ component: { type: 'constructor' } }, 5 as unknown as object),
    [],
    [/known type/, /should be an object/, /known type/],
  ],
  ['no JSON', '{', [], ['could not be read']],
];

describe('microsoft-cgmanifest', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('microsoft-cgmanifest', text, lines, problems));
  it('100,000 registrations in linear time', () =>
    checkLarge(
      'microsoft-cgmanifest',
      file(
        ...Array.from({ length: 100_000 }, (_, i) => ({
          component: { type: 'npm', npm: { name: `p${i}`, version: '1.0.0' } },
        })),
      ),
      100_000,
    ));
});
