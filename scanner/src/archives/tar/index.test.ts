import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makePax, makeTar, type TarPart, tarHeader, withChecksum } from '../../../test/archives/archive-builders.ts';
import { readBytes } from '../archive-runner.ts';

const octal = (value: number) => `${value.toString(8).padStart(11, '0')} `;

/** An old GNU sparse entry of 3,000 bytes with data at 1,000 and at 2,500. */
function gnuSparse(): Uint8Array {
  const header = Buffer.from(tarHeader({ name: 'sparse', type: 'S' }, 7));
  header.write('ustar  \0', 257);
  header.write(octal(1000) + octal(4) + octal(2500) + octal(3), 386, 'latin1');
  header.write(octal(3000), 483, 'latin1');
  return Buffer.concat([withChecksum(header), Buffer.from('abcdefg'.padEnd(512, '\0')), new Uint8Array(1024)]);
}

describe('tar delivers', () => {
  const long = `${'d'.repeat(60)}/${'e'.repeat(60)}/file`;
  const cases: [string, Uint8Array, Record<string, string>][] = [
    ['nothing from an empty archive', makeTar([]), {}],
    [
      'files, not folders',
      makeTar([{ name: 'a/', type: '5' }, { name: 'a/b', body: 'hello' }, { name: './c' }]),
      { 'a/b': 'hello', c: '' },
    ],
    ['an unknown type as a file', makeTar([{ name: 'a', type: 'Q', body: 'x' }]), { a: 'x' }],
    [
      'a GNU long name',
      makeTar([
        { name: '././@LongLink', type: 'L', body: `${long}\0` },
        { name: 'short', body: 'x' },
      ]),
      { [long]: 'x' },
    ],
    [
      'a pax path',
      makeTar([makePax({ path: 'ü/é', comment: 'c' }), { name: 'short', body: 'x' }, { name: 'next', body: 'y' }]),
      { 'ü/é': 'x', next: 'y' },
    ],
    [
      'a file after global pax records',
      makeTar([
        { name: 'g', type: 'g', body: '14 comment=abc\n' },
        { name: 'a', body: 'x' },
      ]),
      { a: 'x' },
    ],
    [
      'a hard link as a copy',
      makeTar([
        { name: 'a', body: 'x' },
        { name: 'b', type: '1', linkName: './a' },
        { name: 'c', type: '1', linkName: 'b' },
      ]),
      { a: 'x', b: 'x', c: 'x' },
    ],
    [
      'a hard link that repeats the size',
      makeTar([
        { name: 'a', body: 'x' },
        { name: 'b', type: '1', linkName: 'a', claimedSize: 1 },
        { name: 'c', body: 'z' },
      ]),
      { a: 'x', b: 'x', c: 'z' },
    ],
    [
      'a hard link that includes the data',
      makeTar([
        { name: 'a', body: 'x' },
        { name: 'b', type: '1', linkName: 'a', body: 'x' },
        { name: 'c', body: 'z' },
      ]),
      { a: 'x', b: 'x', c: 'z' },
    ],
    ['an old GNU sparse file', gnuSparse(), { sparse: '(3000 bytes)' }],
    [
      'a pax 0.1 sparse file',
      makeTar([
        makePax({ 'GNU.sparse.size': '10', 'GNU.sparse.map': '2,3,8,1', 'GNU.sparse.name': 's' }),
        { name: 'GNUSparseFile.0/s', body: 'abcd' },
      ]),
      { s: '\0\0abc\0\0\0d\0' },
    ],
    [
      'a pax 1.0 sparse file',
      makeTar([
        makePax({
          'GNU.sparse.major': '1',
          'GNU.sparse.minor': '0',
          'GNU.sparse.realsize': '10',
          'GNU.sparse.name': 's',
        }),
        { name: 'GNUSparseFile.0/s', body: `${'2\n2\n3\n8\n1\n'.padEnd(512, '\0')}abcd` },
        { name: 'after', body: 'z' },
      ]),
      { s: '\0\0abc\0\0\0d\0', after: 'z' },
    ],
  ];
  it.each(cases)('%s', async (_, bytes, files) => {
    expect(await readBytes('a.tar', bytes)).toMatchObject({ files, codes: [], isComplete: true, leftOver: [] });
    // A tar without its end marker is complete when the compression around it is.
    expect(await readBytes('a.tgz', gzipSync(bytes))).toMatchObject({
      files,
      codes: [],
      isComplete: true,
      leftOver: [],
    });
  });
});

