import { describe, expect, it } from 'vitest';
import { lines } from '../../../test/packages/tree-check.ts';

const locked = (names: readonly string[], host = 'registry.terraform.io') =>
  names.map((name) => `provider "${host}/${name}" {\n  version = "1.2.3"\n}\n`).join('');

describe('terraform', () => {
  it('required and used providers are direct, those of modules are not', () =>
    expect(
      lines({
        '.terraform.lock.hcl': locked(['hashicorp/aws', 'hashicorp/null', 'kreuzwerker/docker', 'hashicorp/tls']),
        'versions.tf':
          'terraform {\n  required_providers {\n    docker = {\n      source = "kreuzwerker/docker"\n    }\n  }\n}\n',
        'main.tf':
          'provider "docker" {\n}\nresource "aws_vpc" "a" {\n}\ndata "terraform_remote_state" "b" {\n}\nmodule "m" {\n  source  = "terraform-aws-modules/eks/aws"\n  version = "~> 20.0"\n}\n',
        'modules/own/main.tf':
          'resource "null_resource" "x" {\n}\nresource "aws_vpc" "y" {\n  provider = aws.other\n}\n',
        '.terraform/modules/m/main.tf': 'resource "tls_key" "x" {\n}\n',
      }),
    ).toEqual([
      'pkg:terraform/registry.terraform.io/hashicorp/aws@1.2.3 direct < .terraform.lock.hcl',
      'pkg:terraform/registry.terraform.io/hashicorp/null@1.2.3 direct < .terraform.lock.hcl',
      'pkg:terraform/registry.terraform.io/hashicorp/tls@1.2.3 transitive < .terraform.lock.hcl',
      'pkg:terraform/registry.terraform.io/kreuzwerker/docker@1.2.3 direct < .terraform.lock.hcl',
      'pkg:terraform/registry.terraform.io/terraform-aws-modules/eks/aws direct < main.tf asked for as "~> 20.0"',
    ]));

  it('a lockfile alone does not tell which providers are direct', () =>
    expect(lines({ '.terraform.lock.hcl': locked(['hashicorp/aws']) })).toEqual([
      'pkg:terraform/registry.terraform.io/hashicorp/aws@1.2.3 own < .terraform.lock.hcl',
    ]));

  it('providers have the names of the registry in the lockfile', () =>
    expect(
      lines({
        '.terraform.lock.hcl': locked(['hashicorp/aws', 'a/b'], 'registry.opentofu.org'),
        'main.tf': 'provider "aws" {\n}\n',
      }),
    ).toEqual([
      'pkg:terraform/registry.opentofu.org/a/b@1.2.3 transitive < .terraform.lock.hcl',
      'pkg:terraform/registry.opentofu.org/hashicorp/aws@1.2.3 direct < .terraform.lock.hcl',
    ]));

  it('a provider that is used in several files without a lockfile has no version', () =>
    expect(lines({ 'a.tf': 'provider "aws" {\n}\n', 'b.tf': 'data "aws_ami" "x" {\n}\n' })).toEqual([
      'pkg:terraform/registry.terraform.io/hashicorp/aws direct < a.tf',
    ]));
});
