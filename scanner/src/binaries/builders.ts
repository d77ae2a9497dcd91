// Builds small programs and models. For tests only.
import { deflateSync } from 'node:zlib';

/** ELF of 64 bits with these sections; relocatable for a kernel module. */
export function elfFile(sections: Readonly<Record<string, Buffer>>, isRelocatable = false): Buffer {
  const list = [['', Buffer.alloc(0)] as const, ...Object.entries(sections)];
  const names = Buffer.from(`${[...list.map(([name]) => name), '.shstrtab'].join('\0')}\0`);
  const all = [...list, ['.shstrtab', names] as const];
  const header = Buffer.alloc(64);
  header.write('\x7fELF\x02\x01\x01', 0, 'latin1');
  header.writeUInt16LE(isRelocatable ? 1 : 2, 16);
  header.writeUInt16LE(64, 0x3a);
  header.writeUInt16LE(all.length, 0x3c);
  header.writeUInt16LE(all.length - 1, 0x3e);
  let at = 64;
  const entries = all.map(([name, bytes]) => {
    const entry = Buffer.alloc(64);
    entry.writeUInt32LE(names.indexOf(`${name}\0`), 0);
    entry.writeUInt32LE(1, 4);
    // Loaded at its offset plus 0x1000.
    entry.writeBigUInt64LE(BigInt(0x1000 + at), 0x10);
    entry.writeBigUInt64LE(BigInt(at), 0x18);
    entry.writeBigUInt64LE(BigInt(bytes.length), 0x20);
    at += bytes.length;
    return entry;
  });
  header.writeBigUInt64LE(BigInt(at), 0x28);
  return Buffer.concat([header, ...all.map(([, bytes]) => bytes), ...entries]);
}

/** Address of the first section of `elfFile`. */
const FIRST_ADDRESS = 0x1000 + 64;

const SENTINEL = Buffer.alloc(16, 0x30);

/** In the format of Go since 1.18. */
export function goBuildInfo(version: string, modules: string): Buffer {
  const head = Buffer.alloc(32);
  head.write('\xff Go buildinf:', 0, 'latin1');
  head[14] = 8;
  head[15] = 2;
  const text = Buffer.concat([SENTINEL, Buffer.from(modules), SENTINEL]);
  return Buffer.concat([head, varint(version.length), Buffer.from(version), varint(text.length), text]);
}

/** In the format of Go before 1.18: addresses of texts. */
export function oldGoBuildInfo(version: string, modules: string): Buffer {
  const text = Buffer.concat([SENTINEL, Buffer.from(modules), SENTINEL]);
  const bytes = Buffer.alloc(64);
  bytes.write('\xff Go buildinf:', 0, 'latin1');
  bytes[14] = 8;
  const end = FIRST_ADDRESS + bytes.length;
  const words = [FIRST_ADDRESS + 32, FIRST_ADDRESS + 48, end, version.length, end + version.length, text.length];
  words.forEach((word, i) => {
    bytes.writeBigUInt64LE(BigInt(word), 16 + i * 8);
  });
  return Buffer.concat([bytes, Buffer.from(version), text]);
}

export function crateList(list: object): Buffer {
  return deflateSync(JSON.stringify(list));
}

export function packageNote(json: object | string): Buffer {
  const text = Buffer.from(`${typeof json === 'string' ? json : JSON.stringify(json)}\0`);
  const head = Buffer.alloc(16);
  head.writeUInt32LE(4, 0);
  head.writeUInt32LE(text.length, 4);
  head.writeUInt32LE(0xcafe1a7e, 8);
  head.write('FDO\0', 12, 'latin1');
  return Buffer.concat([head, text]);
}

/** A program of Windows with a version resource. */
export function peFile(texts: Readonly<Record<string, string>>): Buffer {
  const table = block(
    '040904b0',
    Buffer.alloc(0),
    Object.entries(texts).map(([name, text]) => textBlock(name, text)),
  );
  const info = block('StringFileInfo', Buffer.alloc(0), [table]);
  const resource = Buffer.concat([Buffer.alloc(16), block('VS_VERSION_INFO', Buffer.alloc(52), [info])]);
  const header = Buffer.alloc(512);
  header.write('MZ', 0, 'latin1');
  header.writeUInt32LE(64, 0x3c);
  header.write('PE\0\0', 64, 'latin1');
  header.writeUInt16LE(1, 64 + 6);
  header.writeUInt16LE(240, 64 + 20);
  header.writeUInt16LE(0x20b, 64 + 24);
  const section = 64 + 24 + 240;
  header.write('.rsrc', section, 'latin1');
  header.writeUInt32LE(0x1000, section + 12);
  header.writeUInt32LE(resource.length, section + 16);
  header.writeUInt32LE(512, section + 20);
  return Buffer.concat([header, resource]);
}

function textBlock(name: string, text: string): Buffer {
  return block(name, Buffer.from(`${text}\0`, 'utf16le'), []);
}

function block(name: string, value: Buffer, children: readonly Buffer[]): Buffer {
  const key = Buffer.from(`${name}\0`, 'utf16le');
  const head = padded(Buffer.concat([Buffer.alloc(6), key]));
  const bytes = Buffer.concat([head, padded(value), ...children.map(padded)]);
  bytes.writeUInt16LE(bytes.length, 0);
  bytes.writeUInt16LE(value.length, 2);
  return bytes;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

/** A GGUF head with texts, and between them a list that readers must skip. */
export function ggufFile(texts: Readonly<Record<string, string>>): Buffer {
  const pairs = Object.entries(texts).map(([key, text]) => Buffer.concat([counted(key), u32(8), counted(text)]));
  const list = Buffer.concat([counted('tokenizer.tokens'), u32(9), u32(8), u64(2), counted('a'), counted('bc')]);
  const number = Buffer.concat([counted('general.quantization_version'), u32(4), u32(2)]);
  return Buffer.concat([Buffer.from('GGUF'), u32(3), u64(0), u64(pairs.length + 2), number, list, ...pairs]);
}

export function safetensorsFile(head: object): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  return Buffer.concat([u64(text.length), text, Buffer.alloc(8)]);
}

function counted(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([u64(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push(rest > 127 ? (rest % 128) + 128 : rest);
    if (rest <= 127) return Buffer.from(bytes);
  }
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value), 0);
  return bytes;
}
