import { describe, expect, it } from 'vitest';
import { check, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'version 4 and 5',
    '{"version":"5","specifiers":{"npm:a@1":"1.0.0_peer@2.0.0","jsr:@std/c@1":"1.2.0"},"npm":{"a@1.0.0_peer@2.0.0":{"integrity":"sha512-x","dependencies":["b","c@2.0.0"]},"b@2.0.0":{"integrity":"y"},"c@2.0.0":{},"c@1.0.0":{}},"jsr":{"@std/c@1.2.0":{"integrity":"z","dependencies":["npm:b@2"]}},"workspace":{"dependencies":["npm:a@1"]}}',
    [
      'locks pkg:npm/a@1.0.0 direct',
      '  -> pkg:npm/b@2.0.0',
      '  -> pkg:npm/c@2.0.0',
      'locks pkg:npm/b@2.0.0 transitive',
      'locks pkg:npm/c@2.0.0 transitive',
      'locks pkg:npm/c@1.0.0 transitive',
      'locks pkg:jsr/%40std/c@1.2.0 transitive',
      '  -> pkg:npm/b 2',
    ],
  ],
  [
    'version 3, and modules by address',
    '{"version":"3","packages":{"specifiers":{"npm:a@1":"npm:a@1.0.0"},"npm":{"a@1.0.0":{"integrity":"x","dependencies":{"b":"b@2.0.0"}},"b@2.0.0":{"integrity":"y","dependencies":{}}}},"remote":{"https://deno.land/std@0.200.0/path/mod.ts":"h1","https://deno.land/std@0.200.0/path/join.ts":"h2"}}',
    [
      'locks pkg:npm/a@1.0.0 direct',
      '  -> pkg:npm/b@2.0.0',
      'locks pkg:npm/b@2.0.0 transitive',
      'locks pkg:generic/deno.land/std@0.200.0',
    ],
  ],
  [
    'version 2',
    '{"version":"2","npm":{"specifiers":{"a@1":"a@1.0.0"},"packages":{"a@1.0.0":{"integrity":"x"}}}}',
    ['locks pkg:npm/a@1.0.0 direct'],
  ],
  [
    'optional packages, aliases, and requests of JSR packages in their resolved versions',
    '{"version":"5","specifiers":{"jsr:@s/a@1":"1.0.0","npm:b@2":"2.1.0"},"jsr":{"@s/a@1.0.0":{"dependencies":["npm:b@2"]}},"npm":{"b@2.1.0":{"dependencies":["cjs@npm:real@1.0.0","c"],"optionalDependencies":["o"]},"b@1.0.0":{},"c@3.0.0":{},"o@1.0.0":{},"real@1.0.0":{}},"workspace":{"dependencies":["jsr:@s/a@1"]}}',
    [
      'locks pkg:npm/b@2.1.0 transitive',
      '  -> pkg:npm/real@1.0.0',
      '  -> pkg:npm/c@3.0.0',
      '  -> pkg:npm/o@1.0.0 optional',
      'locks pkg:npm/b@1.0.0 transitive',
      'locks pkg:npm/c@3.0.0 transitive',
      'locks pkg:npm/o@1.0.0 transitive',
      'locks pkg:npm/real@1.0.0 transitive',
      'locks pkg:jsr/%40s/a@1.0.0 direct',
      '  -> pkg:npm/b@2.1.0 2',
    ],
  ],
  ['only a version', '{"version":"4"}', []],
  ['nothing', '', [], ['The deno.lock could not be read']],
  ['bad keys', '{"npm":{"a":{}}}', [], ['"npm.a" should be a name and a version']],
];

describe('npm-deno-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('npm-deno-lock', text, lines, problems));
  it('gives lines and checksums', () => {
    const text = '{"npm":{\n"a@1.0.0":{"integrity":"sha512-x"}}}';
    expect(readText('npm-deno-lock', text).findings).toMatchObject([{ line: 2, integrity: 'sha512-x' }]);
  });
});
