import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const reference = (url: string, ...fields: string[]) =>
  `\t\tAB12 /* XCRemoteSwiftPackageReference */ = {\n\t\t\tisa = XCRemoteSwiftPackageReference;\n\t\t\trepositoryURL = "${url}";\n\t\t\trequirement = {\n${fields.map((field) => `\t\t\t\t${field};\n`).join('')}\t\t\t};\n\t\t};\n`;
const project = (...parts: string[]) => `// !$*UTF8*$!\n{\n\tobjects = {\n${parts.join('')}\t};\n}\n`;

const cases: ManifestCase[] = [
  [
    'references by version, branch and revision',
    project(
      '\t\tCD = {\n\t\t\tisa = PBXBuildFile;\n\t\t};\n',
      reference('https://github.com/Alamofire/Alamofire.git', 'kind = upToNextMajorVersion', 'minimumVersion = 5.0.0'),
      reference('git@github.com:a/b.git', 'kind = exactVersion', 'version = 1.2.3'),
      reference('https://github.com/a/c', 'branch = main', 'kind = branch'),
      reference('https://github.com/a/d', 'kind = revision', 'revision = abc123'),
    ),
    [
      'requires pkg:swift/github.com/Alamofire/Alamofire direct',
      'requires pkg:swift/github.com/a/b@1.2.3 direct',
      'requires pkg:swift/github.com/a/c direct',
      'requires pkg:swift/github.com/a/d@abc123 direct',
    ],
  ],
  ['no references', project(), []],
  ['nothing', '', [], [/should be a property list/]],
  ['no address', project(reference('here', 'kind = branch')), [], [/"repositoryURL" should be the address/]],
];

describe('swift-xcode-project', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('swift-xcode-project', text, lines, problems));

  it('gives lines and ranges', () =>
    checkEvidence(
      'swift-xcode-project',
      project(reference('https://github.com/a/b', 'kind = upToNextMinorVersion', 'minimumVersion = 1.2.0')),
      ['5 pkg:swift/github.com/a/b ~1.2.0 https://github.com/a/b'],
    ));

  it('5,000 references', () => {
    const parts = Array.from({ length: 5000 }, (_, i) => reference(`https://github.com/a/p${i}`, 'kind = branch'));
    checkLarge('swift-xcode-project', project(...parts), 5000);
  });
});
