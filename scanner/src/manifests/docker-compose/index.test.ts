import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../manifest-check.ts';

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
  it('2,000 services', () =>
    checkLarge(
      'docker-compose',
      `services:\n${Array.from({ length: 2000 }, (_, i) => `  s${i}:\n    image: a${i}:1`).join('\n')}`,
      2000,
    ));
});
