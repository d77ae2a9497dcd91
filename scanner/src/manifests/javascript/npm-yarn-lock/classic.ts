// Reads the yarn.lock of Yarn 1: blocks of `key value` lines. It does not state which packages are direct, or needed
// only for development. Pure.

import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import { firstOf } from '../../../items.ts';
import { consumed } from '../../shared/consumed.ts';
import { linesOf } from '../../shared/formats/lines.ts';
import { dependencyOf, packageOf } from '../../shared/identity.ts';
import { resolveNpmAlias } from '../../shared/npm-names.ts';
import { type Problems, quoted } from '../../shared/problems.ts';
import { splitDescriptor } from './descriptor.ts';

interface Block {
  descriptors: string[];
  version: string;
  resolved: string;
  integrity: string;
  line: number;
  wanted: { key: string; requirement: string; scope: DependencyScope }[];
}

interface Target {
  fullName: string;
  version: string;
}

export function readClassic(text: string, problems: Problems): PackageFinding[] {
  const blocks = readBlocks(text, problems);
  const targets = new Map<string, Target>();
  for (const { descriptors, version, resolved } of blocks) {
    const fullName = nameOf(descriptors, resolved);
    if (fullName === undefined) continue;
    const target = { fullName, version };
    for (const descriptor of descriptors) targets.set(descriptor, target);
  }
  return consumed(blocks, (block) => findingOf(block, targets, problems));
}

/**
 * The name of the package that a block locks. A descriptor with an alias names it, even if a `resolutions` entry puts it beside ranges of the
 * package that it replaces. undefined if the first descriptor has no range.
 */
function nameOf(descriptors: readonly string[], address: string): string | undefined {
  const all = descriptors.map(splitDescriptor);
  const [first] = all;
  if (first === undefined) return undefined;
  const aliases = all.flatMap((one) => {
    const fullName = one === undefined ? '' : resolveNpmAlias(one.key, one.requirement).fullName;
    return fullName === '' || fullName === one?.key ? [] : [fullName];
  });
  return resolveNpmAlias('', address).fullName || (aliases[0] ?? first.key);
}

function readBlocks(text: string, problems: Problems): Block[] {
  const blocks: Block[] = [];
  let block: Block | undefined;
  let scope: DependencyScope | undefined;
  let number = 0;
  for (const raw of linesOf(text)) {
    number += 1;
    const line = raw.trimEnd();
    const content = line.trimStart();
    if (content === '' || content.startsWith('#')) continue;
    const indent = line.length - content.length;
    if (indent === 0) {
      block = {
        descriptors: descriptorsOf(content),
        version: '',
        resolved: '',
        integrity: '',
        line: number,
        wanted: [],
      };
      scope = undefined;
      if (content.endsWith(':')) blocks.push(block);
      else problems.add(`Line ${number} should name a package and end with a colon; its block was left out.`);
    } else if (block !== undefined && indent === 2) {
      scope = content === 'dependencies:' ? 'runtime' : content === 'optionalDependencies:' ? 'optional' : undefined;
      setField(block, content);
    } else if (block !== undefined && indent >= 4 && scope !== undefined) {
      const [key, requirement] = words(content);
      if (key !== undefined) block.wanted.push({ key, requirement: requirement ?? '', scope });
    }
  }
  return blocks;
}

function setField(block: Block, content: string): void {
  const [key, value = ''] = words(content);
  if (key === 'version' || key === 'resolved' || key === 'integrity') block[key] = value;
}

function findingOf(block: Block, targets: ReadonlyMap<string, Target>, problems: Problems): PackageFinding | undefined {
  const fullName = nameOf(block.descriptors, block.resolved);
  if (fullName === undefined) {
    problems.add(`${quoted(block.descriptors[0] ?? '')} should be a name and a range; its block was left out.`);
    return undefined;
  }
  if (block.version === '') problems.add(`"version" of ${quoted(firstOf(block.descriptors))} is missing.`);
  const dependencies = block.wanted.flatMap(({ key, requirement, scope }) => {
    const wanted = resolveNpmAlias(key, requirement);
    const target = targets.get(`${key}@${requirement}`);
    return (
      dependencyOf(
        'npm',
        target?.fullName ?? wanted.fullName,
        { version: target?.version ?? '', requirement: wanted.requirement, scope },
        problems,
      ) ?? []
    );
  });
  const [downloadUrl = '', sha1] = block.resolved.split('#');
  const integrity =
    block.integrity ||
    (sha1 !== undefined && /^[0-9a-f]{40}$/.test(sha1) ? `sha1-${Buffer.from(sha1, 'hex').toString('base64')}` : '');
  return packageOf(
    'npm',
    fullName,
    { role: 'locks', version: block.version, line: block.line, downloadUrl, integrity, dependencies },
    problems,
  );
}

function descriptorsOf(line: string): string[] {
  return line
    .replace(/:$/, '')
    .split(',')
    .map((part) => part.trim().replace(/^"|"$/g, ''))
    .filter((part) => part !== '');
}

/** Words separated by spaces; a word may be in double quotes. */
function words(content: string): string[] {
  return [...content.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, inQuotes, plain]) => inQuotes ?? plain ?? '');
}
