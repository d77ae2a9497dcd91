import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `# -*- ruby -*-
require_relative "lib/a/version"
Gem::Specification.new do |spec|
  spec.name = "a"
  spec.version = "1.2.3"
  spec.summary = 'Short'
  spec.description = <<~TEXT
    Long text
    of "a"
  TEXT
  spec.licenses = ["Ruby", "BSD-2-Clause"]
  spec.homepage = "https://a.org"
  spec.metadata["source_code_uri"] = "https://github.com/a/a"
  spec.files = \`git ls-files -z\`.split("\\x0").reject { |f| f.match(%r{^(test|spec)/}) }
  spec.add_dependency "b", "~> 1.0", ">= 1.0.3"
  spec.add_runtime_dependency("c", "= 2.0.0") if RUBY_VERSION > "2"
  spec.add_development_dependency 'd'
end
`;

const cases: ManifestCase[] = [
  [
    'requests in loops over lists',
    `DEPS = ['p', 'q']
Gem::Specification.new do |s|
  s.name = "x"
  s.version = "1.0"
  %w[d e].each { |g| s.add_dependency g }
  ["f", "h"].each do |dep|
    s.add_development_dependency(dep, '>= 1')
  end
  DEPS.each do |x|
    s.add_dependency x, '~> 2'
  end
  Dir["*"].each { |g| s.add_dependency g }
end
`,
    [
      'declares pkg:gem/x@1.0',
      '  -> pkg:gem/d',
      '  -> pkg:gem/e',
      '  -> pkg:gem/f >= 1 development',
      '  -> pkg:gem/h >= 1 development',
      '  -> pkg:gem/p ~> 2',
      '  -> pkg:gem/q ~> 2',
    ],
    ['a computed name was left out'],
  ],
  [
    'a specification of a source',
    ordinary,
    [
      'declares pkg:gem/a@1.2.3 "Ruby OR BSD-2-Clause"',
      '  -> pkg:gem/b ~> 1.0, >= 1.0.3',
      '  -> pkg:gem/c@2.0.0 = 2.0.0',
      '  -> pkg:gem/d development',
      'requires pkg:gem/c@2.0.0 direct',
    ],
  ],
  [
    'an installed gem, which repeats its requests for old versions of RubyGems',
    `Gem::Specification.new do |s|
  s.name = %q{a}.freeze
  s.version = Gem::Version.new("1.0.0".freeze)
  s.platform = "java".freeze
  s.licenses = ["MIT".freeze]
  if s.respond_to? :specification_version then
    s.add_runtime_dependency(%q<b>.freeze, [">= 0"])
    s.add_development_dependency(%q<c>.freeze, ["~> 1.0"])
  else
    s.add_dependency(%q<b>.freeze, [">= 0"])
    s.add_dependency(%q<c>.freeze, ["~> 1.0"])
  end
end
`,
    ['declares pkg:gem/a@1.0.0?platform=java "MIT"', '  -> pkg:gem/b', '  -> pkg:gem/c ~> 1.0 development'],
  ],
  [
    'computed name and version',
    `Gem::Specification.new { |s|
  s.name = A::NAME
  s.version = A::VERSION
  s.add_dependency 'b', A::VERSION
  s.add_dependency name, '1'
}
`,
    ['requires pkg:gem/b direct'],
    [
      '"name" of the gemspec should be a text; its requests are listed without it.',
      '"version" of the gemspec should be a text but is computed or missing; the gem is',
      'Line 5: "add_dependency" should have a name in quotes; a computed name was left out.',
    ],
  ],
  [
    'a constant of the same file',
    `VERSION = '3.0.0'
name = 'a'
Gem::Specification.new do |s|
  s.name = name
  s.version = VERSION.dup
  s.homepage = "https://x.org/#{name}/#{s.version}"
  s.add_dependency "#{name}-core", VERSION
end
`,
    ['declares pkg:gem/a@3.0.0', '  -> pkg:gem/a-core@3.0.0 3.0.0', 'requires pkg:gem/a-core@3.0.0 direct'],
  ],
  ['nothing', '', [], ['A gemspec should call "Gem::Specification.new"; nothing was read from it.']],
  [
    'a text that is never closed',
    `Gem::Specification.new do |s|
 s.name = "a
`,
    ['declares pkg:gem/a'],
    ['"version" of the gemspec should be a text but is computed or missing; the gem is'],
  ],
];

describe('gem-gemspec', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('gem-gemspec', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('gem-gemspec', ordinary, [
      '4 pkg:gem/a@1.2.3 https://a.org https://github.com/a/a',
      '16 pkg:gem/c@2.0.0 = 2.0.0',
    ]));

  it('5,000 requests', () =>
    checkLarge(
      'gem-gemspec',
      `Gem::Specification.new do |s|\n  s.version = '1'\n${Array.from({ length: 5000 }, (_, i) => `  s.name = 'a'\n  s.add_dependency 'p${i}', '1.0.${i}'\n`).join('')}end`,
      5001,
    ));
});
