// The guarantees of a place, checked for every kind.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { segmentName } from './location.ts';
import { places } from './places/index.ts';
import type { StorePlace } from './places/place.ts';

/** How a test opens a new place of each kind; a kind without an entry fails. */
const addresses: Record<string, (root: string) => string> = { folder: (root) => pathToFileURL(root).href };

for (const member of places) {
  describe(member.name, () => {
    let root: string;
    let address: string;
    let place: StorePlace;

    beforeEach(async () => {
      root = await mkdtemp(join(tmpdir(), 'assay-place-'));
      address = addresses[member.name]!(root);
      place = await member.open(address);
      await place.takeLease();
    });

    afterEach(async () => {
      await place.close();
      await rm(root, { recursive: true, force: true });
    });

    it('gives every opening its own owner, and sorts segments by its time', async () => {
      const later = await member.open(address);
      expect(later.owner).not.toBe(place.owner);
      expect(segmentName(place.owner, 2) < segmentName(place.owner, 40)).toBe(true);
      await later.close();
    });

    it('reads appended bytes, in parts, past the end, and in missing places', async () => {
      const segment = segmentName(place.owner, 1);
      const sink = await place.create(segment);
      await sink.append([Buffer.from('abc'), Buffer.from('defgh')]);
      await sink.append([Buffer.from('ij')]);
      await sink.sync();
      await sink.close();
      expect(text(await place.read(segment, 2, 5))).toBe('cdefg');
      expect(text(await place.read(segment, 8, 100))).toBe('ij');
      expect(text(await place.read(segment, 50, 1))).toBe('');
      expect(await place.read(segmentName(place.owner, 2), 0, 1)).toBeUndefined();
      expect(await place.list()).toEqual([{ segment, sizeBytes: 10, modifiedAtMs: expect.any(Number) }]);
    });

    it('finds a segment that did not exist when it was first requested', async () => {
      const segment = segmentName(place.owner, 1);
      expect(await place.read(segment, 0, 1)).toBeUndefined();
      const sink = await place.create(segment);
      await sink.append([Buffer.from('x')]);
      await sink.sync();
      await sink.close();
      expect(text(await place.read(segment, 0, 1))).toBe('x');
    });

    it('never overwrites a segment', async () => {
      const segment = segmentName(place.owner, 1);
      const sink = await place.create(segment);
      await expect(place.create(segment)).rejects.toThrow();
      await sink.close();
    });

    it('cuts and removes, and neither twice', async () => {
      const segment = segmentName(place.owner, 1);
      const sink = await place.create(segment);
      await sink.append([Buffer.from('abcdef')]);
      await sink.sync();
      await sink.close();
      await place.read(segment, 0, 6);
      await place.cut(segment, 4);
      await place.cut(segment, 5);
      expect([4, 6]).toContain((await place.list())[0]!.sizeBytes);
      await place.remove(segment);
      await place.remove(segment);
      await place.cut(segment, 1);
      expect(await place.list()).toEqual([]);
      expect(await place.read(segment, 0, 1)).toBeUndefined();
    });

    it('knows which owners are alive', async () => {
      const other = await member.open(address);
      expect(await place.ownerState(other.owner)).toBe('dead');
      await other.takeLease();
      await other.takeLease();
      expect(await place.ownerState(other.owner)).toBe('alive');
      expect(await place.ownerState(place.owner)).toBe('alive');
      expect((await place.owners()).toSorted()).toEqual([place.owner, other.owner].toSorted());
      await place.endLease(other.owner);
      await expect(other.confirmLease()).rejects.toThrow('lost');
      await other.close();
      expect(await place.ownerState(other.owner)).toBe('dead');
    });

    it('reads many segments at once, more than it keeps open', async () => {
      const names = Array.from({ length: 120 }, (_, index) => segmentName(place.owner, index + 1));
      for (const name of names) {
        const sink = await place.create(name);
        await sink.append([Buffer.from(name)]);
        await sink.sync();
        await sink.close();
      }
      const read = await Promise.all([...names, ...names].map((name) => place.read(name, 0, name.length)));
      expect(read.map(text)).toEqual([...names, ...names]);
    });

    it('refuses names that are not of segments', async () => {
      for (const name of ['../x-1', 'a/b-1', '', 'x', 'X-1']) {
        await expect(Promise.resolve().then(() => place.read(name, 0, 1))).rejects.toBeInstanceOf(TypeError);
      }
    });
  });
}

function text(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString();
}
