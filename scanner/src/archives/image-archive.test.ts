// The files of images: layers over each other, in archives of docker save and in OCI layouts, also hostile ones.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TarPart } from '../../test/archives/archive-builders.ts';
import { makeTar, makeZip } from '../../test/archives/archive-builders.ts';
import {
  type BuiltImage,
  buildImage,
  digestOf,
  layoutOf,
  layoutParts,
  savedBy,
} from '../../test/images/image-builder.ts';
import { type ScanItem, scanSource } from '../scan/index.ts';
import { baseByHistory, layersOfBase } from './images/base.ts';
import type { DescribedImage } from './images/described.ts';
import { DEFAULT_ARCHIVE_LIMITS } from './limits.ts';
import { readArchive } from './walk.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-images-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(bytes: Uint8Array, expansion: 'none' | 'recursive' = 'none') {
  const file = join(folder, 'image.tar');
  writeFileSync(file, bytes);
  const images: DescribedImage[] = [];
  const files = new Map<string, string>();
  const layers = new Map<string, string | undefined>();
  const issues: string[] = [];
  let end: { isComplete: boolean; reason?: string } = { isComplete: false };
  for await (const item of readArchive(file, {
    limits: DEFAULT_ARCHIVE_LIMITS,
    expansion,
    archiveDirSuffix: '!',
    deleteArchiveAfterExpand: true,
    temporaryFolder: folder,
    onImage: (_, image) => images.push(image),
  })) {
    if (item.type === 'file') {
      files.set(item.path, Buffer.from(item.bytes).toString());
      layers.set(item.path, item.layer);
    } else if (item.type === 'issue') issues.push(`${item.issue.code}: ${item.issue.message}`);
    else if (item.type === 'end') end = item;
  }
  return { files: Object.fromEntries([...files].sort()), layers, issues, images, end };
}

const image = (...layers: TarPart[][]): BuiltImage => buildImage(layers);
const file = (name: string, body = name): TarPart => ({ name, body });

