// Where the members of a plain tar lie, without reading their contents. Only for archives of images, whose members are few.
import { corrupt } from './member.ts';
import { displayName, safePath } from './paths.ts';
import type { ArchiveSource } from './source.ts';
import { aligned, BLOCK_BYTES, isZeroBlock, parseHeader, parsePax } from './tar/header.ts';

export interface TarMember {
  offset: number;
  sizeBytes: number;
}

/** An image has some three members for each layer. */
const MOST_MEMBERS = 10_000;
const MOST_PAX_BYTES = 1 << 20;

/** Plain files by their paths; links of old archives lead to the file that they name. */
export async function tarDirectory(source: ArchiveSource): Promise<Map<string, TarMember>> {
  const files = new Map<string, TarMember>();
  const links = new Map<string, string>();
  let pax = new Map<string, string>();
  for (let position = 0, count = 0; position < source.sizeBytes; count++) {
    if (count > MOST_MEMBERS)
      throw corrupt(`it has more than ${MOST_MEMBERS} members, which no archive of an image has`);
    const block = await source.readAt(position, BLOCK_BYTES);
    const header = parseHeader(block);
    if (header === undefined) {
      if (isZeroBlock(block)) break;
      throw corrupt('a header is broken');
    }
    position += BLOCK_BYTES;
    const sizeBytes = pax.has('size') ? Number(pax.get('size')) : header.sizeBytes;
    if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) throw corrupt('a size is no number');
    if (header.typeFlag === 'x') {
      pax = await paxRecords(source, position, header.sizeBytes);
      position += aligned(header.sizeBytes);
      continue;
    }
    const path = pathOf(pax.get('path') ?? header.name);
    if (header.typeFlag === '0' && path !== undefined) {
      if (position + sizeBytes > source.sizeBytes)
        throw corrupt(`it ends in the middle of "${displayName(path, 'latin1')}"`);
      files.set(path, { offset: position, sizeBytes });
    }
    if (header.typeFlag === '2' && path !== undefined) {
      const target = pathOf(resolved(path, pax.get('linkpath') ?? Buffer.from(header.linkName).toString('latin1')));
      if (target !== undefined) links.set(path, target);
    }
    pax = new Map();
    position += header.typeFlag === '2' || header.typeFlag === '1' ? 0 : aligned(sizeBytes);
  }
  for (const [path, target] of links) {
    const file = files.get(target);
    if (file !== undefined && !files.has(path)) files.set(path, file);
  }
  return files;
}

async function paxRecords(source: ArchiveSource, position: number, sizeBytes: number): Promise<Map<string, string>> {
  if (sizeBytes > MOST_PAX_BYTES) throw corrupt(`a header extension claims ${sizeBytes} bytes`);
  const records = parsePax(await source.readAt(position, sizeBytes));
  if (records === undefined) throw corrupt('a pax header is broken');
  return new Map(records.map(({ key, value }) => [key, value]));
}

function pathOf(name: string | Uint8Array): string | undefined {
  const safe = safePath(name);
  return 'path' in safe ? safe.path : undefined;
}

/** `a/layer.tar` and `../b/layer.tar` give `b/layer.tar`; what leads out of the archive stays as it is, and is refused as a path. */
function resolved(path: string, link: string): string {
  const parts = path.split('/').slice(0, -1);
  for (const part of link.split('/'))
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return '..';
  return parts.join('/');
}
