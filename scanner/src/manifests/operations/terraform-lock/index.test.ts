import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'providers',
    `# x
provider "registry.terraform.io/hashicorp/aws" {
  version     = "5.72.1"
  constraints = "> 5.72.0"
  hashes = [
    "h1:abc=",
    "zh:0d",
  ]
}
provider "a.b/c/d" {
}
`,
    ['locks pkg:terraform/registry.terraform.io/hashicorp/aws@5.72.1', 'locks pkg:terraform/a.b/c/d'],
    ['Line 10: the provider "a.b/c/d" should have a "version"'],
  ],
  ['nothing', '', []],
  ['broken', 'provider "a" {{{ x', ['locks pkg:terraform/a'], ['should have a "version"']],
];

describe('terraform-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('terraform-lock', text, lines, problems));
  it('10,000 providers', () =>
    checkLarge(
      'terraform-lock',
      Array.from({ length: 10_000 }, (_, i) => `provider "a/b/p${i}" {\n  version = "1.0.0"\n}`).join('\n'),
      10_000,
    ));
});
