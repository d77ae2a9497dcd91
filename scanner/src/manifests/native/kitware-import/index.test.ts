import { describe, expect, it } from 'vitest';
import { check, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const script = (tag: string, repo = 'https://github.com/libexpat/libexpat.git') =>
  `#!/usr/bin/env bash\n\nset -e\n\nreadonly name="expat"\nreadonly ownership="x <y@z>"\nreadonly subtree="Utilities/cmexpat"\nreadonly repo="${repo}"\nreadonly tag="${tag}"\nreadonly shortlog=false\n`;

const cases: ManifestCase[] = [
  ['a tag with underlines', script('R_2_4_6'), ['holds pkg:generic/expat@2.4.6']],
  ['a tag with the name', script('curl-7_86_0'), ['holds pkg:generic/expat@7.86.0']],
  ['a tag with a v', script('v1.5.0', 'https://example.org/a.git'), ['holds pkg:generic/expat@1.5.0']],
  ['a branch', script('for/cmake-2022'), ['holds pkg:generic/expat']],
  ['another script', '#!/bin/sh\ngit pull\nname=foo\n', []],
  ['variables', 'readonly name="$1"\nreadonly subtree="a"\nreadonly repo="https://a.org/b"\n', []],
  ['nothing', '', []],
];

describe('kitware-import', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('kitware-import', text, lines, problems));
  it('names the folder from the root of the repository, and the line of the name', () =>
    expect(readText('kitware-import', script('v1.0')).findings[0]).toMatchObject({
      folder: '/Utilities/cmexpat',
      line: 5,
    }));
});
