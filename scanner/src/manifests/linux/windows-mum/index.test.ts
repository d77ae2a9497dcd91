import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'an update',
    `<?xml version="1.0"?>
<!-- <assemblyIdentity name="no"/> -->
<assembly description="Fix"
 supportInformation="http://x">
  <assemblyIdentity name="Package_1_for_KB1" version="10.0.1"/>
  <assemblyIdentity name="other" version="1"/>
</assembly>`,
    ['locks pkg:windows-update/Package_1_for_KB1@10.0.1'],
  ],
  ['nothing', '', [], ['should have an "assemblyIdentity"']],
];

describe('windows-mum', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('windows-mum', text, lines, problems));
  it('gives line and texts', () => {
    const text = '<assembly description="A &amp; B">\n<assemblyIdentity name="a"/>';
    expect(readText('windows-mum', text).findings).toMatchObject([{ line: 2, description: 'A & B' }]);
  });
  it('100,000 identities', () =>
    checkLarge('windows-mum', `<assemblyIdentity name="a" version="1"/>`.repeat(100_000), 1));
});