describe.each([
  ['an OCI layout', layoutOf],
  ['an archive of docker save', savedBy],
])('%s', (_, archived) => {
  it('is read as the files of the image, each with its layer', async () => {
    const built = image([file('etc/a', 'old'), file('etc/b')], [file('etc/a', 'new'), file('app/c')]);
    const { files, layers, images, end } = await read(archived(built));
    expect(files).toEqual({ 'app/c': 'app/c', 'etc/a': 'new', 'etc/b': 'etc/b' });
    const [lower, upper] = images[0]?.layers ?? [];
    expect([layers.get('etc/a'), layers.get('etc/b')]).toEqual([upper?.digest, lower?.digest]);
    expect(images[0]).toMatchObject({
      platform: 'linux/amd64',
      layers: [{ createdBy: 'step 0' }, { createdBy: 'step 1' }],
    });
    expect(end.isComplete).toBe(true);
  });

  it.each<[string, TarPart[][], string[]]>([
    ['a whiteout removes a file', [[file('a'), file('b')], [file('.wh.a')]], ['b']],
    ['a whiteout removes a folder', [[file('d/a'), file('d/e/b'), file('c')], [file('.wh.d')]], ['c']],
    ['a whiteout concerns lower layers only', [[file('d/a')], [file('.wh.d'), file('d/b')]], ['d/b']],
    [
      'an opaque folder hides what lower layers have in it',
      [
        [file('d/a'), file('c')],
        [file('d/b'), file('d/.wh..wh..opq')],
      ],
      ['c', 'd/b'],
    ],
    ['a whiteout of everything leaves the upper layer', [[file('a')], [file('.wh..wh..opq'), file('b')]], ['b']],
    ['a removed file can come again', [[file('a', '1')], [file('.wh.a')], [file('a', '2')]], ['a']],
    ['a file in the place of a folder hides the folder', [[file('d/a')], [file('d')]], ['d']],
    ['a folder in the place of a file hides the file', [[file('d')], [{ name: 'd/', type: '5' }, file('e')]], ['e']],
    [
      'a link in the place of a file hides the file',
      [[file('d'), file('e')], [{ name: 'd', type: '2', linkName: '/etc/passwd' }]],
      ['e'],
    ],
    ['notes of AUFS are no files', [[file('a'), file('.wh..wh.aufs'), file('.wh..wh.plnk/1')]], ['a']],
    ['whiteouts of . and .. remove nothing', [[file('a')], [file('.wh..'), file('.wh...')]], ['a']],
    ['a hard link is a file of its own', [[file('a', 'x'), { name: 'b', type: '1', linkName: 'a' }]], ['a', 'b']],
    [
      'names from the root are names in the image',
      [[file('/etc/a'), file('./etc/b')], [file('/etc/.wh.a')]],
      ['etc/b'],
    ],
  ])('%s', async (_title, layers, expected) => {
    expect(Object.keys((await read(archived(image(...layers)))).files)).toEqual(expected);
  });

  it('names that lead elsewhere, links and devices become no files', async () => {
    const hostile = [file('../a'), file('b/../../c'), { name: 'l', type: '2', linkName: '/' }, file('l/x'), { name: 'dev/sda', type: '4' }, file('ok')]; // biome-ignore format: one claim
    const { files, issues } = await read(archived(image(hostile)));
    expect(Object.keys(files)).toEqual(['l/x', 'ok']);
    expect(issues.filter((one) => one.startsWith('unsafe-path'))).toHaveLength(2);
    expect(issues.filter((one) => /1 × a symbolic link|1 × a device/.test(one))).toHaveLength(2);
  });

  it('inside another archive is expanded like one, and its archives belong to its layers', async () => {
    const inner = makeTar([file('deep')]);
    const built = image([{ name: 'lib/x.tar', body: inner }]);
    const { files, layers, images } = await read(makeTar([{ name: 'img.tar', body: archived(built) }]), 'recursive');
    expect(Object.keys(files)).toEqual(['img.tar!/lib/x.tar!/deep']);
    expect(layers.get('img.tar!/lib/x.tar!/deep')).toBe(images[0]?.layers[0]?.digest);
  });

  it('compressed as a whole is read as well', async () => {
    expect(Object.keys((await read(gzipSync(archived(image([file('a')]))))).files)).toEqual(['a']);
  });

  it('with a layer that is not what its digest says is refused', async () => {
    const bytes = Buffer.from(archived(buildImage([[file('a', 'A'.repeat(600))]], { pack: (tar) => tar })));
    bytes[bytes.indexOf('A'.repeat(600)) + 3] = 66;
    const { end, files } = await read(bytes);
    expect([end.isComplete, files]).toEqual([false, {}]);
    expect(end.reason).toMatch(/layer 1 of 1 .*its bytes have the digest sha256:\w+, and it is named sha256:/);
  });
});

it.each([
  ['zstd', (tar: Uint8Array) => zstdCompressSync(tar)],
  ['gzip', (tar: Uint8Array) => gzipSync(tar)],
  ['no compression', (tar: Uint8Array) => tar],
])('reads layers with %s, also empty ones', async (_, pack) => {
  const { files, end } = await read(layoutOf(buildImage([[file('a')], [], [file('b')]], { pack })));
  expect([Object.keys(files), end.isComplete]).toEqual([['a', 'b'], true]);
});

it('refuses a layer that ends early, and one that is no tar', async () => {
  const cut = (tar: Uint8Array) => gzipSync(tar).subarray(0, -12);
  const early = await read(layoutOf(buildImage([[file('a')]], { pack: cut })));
  expect(early.end.reason).toMatch(/layer 1 of 1 .*ends in the middle of its compressed data/);
  const none = await read(layoutOf(buildImage([[file('a')]], { pack: () => gzipSync('x'.repeat(5000)) })));
  expect(none.end.reason).toMatch(/layer 1 of 1 .*it is not a tar/);
});

