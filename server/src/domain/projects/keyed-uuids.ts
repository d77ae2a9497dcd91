// UUIDs for programs that want some where this server has numbers. A UUID is computed from the number and can be turned back, so that none is stored.
// It is no secret and grants nothing: rights are checked by the number.
import { createHmac } from 'node:crypto';

export type UuidKind = 'project' | 'job' | 'component' | 'vulnerability' | 'violation' | 'vex' | 'team' | 'policy';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const LARGEST_ID = 2 ** 48;
const ID_BYTES = 6;

/** The same for the same installation, kind and number. */
export function uuidOf(installation: string, kind: UuidKind, id: number): string {
  if (!Number.isInteger(id) || id < 0 || id >= LARGEST_ID) throw new Error(`${id} is no number of a ${kind}`);
  const tail = digest(installation, kind, `id ${id}`).subarray(0, 16 - ID_BYTES);
  // Version 5 stands in byte 6, the variant in byte 8 of the whole.
  tail[0] = ((tail[0] as number) & 0x0f) | 0x50;
  tail[2] = ((tail[2] as number) & 0x3f) | 0x80;
  const head = Buffer.alloc(ID_BYTES);
  head.writeUIntBE(id, 0, ID_BYTES);
  const hex = Buffer.concat([masked(head, installation, kind, tail), tail]).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The number; undefined for a UUID that this installation did not give to a thing of the kind. */
export function idOfUuid(installation: string, kind: UuidKind, uuid: string): number | undefined {
  if (!UUID.test(uuid)) return undefined;
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  const id = masked(bytes.subarray(0, ID_BYTES), installation, kind, bytes.subarray(ID_BYTES)).readUIntBE(0, ID_BYTES);
  return uuidOf(installation, kind, id) === uuid.toLowerCase() ? id : undefined;
}

function masked(head: Buffer, installation: string, kind: UuidKind, tail: Buffer): Buffer {
  const mask = digest(installation, kind, `mask ${tail.toString('hex')}`);
  return Buffer.from(head.map((byte, at) => byte ^ (mask[at] as number)));
}

function digest(installation: string, kind: UuidKind, text: string): Buffer {
  return createHmac('sha256', installation).update(`${kind} ${text}`).digest();
}
