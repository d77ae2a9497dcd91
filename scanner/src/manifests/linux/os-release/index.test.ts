import { describe, it } from 'vitest';
import { check, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  ['a distribution', 'PRETTY_NAME="Debian 12"\nID=debian\nVERSION_ID="12"\n', ['locks pkg:generic/debian@12']],
  ['a rolling distribution', "ID='arch'\nBUILD_ID=rolling\n", ['locks pkg:generic/arch@rolling']],
  ['no identifier', 'NAME=x\n', []],
  ['nothing', '', []],
  ['no name at all', 'ID="a/b c"\n', []],
];

describe('os-release', () =>
  it.each(cases)('%s', (_, text, lines, problems) => check('os-release', text, lines, problems)));
