import { describe, it } from 'vitest';
import { check, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a package',
    '{"name":"a","version":"1.0.0","license":["MIT","GPL-2.0"],"dependencies":{"b":"~1.2","jq":"jquery#2.1.0","g":"https://x.org/g.git#1"},"devDependencies":{"q":"1.0.0"}}',
    [
      'declares pkg:bower/a@1.0.0 "MIT OR GPL-2.0"',
      '  -> pkg:bower/b ~1.2',
      '  -> pkg:bower/jquery@2.1.0 2.1.0',
      '  -> pkg:bower/g https://x.org/g.git#1',
      '  -> pkg:bower/q@1.0.0 1.0.0 development',
      'requires pkg:bower/jquery@2.1.0 direct',
      'requires pkg:bower/q@1.0.0 development direct',
    ],
  ],
  ['an installed package', '{"name":"b","_release":"1.2.3"}', ['declares pkg:bower/b@1.2.3']],
  ['nothing', '', [], ['The bower.json could not be read']],
  ['an invalid name', '{"name":"John Doe"}', [], ['"John Doe" cannot be the name']],
];

describe('bower-json', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('bower-json', text, lines, problems));
});
