import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `--- !ruby/object:Gem::Specification
name: a
version: !ruby/object:Gem::Version
  version: 1.0.0
platform: java
dependencies:
- !ruby/object:Gem::Dependency
  name: b
  requirement: !ruby/object:Gem::Requirement
    requirements:
    - - "~>"
      - !ruby/object:Gem::Version
        version: '1.5'
  type: :runtime
- !ruby/object:Gem::Dependency
  name: c
  requirement: &1 !ruby/object:Gem::Requirement
    requirements:
    - - '='
      - !ruby/object:Gem::Version
        version: 2.0.1
  type: :development
  version_requirements: *1
summary: Short
homepage: https://a.org
licenses:
- MIT
- Apache-2.0
metadata:
  source_code_uri: https://github.com/a/a
`;

const cases: ManifestCase[] = [
  [
    'metadata of current gems',
    ordinary,
    [
      'declares pkg:gem/a@1.0.0?platform=java "MIT OR Apache-2.0"',
      '  -> pkg:gem/b ~> 1.5',
      '  -> pkg:gem/c@2.0.1 = 2.0.1 development',
      'requires pkg:gem/c@2.0.1 development direct',
    ],
  ],
  [
    'no name',
    `--- !ruby/object:Gem::Specification
version: 1
`,
    [],
    ['"name" of the gem is missing; nothing was read from it.'],
  ],
  ['something else', 'abc', [], ['A gem should contain a file "metadata.gz" or "metadata"; nothing was read from it.']],
  ['nothing', '', [], ['A gem should contain a file "metadata.gz" or "metadata"; nothing was read from it.']],
];

describe('gem-archive', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('gem-archive', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('gem-archive', ordinary, [
      '- pkg:gem/a@1.0.0?platform=java https://a.org https://github.com/a/a',
      '- pkg:gem/c@2.0.1 = 2.0.1',
    ]));
});
