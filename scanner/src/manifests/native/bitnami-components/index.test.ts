import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{
  "redis": { "arch": "amd64", "distro": "debian-12", "type": "NAMI", "version": "7.2.4-0" },
  "gosu": { "version": "1.17.0-0" }
}`;

const cases: ManifestCase[] = [
  [
    'programs',
    ordinary,
    ['locks pkg:bitnami/redis@7.2.4-0?arch=amd64&distro=debian-12', 'locks pkg:bitnami/gosu@1.17.0-0'],
  ],
  ['none', '{}', []],
  ['no version', '{"a":{"version":[]}}', ['locks pkg:bitnami/a'], ['"a.version" should be a text but is a list']],
  ['broken JSON', '{"a":', [], ['The .bitnami_components.json could not be read']],
];

describe('bitnami-components', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('bitnami-components', text, lines, problems));

  it('gives lines', () =>
    checkEvidence('bitnami-components', ordinary, [
      '2 pkg:bitnami/redis@7.2.4-0?arch=amd64&distro=debian-12',
      '3 pkg:bitnami/gosu@1.17.0-0',
    ]));

  it('10,000 programs', () =>
    checkLarge(
      'bitnami-components',
      JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`a${i}`, { version: '1' }]))),
      10_000,
    ));
});
