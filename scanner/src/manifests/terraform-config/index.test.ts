import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'providers and modules',
    `terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
    random = { source = "hashicorp/random", version = "3.1.0" }
    old = "~> 1.0"
    null = {
      version = "= 3.2.1"
    }
  }
}
module "vpc" {
  source  = "terraform-aws-modules/vpc/aws//modules/x"
  version = "5.1.0"
}
module "git" {
  source = "git::https://github.com/a/b.git//sub?ref=v1.2"
}
module "hub" {
  source = "github.com/c/d"
}
module "own" {
  source = "./own"
}
resource "x" "y" {
  source = "no/no/no"
}
`,
    [
      'requires pkg:terraform/registry.terraform.io/hashicorp/aws direct',
      'requires pkg:terraform/registry.terraform.io/hashicorp/random@3.1.0 direct',
      'requires pkg:terraform/registry.terraform.io/hashicorp/null@3.2.1 direct',
      'requires pkg:terraform/registry.terraform.io/hashicorp/old direct',
      'requires pkg:terraform/registry.terraform.io/terraform-aws-modules/vpc/aws@5.1.0#modules/x direct',
      'requires pkg:github/a/b@v1.2#sub direct',
      'requires pkg:github/c/d direct',
    ],
  ],
  [
    'versions in the configuration of providers, and versions of fewer than three numbers',
    'provider "azurerm" {\n  version = "1.36.1"\n}\nprovider "gitlab" {\n  alias = "main"\n  version = "=2.4"\n}\nprovider "aws" {\n  version = "1.0.0"\n}\nterraform {\n  required_providers {\n    aws = "3"\n  }\n}\n',
    [
      'requires pkg:terraform/registry.terraform.io/hashicorp/aws@3.0.0 direct',
      'requires pkg:terraform/registry.terraform.io/hashicorp/azurerm@1.36.1 direct',
      'requires pkg:terraform/registry.terraform.io/hashicorp/gitlab@2.4.0 direct',
    ],
  ],
  ['nothing', '', []],
];

describe('terraform-config', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('terraform-config', text, lines, problems));
  it('5,000 modules', () =>
    checkLarge(
      'terraform-config',
      Array.from({ length: 5000 }, (_, i) => `module "m${i}" {\n  source = "a/b${i}/c"\n}`).join('\n'),
      5000,
    ));
});
