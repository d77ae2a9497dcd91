// Reads everything in the store and compares it with its digest. Names damaged contents with the files that need them, and restores them from a
// backup of the store if it has them. The database keeps the others until they are repaired. For the command line and for the job.
import { finished } from 'node:stream/promises';
import type { App } from '../app.ts';
import { countContents, findBlob, listContents, moveBlobs } from '../db/files/blobs.ts';
import { type ContentUse, listUsesOf } from '../db/files/content-uses.ts';
import { closeDamageNotSeenSince, databaseTime, recordDamage } from '../db/files/damage.ts';
import {
  type BlobLocation,
  CorruptBlob,
  extentsOf,
  type PackStore,
  parseLocation,
  type ReadItem,
  StreamSourceFailed,
} from '../store/index.ts';

const ROWS_AT_ONCE = 1000;
/** For one content; others are counted. */
const MOST_USES = 20;

export interface DamagedContent {
  sha256: string;
  /** The fault: the segment, the position and what is wrong. */
  finding: string;
  uses: ContentUse[];
  moreUses: number;
  isRepaired: boolean;
}

export interface StoreVerifyOptions {
  /** A copy of the store from a time when the damaged contents were intact. */
  backup?: PackStore;
  signal?: AbortSignal;
  onProgress?(contents: number, total: number): Promise<void> | void;
  onDamaged(damaged: DamagedContent): Promise<void> | void;
}

export interface Verification {
  contents: number;
  bytes: number;
  segments: number;
  damaged: number;
  repaired: number;
}

type Parts = Pick<App, 'db' | 'store'>;

export async function verifyStore(parts: Parts, options: StoreVerifyOptions): Promise<Verification> {
  const begunAt = await databaseTime(parts.db);
  const total = await countContents(parts.db);
  const sum: Verification = { contents: 0, bytes: 0, segments: 0, damaged: 0, repaired: 0 };
  const segments = new Set<string>();
  let after: Parameters<typeof listContents>[1];
  for (;;) {
    const rows = await listContents(parts.db, after, ROWS_AT_ONCE);
    if (rows.length === 0) break;
    after = rows.at(-1);
    const locations = rows.map(({ location }) => parseLocation(location));
    for (const extent of locations.flatMap(extentsOf)) segments.add(extent.segment);
    for await (const item of parts.store.readMany(locations, { signal: options.signal, isFresh: true })) {
      const fault = await faultOf(item);
      sum.contents++;
      sum.bytes += item.location.sizeBytes;
      if (!fault) continue;
      const damaged = await describeDamage(parts, item.location, fault, options);
      if (!damaged) continue;
      if (!damaged.isRepaired) await recordDamage(parts.db, damaged);
      sum.damaged++;
      if (damaged.isRepaired) sum.repaired++;
      await options.onDamaged(damaged);
    }
    sum.segments = segments.size;
    await options.onProgress?.(sum.contents, Math.max(total, sum.contents));
  }
  await closeDamageNotSeenSince(parts.db, begunAt);
  return sum;
}

async function faultOf(item: ReadItem): Promise<CorruptBlob | undefined> {
  try {
    if (item.type === 'stream') await finished(item.stream.resume());
    else if (item.type === 'error') throw item.error;
    return undefined;
  } catch (error) {
    if (error instanceof CorruptBlob) return error;
    throw error;
  }
}

async function describeDamage(
  parts: Parts,
  location: BlobLocation,
  fault: CorruptBlob,
  { backup }: StoreVerifyOptions,
): Promise<DamagedContent | undefined> {
  const digest = Buffer.from(location.sha256, 'hex');
  const isRepaired = backup !== undefined && (await repairFrom(backup, parts, location));
  // An upload may have repaired it meanwhile.
  if (!isRepaired && (await hasMoved(parts, location))) return undefined;
  const { uses, total } = await listUsesOf(parts.db, digest, MOST_USES);
  return {
    sha256: location.sha256,
    finding: `segment ${fault.segment} at ${fault.blockOffset}: ${fault.finding}`,
    uses,
    moreUses: total - uses.length,
    isRepaired,
  };
}

async function hasMoved({ db }: Parts, { sha256, segment, blockOffset }: BlobLocation): Promise<boolean> {
  const row = await findBlob(db, Buffer.from(sha256, 'hex'));
  return row?.segment !== segment || row.block_offset !== blockOffset;
}

/** Segments never change after they are written, so a copy of the store has the content at the same place, or not at all. */
async function repairFrom(backup: PackStore, { db, store }: Parts, location: BlobLocation): Promise<boolean> {
  const writer = store.createWriter();
  try {
    await writer.addStream(backup.stream(location));
    const [stored] = await writer.flush();
    if (stored?.sha256 !== location.sha256) return false;
    const { md5, sha1, ...place } = stored;
    await moveBlobs(db, [
      {
        sha256: Buffer.from(stored.sha256, 'hex'),
        md5: Buffer.from(md5, 'hex'),
        sha1: Buffer.from(sha1, 'hex'),
        sizeBytes: stored.sizeBytes,
        segment: stored.segment,
        blockOffset: stored.blockOffset,
        location: place as unknown as Record<string, unknown>,
        brokenLocation: location,
      },
    ]);
    return true;
  } catch (error) {
    if (error instanceof StreamSourceFailed && error.cause instanceof CorruptBlob) return false;
    throw error;
  } finally {
    await writer.close();
  }
}

/** One line for people: the content, the fault, and its users. */
export function damageText({ sha256, finding, uses, moreUses, isRepaired }: DamagedContent): string {
  const named = uses.map(({ project, what }) => (project === '' ? what : `${what} of the project "${project}"`));
  if (moreUses > 0) named.push(`${moreUses} more`);
  const needed = named.length > 0 ? `It belongs to ${named.join(', ')}.` : 'No file, report or rule needs it any more.';
  return `Content ${sha256} ${isRepaired ? 'was damaged and is repaired' : 'is damaged'} (${finding}). ${needed}`;
}

export function verificationText({ contents, bytes, segments, damaged, repaired }: Verification): string {
  const read = `${contents} contents (${bytes} bytes) in ${segments} segments were read`;
  if (damaged === 0) return `${read}: all are what was stored.`;
  const left = damaged - repaired;
  const what = `${read}: ${damaged} damaged${repaired > 0 ? `, ${repaired} of them repaired from the backup` : ''}.`;
  return left === 0
    ? what
    : `${what} Upload the code bases of these files again, or run "assay store verify --from FOLDER" with the store of a backup.`;
}
