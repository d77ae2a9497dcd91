import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'services',
    `services:
  web:
    image: nginx:\${TAG:-1.27}
  app:
    build: .
    image: own/app
  db:
    image: quay.io/x/db
  again:
    image: quay.io/x/db
`,
    ['requires pkg:docker/nginx@1.27 direct', 'requires pkg:docker/x/db?repository_url=quay.io direct'],
  ],
  [
    'the first version of the format',
    `web:
  image: redis:7
`,
    ['requires pkg:docker/redis@7 direct'],
  ],
  [
    'merged mappings',
    `x-base: &base
  image: redis:7
x-more: &more
  <<: *base
  image: postgres:16
services:
  a:
    <<: *base
  b:
    <<: [*more, *base]
  c:
    <<: *base
    image: nginx:1
  d: *base
  e:
    <<: *unknown
  f: &f
    <<: *f
`,
    [
      'requires pkg:docker/redis@7 direct',
      'requires pkg:docker/postgres@16 direct',
      'requires pkg:docker/nginx@1 direct',
    ],
  ],
  [
    'too many merged mappings',
    `services:\n  a:\n    <<: [${Array.from({ length: 22 }, (_, i) => `{k${i}: 1}`).join(', ')}, {image: "late:1"}]\n`,
    [],
    ['The YAML has mappings that merge more than 20 others'],
  ],
  ['nothing', '', []],
  [
    'an invalid image name',
    `services:
  a:
    image: $X
`,
    [],
    ['Line 3: "image" should be a valid name without unknown variables'],
  ],
  [
    'values of wrong types',
    `services: [a]
`,
    [],
  ],
];

describe('docker-compose', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('docker-compose', text, lines, problems));
  it('4,000 aliases and merged mappings', () =>
    checkLarge(
      'docker-compose',
      `x: &x\n  image: a0:1\nservices:\n${Array.from({ length: 2000 }, (_, i) =>
        i === 0 ? '  s0: *x' : `  s${i}:\n    <<: [*x, *x]\n    image: a${i}:1`,
      ).join('\n')}`,
      2000,
    ));
  it('2,000 services', () =>
    checkLarge(
      'docker-compose',
      `services:\n${Array.from({ length: 2000 }, (_, i) => `  s${i}:\n    image: a${i}:1`).join('\n')}`,
      2000,
    ));
});
