import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';
import { readManifest } from '../../index.ts';

const cases: ManifestCase[] = [
  [
    'names, ranges and options',
    `# comment
-r base.txt
--index-url https://pypi.org/simple
requests>=2.0
Flask[async]==2.0.1 ; python_version > "3.6"  # pinned
-e git+https://x.org/a.git#egg=a
./local
https://x.org/b.whl
c @ https://x.org/c.whl
d
`,
    [
      'requires pkg:pypi/requests direct',
      'requires pkg:pypi/flask@2.0.1 direct',
      'requires pkg:pypi/a direct',
      'requires pkg:generic/b?download_url=https:%2F%2Fx.org%2Fb.whl direct',
      'requires pkg:pypi/c direct',
      'requires pkg:pypi/d direct',
    ],
  ],
  [
    'a file of pip-compile',
    `a==1.0 \\
    --hash=sha256:aaa \\
    --hash=sha256:bbb
    # via -r requirements.in
b==2.0
    # via
    #   a
    #   c
c==3.0    # via a
`,
    ['requires pkg:pypi/a@1.0 direct', 'requires pkg:pypi/b@2.0 transitive', 'requires pkg:pypi/c@3.0 transitive'],
  ],
  [
    'addresses and paths without a name',
    `git+ssh://git@github.com/o/one.git@v1.0
-e git+https://user@gitlab.com/g/two@feature/x
https://github.com/o/three/archive/v3.tar.gz
https://x.org/four_4-4.0+cpu-cp311-cp311-linux_x86_64.whl
wheels/five-5.0.tar.gz
../six
file:.#egg=seven
eight @ https://x.org/eight-8.0-py3-none-any.whl
hg+https://x.org/nine
.[dev]
`,
    [
      'requires pkg:github/o/one@v1.0 direct',
      'requires pkg:gitlab/g/two@feature%2Fx direct',
      'requires pkg:github/o/three@v3 direct',
      'requires pkg:pypi/four-4@4.0%2Bcpu direct',
      'requires pkg:pypi/five@5.0 direct',
      'requires pkg:pypi/eight@8.0 direct',
    ],
    ['"hg+https://x.org/nine" should name its package with "#egg="'],
  ],
  [
    'brackets that hold no extras',
    'gcc [platform:rpm test]\nok [a, b.c]==1.0\n',
    ['requires pkg:pypi/ok@1.0 direct'],
    ['"gcc [platform:rpm test]" should have names of extras in its brackets'],
  ],
  ['line ends of Windows', 'a==1.0\r\nb\r\n', ['requires pkg:pypi/a@1.0 direct', 'requires pkg:pypi/b direct']],
  ['any patch of a version', 'a==1.*\n', ['requires pkg:pypi/a direct']],
  [
    'a version together with an address',
    'A_b == 3.7.1 @ git+https://x.org/a@tag/v3\n',
    ['requires pkg:pypi/a-b@3.7.1 direct'],
  ],
  [
    'archives are named by their files; folders have no known names',
    'wheels/a-1.0-py3-none-any.whl\nb-2.0.zip ; python_version > "3"\n./c\nvendor/d\ne\n',
    ['requires pkg:pypi/a@1.0 direct', 'requires pkg:pypi/b@2.0 direct', 'requires pkg:pypi/e direct'],
  ],
  ['nothing', '', []],
  ['a text', 'this is no requirement\n', [], ['"this is no requirement" should have a version range']],
];

describe('pypi-requirements', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('pypi-requirements', text, lines, problems));

  it('keeps the checksum and the address', () => {
    const { findings } = readText(
      'pypi-requirements',
      'a==1.0 --hash=sha256:aaa\nb @ https://x.org/b.whl\nc == 1 @ git+https://x.org/c@v1\n',
    );
    expect(findings).toMatchObject([
      { integrity: 'sha256:aaa', downloadUrl: '' },
      { downloadUrl: 'https://x.org/b.whl' },
      { downloadUrl: 'git+https://x.org/c@v1' },
    ]);
  });

  it('names its includes and constraints, each once', () => {
    const text = '-r a.txt\n--requirement=b\n-cc.txt\n-r a.txt\n# -r d\n-r https://x.org/e\n-r $HOME/f\n-r "g"\nname\n';
    const { findings } = readText('pypi-requirements', text);
    expect(findings.find(({ defines }) => defines?.names)?.defines).toEqual({
      names: [
        { path: 'a.txt', manifest: 'pypi-requirements', line: 1 },
        { path: 'b', manifest: 'pypi-requirements', line: 2 },
        { path: 'c.txt', manifest: 'pypi-requirements', line: 3 },
        { path: 'g', manifest: 'pypi-requirements', line: 8 },
      ],
    });
  });

  it.each([
    ['a==1\nb\n', ['pkg:pypi/a@1', 'pkg:pypi/b'], 0],
    ['Read me\na==1\n', [], 1],
    ['\0\u0001a\n', [], 1],
  ])('a file that only another one names counts whole or not at all: %j', (text, purls, faults) => {
    const { findings, issues } = readManifest('pypi-requirements', Buffer.from(text), true);
    expect(findings.map(({ purl }) => purl)).toEqual(purls);
    expect(issues).toHaveLength(faults);
  });

  it('20,000 lines', () =>
    checkLarge('pypi-requirements', Array.from({ length: 20_000 }, (_, i) => `p${i}==1.${i}`).join('\n'), 20_000));
});