it('delivers the entries before trailing bytes, and reports the bytes', async () => {
  const whole = makeTar([{ name: 'a', body: 'x' }]);
  const garbage = Buffer.concat([Buffer.alloc(700), Buffer.from('garbage')]);
  const tgz = gzipSync(whole);
  for (const [name, bytes] of [
    ['a.tar', Buffer.concat([whole, garbage])],
    ['a.tgz', gzipSync(Buffer.concat([whole, garbage]))],
    ['a.tgz', Buffer.concat([tgz, garbage])],
    // Begins like a further member.
    ['a.tgz', Buffer.concat([tgz, Buffer.from([0x1f, 0x8b, 1, 2, 3, 4])])],
    ['a.tzst', Buffer.concat([zstdCompressSync(whole), garbage])],
  ] as const) {
    const result = await readBytes(name, bytes);
    expect(result, name).toMatchObject({
      files: { a: 'x' },
      codes: ['trailing-bytes'],
      isComplete: true,
      leftOver: [],
    });
    expect(result.issues[0]!.message).toMatch(/^The uploaded archive is followed by .*bytes that are no part of it/);
  }
  for (const [name, bytes] of [
    ['a.tar', Buffer.concat([whole, Buffer.alloc(10_000)])],
    ['a.tgz', Buffer.concat([tgz, Buffer.alloc(10_000)])],
    ['a.tgz', Buffer.concat([gzipSync(whole.subarray(0, 600)), gzipSync(whole.subarray(600))])],
  ] as const)
    expect(await readBytes(name, bytes), name).toMatchObject({ files: { a: 'x' }, codes: [], isComplete: true });
});

describe('tar reports', () => {
  const cases: [string, TarPart[], string[], RegExp][] = [
    [
      'a symbolic link',
      [{ name: 'l', type: '2', linkName: '/etc/passwd' }],
      ['skipped-entry'],
      /"l" is a symbolic link/,
    ],
    ['a device', [{ name: 'd', type: '3' }], ['skipped-entry'], /device/],
    ['a pipe', [{ name: 'p', type: '6' }], ['skipped-entry'], /pipe/],
    [
      'a hard link to outside',
      [{ name: 'h', type: '1', linkName: '../../etc/passwd' }],
      ['skipped-entry'],
      /climbs out/,
    ],
    [
      'a hard link to nothing',
      [{ name: 'h', type: '1', linkName: 'gone' }],
      ['skipped-entry'],
      /"gone", which is not in the archive/,
    ],
    ['a hard link to itself', [{ name: 'h', type: '1', linkName: 'h' }], ['skipped-entry'], /itself/],
    ['a path out of the archive', [{ name: '../x', body: 'evil' }], ['unsafe-path'], /climbs out/],
    ['an absolute path', [{ name: '/x', body: 'evil' }], ['unsafe-path'], /absolute/],
    ['a Latin-1 name', [{ name: Buffer.from('\xfc', 'latin1'), body: 'x' }], ['odd-name'], /Latin-1/],
  ];
  it.each(cases)('%s', async (_, parts, codes, message) => {
    const result = await readBytes('a.tar', makeTar([...parts, { name: 'after', body: 'z' }]));
    expect(result.codes).toEqual(codes);
    expect(result.issues[0]!.message).toMatch(message);
    expect(result.files.after).toBe('z');
    expect(result.isComplete).toBe(true);
  });

  const broken: [string, Uint8Array, RegExp][] = [
    ['no bytes', new Uint8Array(0), /empty/],
    ['no tar at all', Buffer.from('no tar'.repeat(200)), /first block is not a tar header/],
    [
      'a broken header',
      Buffer.concat([makeTar([{ name: 'a', body: 'x' }], false), Buffer.alloc(512, 'y'), new Uint8Array(1024)]),
      /a header is broken/,
    ],
    ['a missing end marker', makeTar([{ name: 'a', body: 'x' }], false), /end marker/],
    ['a truncated body', makeTar([{ name: 'a', body: 'x', claimedSize: 5000 }]), /middle of "a"/],
    [
      'a pax record that claims gigabytes',
      makeTar([{ name: 'p', type: 'x', claimedSize: 2 ** 32 }]),
      /claims 4294967296 bytes/,
    ],
    [
      'a malformed pax record',
      makeTar([{ name: 'p', type: 'x', body: '9999 a=b\n' }, { name: 'a' }]),
      /pax header is broken/,
    ],
    ['a pax size that is no number', makeTar([makePax({ size: '-1' }), { name: 'a' }]), /size that is no number/],
    [
      'a sparse map out of order',
      makeTar([makePax({ 'GNU.sparse.size': '9', 'GNU.sparse.map': '5,1,2,1' }), { name: 'a', body: 'xy' }]),
      /out of order/,
    ],
    [
      'a sparse map past its file',
      makeTar([makePax({ 'GNU.sparse.size': '1', 'GNU.sparse.map': '5,1' }), { name: 'a', body: 'xy' }]),
      /past the end/,
    ],
    [
      'a sparse map that needs more data than there is',
      makeTar([makePax({ 'GNU.sparse.size': '99', 'GNU.sparse.map': '5,10' }), { name: 'a', body: 'xy' }]),
      /more data/,
    ],
  ];
  it.each(broken)('%s', async (_, bytes, message) => {
    const result = await readBytes('a.tar', bytes);
    expect(result.codes).toEqual(['corrupt-archive']);
    expect(result.issues[0]!.message).toMatch(message);
    expect(result).toMatchObject({ isComplete: false, leftOver: [] });
  });
});