it('an archive with more images than are read is refused, not read in part', async () => {
  const list = JSON.stringify(Array.from({ length: 501 }, () => ({ Config: 'c', Layers: [] })));
  const { end, files } = await read(makeTar([file('manifest.json', list), file('a')]));
  expect([end.isComplete, files]).toEqual([false, {}]);
  expect(end.reason).toContain('it has 501 images, and 500 is the limit');
});

describe('an OCI layout that leads elsewhere is refused', () => {
  const built = image([file('a')]);
  const manifestOf = (value: unknown) => Buffer.from(JSON.stringify(value));
  const led = (manifest: Buffer, more: [string, Uint8Array][] = []) =>
    read(layoutOf({ manifest, digest: digestOf(manifest), blobs: new Map([...built.blobs, ...more]) }));

  it('to the address of a foreign layer', async () => {
    const layer = { mediaType: 'application/vnd.oci.image.layer.nondistributable.v1.tar+gzip', digest: `sha256:${'1'.repeat(64)}`, size: 5, urls: ['http://169.254.169.254/'] }; // biome-ignore format: one claim
    const config = { mediaType: 'application/vnd.oci.image.config.v1+json', digest: digestOf(built.config), size: 5 };
    const { end, files } = await led(manifestOf({ schemaVersion: 2, config, layers: [layer] }));
    expect([end.isComplete, files]).toEqual([false, {}]);
    expect(end.reason).toMatch(/is a foreign one, which lies at an address that the manifest names/);
  });

  it('from index to index', async () => {
    const chain: [string, Uint8Array][] = [[built.digest, built.manifest]];
    for (let depth = 0; depth < 6; depth++) {
      const entry = { mediaType: 'application/vnd.oci.image.index.v1+json', digest: chain.at(-1)?.[0], size: 5 };
      const index = manifestOf({ schemaVersion: 2, manifests: [entry, entry] });
      chain.push([digestOf(index), index]);
    }
    const [, top = Buffer.alloc(0)] = chain.at(-1) ?? [];
    const { end, files } = await led(Buffer.from(top), chain);
    expect([end.isComplete, files]).toEqual([false, {}]);
    expect(end.reason).toMatch(/its indexes lead to indexes, more than 4 deep/);
  });
});

it('a zip of an OCI layout is read as the image; layers are checked, also in a folder', async () => {
  const built = image([file('etc/a', 'old'), file('etc/b')], [file('.wh.etc'), file('app/c')]);
  for (const method of [0, 8])
    for (const folder of ['', 'image/']) {
      const zipped = makeZip(layoutParts(built).map(({ name, body }) => ({ name: folder + name, body, method })));
      const { files, layers, images, end } = await read(zipped);
      expect([files, layers.get('app/c'), images.length, end.isComplete]).toEqual([{ 'app/c': 'app/c' }, built.layers[1], 1, true]); // biome-ignore format: one claim
    }
  const changed = layoutParts(built).map((part) => part.name.endsWith((built.layers[1] ?? '').slice(7)) ? { ...part, body: 'other' } : part); // biome-ignore format: one claim
  const { end, files } = await read(makeZip(changed));
  expect([end.isComplete, files]).toEqual([false, {}]);
  expect(end.reason).toMatch(/layer 2 of 2 .*its bytes have the digest sha256:\w+, and it is named sha256:/);
});

it('a zip of a layout with anything else in it is a zip', async () => {
  const { files, images } = await read(makeZip([...layoutParts(image([file('a')])), { name: 'README', body: 'x' }]));
  expect([Object.keys(files).includes('oci-layout'), images]).toEqual([true, []]);
});

it('a layout without an image is read as a tar', async () => {
  const parts = [file('oci-layout', '{}'), file('index.json', '{"manifests":[]}'), file('blobs/sha256/a')];
  const { files, end } = await read(makeTar(parts));
  expect([Object.keys(files), end.isComplete]).toEqual([['blobs/sha256/a', 'index.json', 'oci-layout'], true]);
});

