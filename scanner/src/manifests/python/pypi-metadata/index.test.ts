import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a wheel',
    `Metadata-Version: 2.1
Name: My.Package
Version: 1.2.3
Summary: Does things
Home-page: UNKNOWN
License: MIT
Classifier: License :: OSI Approved :: MIT License
Project-URL: Source, https://x.org/src
Requires-Dist: requests (>=2.0)
Requires-Dist: numpy ==1.2.3 ; extra == 'math'

The text. Name: other
`,
    [
      'declares pkg:pypi/my-package@1.2.3 "MIT"',
      '  -> pkg:pypi/requests >=2.0',
      '  -> pkg:pypi/numpy@1.2.3 ==1.2.3 optional',
    ],
  ],
  [
    'a license expression',
    'Name: a\nVersion: 1\nLicense-Expression: MIT OR Apache-2.0\nLicense: other\n',
    ['declares pkg:pypi/a@1 "MIT OR Apache-2.0"'],
  ],
  [
    'a whole license text',
    'Name: a\nLicense: The MIT License\n        \n        Permission is hereby granted\nClassifier: License :: OSI Approved :: MIT License\n',
    ['declares pkg:pypi/a "License :: OSI Approved :: MIT License"'],
  ],
  [
    'a whole license text alone',
    'Name: a\nLicense: The MIT License\n        Permission is hereby granted\n',
    ['declares pkg:pypi/a "The MIT License"'],
  ],
  ['the interpreter', 'Name: Python\nVersion: 2.7.13\n', ['declares pkg:generic/Python@2.7.13']],
  ['no name', 'Version: 1\n', [], ['"Name" is missing']],
  ['nothing', '', [], ['"Name" is missing']],
];

describe('pypi-metadata', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('pypi-metadata', text, lines, problems));

  it('texts and addresses', () => {
    const { findings } = readText(
      'pypi-metadata',
      'Name: a\r\nSummary: Does things\r\nHome-page: http://h\r\nProject-URL: Source Code, https://x.org/a,b\r\n\r\n',
    );
    expect(findings[0]).toMatchObject({
      description: 'Does things',
      homepageUrl: 'http://h',
      repositoryUrl: 'https://x.org/a,b',
    });
  });

  it('10,000 requirements', () => {
    const list = Array.from({ length: 10_000 }, (_, i) => `Requires-Dist: p${i} (==1.${i})`).join('\n');
    checkLarge('pypi-metadata', `Name: a\n${list}\n`, 1);
  });
});
