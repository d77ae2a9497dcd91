import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a formula',
    '{"installed_on_request":false,"source":{"path":"/opt/homebrew/Library/Taps/homebrew/homebrew-core/Formula/j/jq.rb","tap":"homebrew/core","versions":{"stable":"1.7.1"}},"runtime_dependencies":[{"full_name":"oniguruma","version":"6.9"}]}',
    ['locks pkg:brew/homebrew/core/jq@1.7.1 transitive', '  -> pkg:brew/homebrew/core/oniguruma 6.9'],
  ],
  ['no file', '', [], ['could not be read']],
  ['no formula', '{}', [], ['"source.path" should be']],
  [
    'values of wrong types',
    '{"source":{"path":"a.rb","versions":1},"runtime_dependencies":{}}',
    ['locks pkg:brew/a'],
    ['"source.versions"', '"runtime_dependencies"'],
  ],
];

describe('brew-receipt', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('brew-receipt', text, lines, problems));
  it('10,000 needs', () =>
    checkLarge(
      'brew-receipt',
      JSON.stringify({
        source: { path: 'a.rb' },
        runtime_dependencies: Array.from({ length: 10_000 }, (_, i) => ({ full_name: `p${i}` })),
      }),
      1,
    ));
});