it('a tar that only begins like an image is read as a tar', async () => {
  const { files } = await read(makeTar([file('manifest.json', '[]'), file('index.json', '{'), file('a')]));
  expect(Object.keys(files)).toEqual(['a', 'index.json', 'manifest.json']);
});

describe('base layers', () => {
  it('are those of an image with just these lower layers', () => {
    expect(layersOfBase(['a', 'b', 'c'], ['a', 'b'])).toBe(2);
    expect(layersOfBase(['a', 'b'], ['a', 'b'])).toBeUndefined();
    expect(layersOfBase(['a', 'b', 'c'], ['a', 'x'])).toBeUndefined();
  });

  it('end at the last command of a base, if the history fits the layers', () => {
    const step = (createdBy: string, isEmpty = false) => ({ createdBy, isEmpty });
    const history = [step('ADD file'), step('CMD ["bash"]', true), step('RUN apt'), step('ENTRYPOINT ["x"]', true)];
    expect(baseByHistory(history, 2)).toEqual({ layers: 1, name: '', by: 'history' });
    expect(baseByHistory(history, 3)).toBeUndefined();
  });
});

describe('an OCI layout in a folder', () => {
  /** Unpacks a layout into a folder of its own. */
  function layoutFolder(built: BuiltImage, name: string): string {
    const target = join(folder, name);
    mkdirSync(target, { recursive: true });
    execFileSync('tar', ['x', '-C', target], { input: layoutOf(built) });
    return target;
  }
  const built = image([file('etc/a', 'old'), file('big', 'x'.repeat(70_000))], [file('etc/a', 'new')]);
  const scanned = async (source: string) => {
    const items: ScanItem[] = [];
    for await (const item of scanSource(source, { threads: 1 })) items.push(item);
    const layers = Object.fromEntries(items.flatMap((one) => (one.type === 'file' ? [[one.path, one.layer]] : [])));
    return { layers, end: items.at(-1), issues: items.flatMap((one) => (one.type === 'issue' ? [one.issue.message] : [])) }; // biome-ignore format: one claim
  };

  it('is scanned as the image, each file with its layer', async () => {
    expect(await scanned(layoutFolder(built, 'layout'))).toEqual({
      layers: { big: built.layers[0], 'etc/a': built.layers[1] },
      issues: [],
      end: { type: 'end', isComplete: true, reason: '' },
    });
  });

  it('with anything else beside it is a folder of which every file counts', async () => {
    const target = layoutFolder(built, 'with-more');
    writeFileSync(join(target, 'README'), 'x');
    expect(Object.keys((await scanned(target)).layers)).toContain('oci-layout');
  });

  it('whose blobs are links is not followed out of the folder, and says what is missing', async () => {
    const target = layoutFolder(built, 'links');
    const blob = join(target, 'blobs', 'sha256', (built.layers[0] ?? '').slice('sha256:'.length));
    rmSync(blob);
    symlinkSync('/etc/passwd', blob);
    const { layers, end } = await scanned(target);
    expect(layers).toEqual({});
    expect(end).toMatchObject({ isComplete: false, reason: expect.stringContaining('an image without its part') });
  });

  it('whose bytes were changed is refused', async () => {
    const target = layoutFolder(built, 'changed');
    writeFileSync(join(target, 'blobs', 'sha256', (built.layers[0] ?? '').slice('sha256:'.length)), 'other');
    expect((await scanned(target)).end).toMatchObject({ isComplete: false, reason: expect.stringContaining('digest') });
  });

  it('that was packed as a whole is an image too', async () => {
    layoutFolder(built, 'packed');
    const whole = execFileSync('tar', ['c', '-C', folder, 'packed'], { maxBuffer: 1 << 26 });
    for (const bytes of [whole, gzipSync(whole)]) {
      const { files, images } = await read(bytes);
      expect(Object.keys(files)).toEqual(['big', 'etc/a']);
      expect(images).toHaveLength(1);
    }
  });
});
