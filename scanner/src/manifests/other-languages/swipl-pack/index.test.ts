import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `name(hdt).
version('0.5.2').
% version('9').
title('Access HDT files').
home( 'https://github.com/JanWielemaker/hdt' ).
requires(func).
requires(prolog >= '9').
requires(yall >= 1.0).
download( 'https://x.org/V*.zip' ).
`;

const cases: ManifestCase[] = [
  [
    'a pack',
    ordinary,
    ['declares pkg:swiplpack/hdt@0.5.2', '  -> pkg:swiplpack/func', '  -> pkg:swiplpack/yall >= 1.0'],
  ],
  ['nothing', '', [], ['A pack.pl should have a fact "name(…)."; its requests are listed without it.']],
];

describe('swipl-pack', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('swipl-pack', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('swipl-pack', ordinary, ['1 pkg:swiplpack/hdt@0.5.2 https://github.com/JanWielemaker/hdt']));
});
