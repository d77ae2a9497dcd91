import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `// swift-tools-version:5.9
import PackageDescription
let package = Package(
    name: "App",
    dependencies: [
        .package(url: "https://github.com/vapor/vapor.git", from: "4.0.0"),
        .package(url: "git@github.com:apple/swift-nio.git", "2.0.0"..<"3.0.0"),
        .package(name: "Log", url: "https://github.com/apple/swift-log", .upToNextMinor(from: "1.5.0")),
        .package(url: "https://github.com/a/exact", exact: "1.2.3"), /* one */
        .package(url: "https://github.com/a/branch", branch: "main"),
        // .package(url: "https://github.com/a/none", from: "1.0.0"),
        .package(id: "mona.LinkedList", .exact("1.0.0")),
        .package(path: "../Local"),
    ]
)
`;

const cases: ManifestCase[] = [
  [
    'a fixed revision',
    'let package = Package(dependencies: [.package(url: "https://github.com/a/b", revision: "abc123"), .package(url: "https://github.com/a/c", .revision("def456"))])',
    ['requires pkg:swift/github.com/a/b@abc123 direct', 'requires pkg:swift/github.com/a/c@def456 direct'],
  ],
  [
    'requests',
    ordinary,
    [
      'requires pkg:swift/github.com/vapor/vapor direct',
      'requires pkg:swift/github.com/apple/swift-nio direct',
      'requires pkg:swift/github.com/apple/swift-log direct',
      'requires pkg:swift/github.com/a/exact@1.2.3 direct',
      'requires pkg:swift/github.com/a/branch direct',
      'requires pkg:swift/mona/LinkedList@1.0.0 direct',
    ],
  ],
  [
    'another Swift file',
    `struct A {}
`,
    [],
    ['A Package.swift should call "Package(…)"; nothing was read from it.'],
  ],
  ['nothing', '', [], ['A Package.swift should call "Package(…)"; nothing was read from it.']],
];

describe('swift-package', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('swift-package', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('swift-package', ordinary, [
      '6 pkg:swift/github.com/vapor/vapor ^4.0.0 https://github.com/vapor/vapor.git',
      '7 pkg:swift/github.com/apple/swift-nio >= 2.0.0, < 3.0.0',
      '8 pkg:swift/github.com/apple/swift-log ~1.5.0 https://github.com/apple/swift-log',
      '9 pkg:swift/github.com/a/exact@1.2.3 1.2.3 https://github.com/a/exact',
      '10 pkg:swift/github.com/a/branch branch main https://github.com/a/branch',
      '12 pkg:swift/mona/LinkedList@1.0.0 1.0.0',
    ]));

  it('5,000 packages', () =>
    checkLarge(
      'swift-package',
      `let p = Package(dependencies: [${Array.from({ length: 5000 }, (_, i) => `.package(url: "https://x.org/a/p${i}", from: "1.0.0")`).join(',\n')}])`,
      5000,
    ));
});
