import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'both sections',
    JSON.stringify({
      _meta: { hash: {} },
      default: {
        requests: { version: '==2.0.1', hashes: ['sha256:aaa'] },
        gitted: { git: 'https://x.org/g.git', ref: 'abc' },
        local: { path: '.', editable: true },
      },
      develop: { pytest: { version: '==7.0' }, requests: { version: '==2.0.1' } },
    }),
    ['locks pkg:pypi/requests@2.0.1', 'locks pkg:pypi/gitted', 'locks pkg:pypi/pytest@7.0 development'],
  ],
  ['empty sections', '{"_meta":{},"default":{},"develop":{}}', []],
  ['no bytes', '', [], ['The Pipfile.lock could not be read']],
  [
    'values of wrong types',
    '{"default":{"a":"==1.0","b":{"version":[]}},"develop":[]}',
    ['locks pkg:pypi/a@1.0', 'locks pkg:pypi/b'],
    ['"default.b.version" should be a text', '"develop" should be an object but is a list'],
  ],
];

describe('pypi-pipfile-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('pypi-pipfile-lock', text, lines, problems));

  it('10,000 packages', () => {
    const packages = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, i) => [`p${i}`, { version: `==1.${i}`, hashes: ['sha256:x'] }]),
    );
    checkLarge('pypi-pipfile-lock', JSON.stringify({ default: packages }), 10_000);
  });
});
