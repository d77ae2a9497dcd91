import { describe, expect, it } from 'vitest';
import { check, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a block',
    '#!/usr/bin/env python\n# /// script\n# requires-python = ">=3.11"\n# dependencies = [\n#   "requests<3",\n#   "rich==13.0",\n# ]\n# ///\nimport requests\n',
    ['requires pkg:pypi/requests direct', 'requires pkg:pypi/rich@13.0 direct'],
  ],
  ['a script without one', 'import os\n', []],
  ['a block without an end', '# /// script\n# dependencies = ["a"]\nimport a\n', []],
  ['another block', '# /// other\n# dependencies = ["a"]\n# ///\n', []],
  ['broken TOML', '# /// script\n# dependencies = [\n# ///\n', [], ['The metadata of the script could not be read']],
];

describe('pypi-script', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('pypi-script', text, lines, problems));
  it('gives lines', () => {
    const text = '\n# /// script\n# dependencies = ["a",\n#  "b"]\n# ///\n';
    expect(readText('pypi-script', text).findings.map(({ line }) => line)).toEqual([3, 4]);
  });
});
