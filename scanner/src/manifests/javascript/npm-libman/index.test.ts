import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'libraries of several providers',
    JSON.stringify({
      version: '1.0',
      defaultProvider: 'cdnjs',
      libraries: [
        { library: 'jquery@3.3.1', destination: 'wwwroot/lib/jquery/' },
        { provider: 'unpkg', library: '@popperjs/core@2.11.8' },
        { provider: 'jsdelivr', library: 'twbs/bootstrap@5.3.0' },
        { provider: 'unpkg', library: 'vue@latest' },
        { provider: 'filesystem', library: 'vendor' },
      ],
    }),
    [
      'holds pkg:npm/jquery@3.3.1',
      'holds pkg:npm/%40popperjs/core@2.11.8',
      'holds pkg:github/twbs/bootstrap@5.3.0',
      'holds pkg:npm/vue',
    ],
  ],
  ['no libraries', '{"version":"1.0"}', []],
  ['a list', '[]', [], ['A libman.json should be an object']],
  ['broken', '{"libraries":[', [], ['The libman.json could not be read']],
  [
    'values of wrong types',
    '{"libraries":[5,{"library":"jquery"},{"library":[]}]}',
    [],
    [
      '"libraries[0]" should be an object but is a number',
      '"libraries[0].library" should be a name and a version such as jquery@3.7.1 but is ""',
      '"libraries[1].library" should be a name and a version such as jquery@3.7.1 but is "jquery"',
      '"libraries[2].library" should be a text but is a list',
      '"libraries[2].library" should be a name and a version such as jquery@3.7.1 but is ""',
    ],
  ],
];

describe('npm-libman', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('npm-libman', text, lines, problems));

  it('gives the folder of the copy and the line', () => {
    const [found] = readText(
      'npm-libman',
      '{"defaultDestination":"./lib/",\n"libraries":[\n{"library":"a@1"}]}',
    ).findings;
    expect(found).toMatchObject({ folder: 'lib', line: 3 });
  });

  it('20,000 libraries', () => {
    const libraries = Array.from({ length: 20_000 }, (_, i) => ({
      library: `p${i}@1.0.${i}`,
      destination: `lib/${i}`,
    }));
    checkLarge('npm-libman', JSON.stringify({ libraries }), 20_000);
  });
});