it('reports the second of two concatenated archives, without delivering it', async () => {
  const one = makeTar([{ name: 'a', body: '1' }]);
  const two = Buffer.concat([one, makeTar([{ name: 'hidden', body: '2' }])]);
  for (const [name, bytes] of [
    ['a.tar', two],
    ['a.tgz', gzipSync(two)],
  ] as const) {
    const result = await readBytes(name, bytes);
    expect(result).toMatchObject({ files: { a: '1' }, codes: ['skipped-entry'], isComplete: true });
    expect(result.issues[0]!.message).toMatch(/"hidden" lies behind the end marker/);
  }
});

describe('a size in a pax record counts, and one that lies brings no file to light that is not there', () => {
  const hidden = makeTar([{ name: 'hidden', body: 'evil' }], false);
  const read = (...parts: TarPart[]) => readBytes('a.tar', makeTar(parts));

  it('larger than that of the header: what a program would see that reads the header alone is content', async () => {
    const body = Buffer.concat([Buffer.from('x'.padEnd(512, '\0')), hidden]);
    const pax = makePax({ size: String(body.length) });
    const result = await read(pax, { name: 'a', body, claimedSize: 1 }, { name: 'after', body: 'z' });
    expect(result.paths).toEqual(['a', 'after']);
    expect(result).toMatchObject({ codes: [], isComplete: true, files: { a: `(${body.length} bytes)` } });
  });

  it('smaller than that of the header: what follows has no header, or is told as entries', async () => {
    const broken = await read(makePax({ size: '1' }), { name: 'a', body: 'x'.repeat(2000) }, { name: 'after' });
    expect(broken).toMatchObject({ codes: ['corrupt-archive'], isComplete: false });
    expect(broken.reason).toMatch(/a header is broken/);
    const body = Buffer.concat([Buffer.from('x'.padEnd(512, '\0')), hidden]);
    const seen = await read(makePax({ size: '1' }), { name: 'a', body });
    expect(seen).toMatchObject({ files: { a: 'x', hidden: 'evil' }, isComplete: true });
  });

  it('of an exabyte, and of more than a number holds', async () => {
    expect(await read(makePax({ size: '1000000000000000' }), { name: 'a', body: 'x' })).toMatchObject({ codes: ['limit-exceeded'], isComplete: false, files: {} }); // biome-ignore format: one claim
    for (const size of ['99999999999999999999', '9'.repeat(400), '1e9', ' 1', '0x10'])
      expect((await read(makePax({ size }), { name: 'a', body: 'x' })).reason, size).toMatch(/size that is no number/);
    expect(await read(makePax({ size: '9999999999999999' }), { name: 'a', body: 'x' })).toMatchObject({ isComplete: false, files: {} }); // biome-ignore format: one claim
  });

  it('of the last record counts, and it ends with its entry', async () => {
    const twice: TarPart = { name: 'PaxHeader', type: 'x', body: '9 size=9\n9 size=1\n' };
    expect(await read(twice, { name: 'a', body: 'x' }, { name: 'b', body: 'yy' })).toMatchObject({
      files: { a: 'x', b: 'yy' },
      codes: [],
      isComplete: true,
    });
  });
});

it('turns a sparse file of a terabyte into one issue', async () => {
  const parts: TarPart[] = [
    makePax({ 'GNU.sparse.size': String(2 ** 40), 'GNU.sparse.map': '0,1' }),
    { name: 'huge', body: 'x' },
    { name: 'after' },
  ];
  const result = await readBytes('a.tar', makeTar(parts), { limits: { ratioFloorBytes: 20e6, entryBytes: 2 ** 41 } });
  expect(result).toMatchObject({ codes: ['limit-exceeded'], isComplete: false, failed: ['huge'] });
});

it('is never complete when truncated at or near any block', async () => {
  const whole = makeTar([{ name: 'a', body: 'x'.repeat(700) }, makePax({ path: 'long' }), { name: 'b', body: 'y' }]);
  for (let length = 0; length <= whole.length - 1024; length += 256) {
    const result = await readBytes('a.tar', whole.subarray(0, length));
    expect(result, `${length} bytes`).toMatchObject({ isComplete: false, codes: ['corrupt-archive'], leftOver: [] });
  }
});

it('delivers large files as streams, read or not', async () => {
  const body = Buffer.alloc(9 << 20, 'x');
  const bytes = makeTar([
    { name: 'big', body },
    { name: 'small', body: 'y' },
    { name: 'link', type: '1', linkName: 'big' },
  ]);
  const read = await readBytes('a.tar', bytes);
  expect(read.files).toEqual({ big: `(${body.length} bytes)`, small: 'y', link: `(${body.length} bytes)` });
  const unread = await readBytes('a.tar', bytes, { isDraining: false });
  expect(unread).toMatchObject({ files: { small: 'y' }, codes: [], isComplete: true });
});
