// Reads the yarn.lock of Yarn 1: blocks of `key value` lines. It does not state which packages are direct, or needed
// only for development. Pure.

import type { DependencyScope, PackageFinding } from '../../findings.ts';
import { firstOf } from '../../items.ts';
import { consumed } from '../consumed.ts';
import { dependencyOf, packageOf } from '../identity.ts';
import { linesOf } from '../lines.ts';
import { resolveNpmAlias } from '../npm-names.ts';
import { type Problems, quoted } from '../problems.ts';
import { splitDescriptor } from './descriptor.ts';

interface Block {
  descriptors: string[];
  version: string;
  resolved: string;
  integrity: string;
  line: number;
  wanted: { key: string; requirement: string; scope: DependencyScope }[];
}

export function readClassic(text: string, problems: Problems): PackageFinding[] {
  const blocks = readBlocks(text, problems);
  const versions = new Map<string, string>();
  for (const { descriptors, version } of blocks)
    for (const descriptor of descriptors) versions.set(descriptor, version);
  return consumed(blocks, (block) => findingOf(block, versions, problems));
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

function findingOf(
  block: Block,
  versions: ReadonlyMap<string, string>,
  problems: Problems,
): PackageFinding | undefined {
  const first = splitDescriptor(block.descriptors[0] ?? '');
  if (first === undefined) {
    problems.add(`${quoted(block.descriptors[0] ?? '')} should be a name and a range; its block was left out.`);
    return undefined;
  }
  if (block.version === '') problems.add(`"version" of ${quoted(firstOf(block.descriptors))} is missing.`);
  const dependencies = block.wanted.flatMap(({ key, requirement, scope }) => {
    const wanted = resolveNpmAlias(key, requirement);
    return (
      dependencyOf(
        'npm',
        wanted.fullName,
        { version: versions.get(`${key}@${requirement}`) ?? '', requirement: wanted.requirement, scope },
        problems,
      ) ?? []
    );
  });
  const [downloadUrl = '', sha1] = block.resolved.split('#');
  const integrity =
    block.integrity ||
    (sha1 !== undefined && /^[0-9a-f]{40}$/.test(sha1) ? `sha1-${Buffer.from(sha1, 'hex').toString('base64')}` : '');
  const { fullName } = resolveNpmAlias(first.key, first.requirement);
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
