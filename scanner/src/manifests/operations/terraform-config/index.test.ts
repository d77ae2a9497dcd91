import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

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
  [
    'images and charts of resources',
    `resource "docker_image" "a" {
  name = "nginx:1.7"
}
resource "docker_service" "b" {
  name = "no"
  task_spec {
    container_spec {
      image = "repo.example.com:8080/foo:v1"
    }
  }
}
resource "kubernetes_pod" "c" {
  spec {
    container {
      image = "node:14"
    }
    container {
      image = "\${var.image}"
    }
  }
}
resource "other_thing" "d" {
  image = "no:1"
}
resource "helm_release" "e" {
  repository = "https://charts.example.org/stable"
  chart      = "redis"
  version    = "1.0.1"
}
resource "helm_release" "f" {
  chart   = "oci://public.ecr.aws/karpenter/karpenter"
  version = "~> 0.22"
}
resource "helm_release" "g" {
  chart = "./charts/own"
}
`,
    [
      'requires pkg:docker/nginx@1.7 direct',
      'requires pkg:docker/foo@v1?repository_url=repo.example.com:8080 direct',
      'requires pkg:docker/node@14 direct',
      'requires pkg:helm/redis@1.0.1?repository_url=https:%2F%2Fcharts.example.org%2Fstable direct',
      'requires pkg:helm/karpenter?repository_url=oci:%2F%2Fpublic.ecr.aws%2Fkarpenter direct',
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
