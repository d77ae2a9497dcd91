// Reads the list of installed packages of Alpine: lib/apk/db/installed.
// Format: https://wiki.alpinelinux.org/wiki/Apk_spec

import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { linesOf } from '../../shared/formats/lines.ts';
import { type Installed, installedFindings } from '../../shared/installed.ts';
import { type Problems, quoted, readSafely, textOf } from '../../shared/problems.ts';
import { apkLicense } from '../apk-licenses.ts';
import { bareName, needOf } from '../apk-needs.ts';

interface Block {
  line: number;
  fields: Map<string, string>;
  /** Those of its installed files whose paths another package requires. */
  paths: string[];
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The list of installed packages of apk', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const needed = new Set([...text.matchAll(/(?<=[: ])\/[^\s<>=~]{1,200}/g)].map(([path]) => path));
      const installed = eachBlock(text, needed, problems)
        .map((block) => installedOf(block, problems))
        .filter((one) => one !== undefined);
      return installedFindings('apk', installed, problems);
    }),
};

function* eachBlock(text: string, needed: ReadonlySet<string>, problems: Problems): Generator<Block, void, undefined> {
  let block: Block | undefined;
  let folder = '';
  let number = 0;
  for (const raw of linesOf(text)) {
    number += 1;
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (line.trim() === '') {
      if (block !== undefined) yield block;
      block = undefined;
      folder = '';
      continue;
    }
    if (line[1] !== ':') {
      problems.add(`Line ${number} should be one letter, ":" and a value but is ${quoted(line)}; it was left out.`);
      continue;
    }
    block ??= { line: number, fields: new Map(), paths: [] };
    const key = line[0] ?? '';
    const value = line.slice(2);
    if (key === 'F') folder = value;
    else if (key === 'R') {
      const path = `/${folder === '' ? '' : `${folder}/`}${value}`;
      if (needed.has(path)) block.paths.push(path);
    } else if (/[PVATULocDpCm]/.test(key) && !block.fields.has(key)) {
      block.fields.set(key, value.trim());
      if (key === 'P') block.line = number;
    }
  }
  if (block !== undefined) yield block;
}

function installedOf({ line, fields, paths }: Block, problems: Problems): Installed | undefined {
  const name = fields.get('P') ?? '';
  if (name === '') {
    problems.add(`The package at line ${line} should have a name in "P:"; it was left out.`);
    return undefined;
  }
  const version = fields.get('V') ?? '';
  if (version === '') problems.add(`The package ${quoted(name)} should have a version in "V:"; it has none.`);
  const origin = fields.get('o') ?? '';
  return {
    fullName: `alpine/${name}`,
    name,
    version,
    qualifiers: { arch: fields.get('A') ?? '', upstream: origin === name ? '' : origin },
    declaredLicense: apkLicense(fields.get('L') ?? ''),
    description: fields.get('T') ?? '',
    homepageUrl: fields.get('U') ?? '',
    supplier: fields.get('m') ?? '',
    integrity: checksumOf(fields.get('C') ?? ''),
    line,
    provides: [...(fields.get('p') ?? '').split(' ').map(bareName), ...paths],
    needs: (fields.get('D') ?? '').split(' ').flatMap((text) => needOf(text) ?? []),
  };
}

/** `Q1` and base64: the SHA-1 of the control part of the package. */
function checksumOf(text: string): string {
  return text.startsWith('Q1') ? `sha1-${text.slice(2)}` : '';
}
