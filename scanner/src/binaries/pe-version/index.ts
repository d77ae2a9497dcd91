// Reads the version resource of a Windows program or library: product, version, description.
// Format: https://learn.microsoft.com/en-us/windows/win32/menurc/vs-versioninfo

import type { PackageFinding } from '../../findings.ts';
import { piecesOf } from '../../items.ts';
import { packageOf } from '../../manifests/shared/identity.ts';
import { readSafely } from '../../manifests/shared/problems.ts';
import type { BinaryMember } from '../member.ts';
import { readProgram, sectionBytes } from '../sections.ts';

const KEY = Buffer.from('VS_VERSION_INFO\0', 'utf16le');
/** Length, length of the value, type: before the key of each block. */
const BLOCK_HEADER = 6;
const MAX_BLOCKS = 2000;
const MAX_DEPTH = 4;

export const peVersion: BinaryMember = {
  name: 'pe-version',
  reads: 'all',
  sniff: (head) => head[0] === 0x4d && head[1] === 0x5a,
  read: (bytes) =>
    readSafely('The version resource', (problems): PackageFinding[] => {
      const program = readProgram(bytes);
      const section = program?.format === 'pe' ? program.sections.find(({ name }) => name === '.rsrc') : undefined;
      if (program === undefined || section === undefined) return [];
      const texts = versionTexts(sectionBytes(program, section));
      const value = (name: string): string => (texts.get(name) ?? '').replace(/\s+/g, ' ').trim();
      const name = value('ProductName') || value('InternalName') || value('OriginalFilename').replace(/\.\w+$/, '');
      if (name === '') return [];
      const found = packageOf(
        'generic',
        // A slash would separate a namespace.
        name.replaceAll('/', '-'),
        {
          role: 'locks',
          isPresent: true,
          version: versionOf(value('ProductVersion')) || versionOf(value('FileVersion')),
          declaredLicense: value('License'),
          description: value('FileDescription'),
        },
        problems,
      );
      return found === undefined ? [] : [found];
    }),
};

/** `1, 2, 3, 4` is an old form; `6.1.7600.16385 (win7_rtm)` also names the build. */
function versionOf(text: string): string {
  const version = piecesOf(text, ',').join('.');
  return /^v?(\d[\w.+-]*)/.exec(version)?.[1] ?? '';
}

/** The texts of the resource by name. The first language counts. */
function versionTexts(resource: Buffer): Map<string, string> {
  const texts = new Map<string, string>();
  const key = resource.indexOf(KEY);
  if (key < BLOCK_HEADER) return texts;
  let blocks = 0;
  const read = (start: number, limit: number, depth: number): number => {
    blocks += 1;
    const length = resource.readUInt16LE(start);
    const end = Math.min(start + length, limit);
    const nameEnd = zeroAt(resource, start + BLOCK_HEADER, end);
    const name = resource.toString('utf16le', start + BLOCK_HEADER, nameEnd);
    const valueAt = aligned(nameEnd + 2);
    const valueLength = resource.readUInt16LE(start + 2);
    if (depth === 3) {
      const text = resource.toString('utf16le', valueAt, zeroAt(resource, valueAt, end));
      if (!texts.has(name)) texts.set(name, text);
      return start + length;
    }
    // The value of the outermost block consists of numbers. Inner blocks begin after it.
    let at = aligned(valueAt + (depth === 0 ? valueLength : 0));
    while (at + BLOCK_HEADER < end && depth < MAX_DEPTH && blocks < MAX_BLOCKS) {
      const next = aligned(read(at, end, depth + 1));
      if (next <= at) break;
      at = next;
    }
    return start + length;
  };
  read(key - BLOCK_HEADER, resource.length, 0);
  return texts;
}

function zeroAt(bytes: Buffer, start: number, limit: number): number {
  for (let at = start; at + 1 < limit; at += 2) if (bytes[at] === 0 && bytes[at + 1] === 0) return at;
  return Math.max(start, limit - ((limit - start) % 2));
}

function aligned(at: number): number {
  return (at + 3) & ~3;
}
