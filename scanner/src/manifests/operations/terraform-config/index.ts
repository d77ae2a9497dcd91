// Reads the configuration of Terraform and OpenTofu: the providers and modules that it requires, and the images and
// charts that it runs. Providers may also be used without being required; packages/terraform/ makes packages of
// these, as another file of the folder may name them.
// Format: https://developer.hashicorp.com/terraform/language/providers/requirements
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { definitionsOf, packageOf } from '../../shared/identity.ts';
import { type HclBlock, newBlock, readHclBlocks } from '../../shared/languages/hcl-blocks.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { gitIdentity } from '../../shared/source-location.ts';
import { runBy } from './resources.ts';

const REGISTRY = 'registry.terraform.io';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Terraform configuration', (problems): PackageFinding[] =>
      findingsOf(readHclBlocks(textOf(bytes)), problems),
    ),
};

function findingsOf(blocks: readonly HclBlock[], problems: Problems): PackageFinding[] {
  const required = blocks
    .filter(({ type }) => type === 'terraform')
    .flatMap((block) => block.blocks.filter(({ type }) => type === 'required_providers').flatMap(requiredIn));
  required.push(...configuredWithVersion(blocks, new Set(required.map(({ type }) => type))));
  const used = new Map(blocks.map(usedIn).filter((one) => one !== undefined));
  const names = { required: required.map(({ type }) => type), used: [...used].map(([name, line]) => ({ name, line })) };
  return [
    ...required.flatMap((provider) => providerOf(provider, problems) ?? []),
    ...blocks.flatMap((block) => (block.type === 'module' ? (moduleOf(block, problems) ?? []) : [])),
    ...blocks.flatMap((block) => runBy(block, problems)),
    ...(names.required.length + names.used.length > 0 ? [definitionsOf('terraform', { terraform: names })] : []),
  ];
}

/** Until version 0.12 a provider was only given a version: `aws = "~> 2.0"`. */
function requiredIn({ blocks, values, line }: HclBlock): HclBlock[] {
  const short = [...values].map(([name, version]) => {
    const provider = newBlock(name, [], line);
    provider.values.set('version', version);
    return provider;
  });
  return [...blocks, ...short];
}

/** Until version 0.13 the version of a provider was also in its configuration: `provider "aws" { version = "2.0" }`. */
function configuredWithVersion(blocks: readonly HclBlock[], required: ReadonlySet<string>): HclBlock[] {
  const named = new Set(required);
  return blocks.flatMap(({ type, labels: [label = ''], values, line }) => {
    const version = values.get('version');
    if (type !== 'provider' || version === undefined || label === '' || named.has(label)) return [];
    named.add(label);
    const provider = newBlock(label, [], line);
    provider.values.set('version', version);
    return [provider];
  });
}

/** The name of the provider that a block uses, and its line. A resource with a `provider` refers to a block that names it. */
function usedIn({ type, labels, line, others }: HclBlock): [string, number] | undefined {
  const [label = ''] = labels;
  if (type === 'provider') return [label, line];
  if (!['resource', 'data', 'ephemeral'].includes(type) || others.has('provider')) return undefined;
  return [label.split('_')[0] ?? '', line];
}

function providerOf({ type: name, values, line }: HclBlock, problems: Problems): PackageFinding | undefined {
  // Providers without a source are from HashiCorp.
  const source = values.get('source') ?? `hashicorp/${name}`;
  const parts = source.split('/');
  const fullName = parts.length === 2 ? `${REGISTRY}/${source}` : source;
  return packageOf('terraform', fullName, { role: 'requires', isDirect: true, line, ...versionOf(values) }, problems);
}

/** A module from a registry or a repository; `./x` is part of the code base. */
function moduleOf({ values, line }: HclBlock, problems: Problems): PackageFinding | undefined {
  const source = values.get('source') ?? '';
  if (source === '' || source.startsWith('.') || source.includes('${')) return undefined;
  const common = { role: 'requires' as const, isDirect: true, line };
  if (
    /^[\w-]+\/[\w-]+\/[\w-]+(\/\/.*)?$/.test(source) ||
    /^[\w.-]+\.[a-z]+\/[\w-]+\/[\w-]+\/[\w-]+(\/\/.*)?$/.test(source)
  ) {
    const [path = '', inner = ''] = source.split('//');
    const fullName = path.split('/').length === 3 ? `${REGISTRY}/${path}` : path;
    return packageOf('terraform', fullName, { ...common, ...versionOf(values), subpath: inner }, problems);
  }
  const ref = /[?&]ref=([^&]{1,200})/.exec(source)?.[1] ?? '';
  const [address = '', inner = ''] = source.replace(/^git::/, '').split(/(?<!:)\/\//);
  const bare = address.split('?')[0] ?? '';
  const identity = gitIdentity(/^(github|bitbucket)\.\w+\//.test(bare) ? `https://${bare}` : bare, ref);
  if (identity === undefined) return undefined;
  const { type, fullName, ...parts } = identity;
  const subpath = inner.split('?')[0] ?? '';
  return packageOf(type, fullName, { ...common, requirement: ref, ...parts, subpath }, problems);
}

function versionOf(values: ReadonlyMap<string, string>): { version: string; requirement: string } {
  const requirement = values.get('version') ?? '';
  // Without an operator a constraint allows exactly that version, in which missing numbers are 0.
  const [, first, second = '.0', third = '.0', rest = ''] =
    /^=?\s*v?(\d+)(\.\d+)?(\.\d+)?(-[\w.+-]*|\+[\w.-]*)?$/.exec(requirement) ?? [];
  return { requirement, version: first === undefined ? '' : `${first}${second}${third}${rest}` };
}
