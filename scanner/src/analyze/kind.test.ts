import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodingOf, readableBytes } from './encoding.ts';
import { sniff } from './kind.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const wide = (text: string) => Buffer.concat([latin1('\xff\xfe'), Buffer.from(text, 'utf16le')]);

/** The first bytes of a zip whose first entry has this name and content, not compressed. */
function zipOf(name: string, content = ''): Buffer {
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, latin1(name + content)]);
}

describe('sniff', () => {
  const cases: [string, Uint8Array, string, string][] = [
    ['nothing', latin1(''), 'empty', 'application/x-empty'],
    ['words', latin1('hello\n'), 'text', 'text/plain'],
    ['UTF-8', Buffer.from('größer\n'), 'text', 'text/plain'],
    ['latin1', latin1('gr\xf6\xdfer\n'), 'text', 'text/plain'],
    ['UTF-16', wide('hello\n'), 'text', 'text/plain'],
    ['UTF-32', latin1('\xff\xfe\0\0h\0\0\0'), 'binary', 'application/octet-stream'],
    ['a NUL', latin1('hello\0'), 'binary', 'application/octet-stream'],
    ['compressed data without a mark', brotliCompressSync(Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 7919) % 251))), 'binary', 'application/octet-stream'], // biome-ignore format: one row a case
    ['a form feed', latin1('page\f\nnext\n'), 'text', 'text/plain'],
    ['HTML', latin1('<!DOCTYPE html><html>'), 'text', 'text/html'],
    ['XML', latin1('<?xml version="1.0"?><a/>'), 'text', 'application/xml'],
    ['SVG', latin1('<svg xmlns="x"/>'), 'text', 'image/svg+xml'],
    ['a script', latin1('#!/bin/sh\n'), 'text', 'text/x-script'],
    ['gzip', gzipSync('x'), 'archive', 'application/gzip'],
    ['zip', zipOf('a.txt'), 'archive', 'application/zip'],
    ['an empty zip', latin1(`PK\x05\x06${'\0'.repeat(18)}`), 'archive', 'application/zip'],
    ['jar', zipOf('META-INF/MANIFEST.MF'), 'archive', 'application/java-archive'],
    [
      'odt',
      zipOf('mimetype', 'application/vnd.oasis.opendocument.text'),
      'document',
      'application/vnd.oasis.opendocument',
    ],
    [
      'docx',
      Buffer.concat([zipOf('[Content_Types].xml'), zipOf('word/document.xml')]),
      'document',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['tar', Buffer.concat([Buffer.alloc(257), latin1('ustar\0')]), 'archive', 'application/x-tar'],
    ['PNG', latin1('\x89PNG\r\n\x1a\n'), 'image', 'image/png'],
    ['words that begin like a bitmap', latin1('BMW is a maker of cars\n'), 'text', 'text/plain'],
    ['words that begin like a program', latin1('MZ is not enough\n'), 'text', 'text/plain'],
    ['PDF', latin1('%PDF-1.7\n'), 'document', 'application/pdf'],
    ['RTF', latin1('{\\rtf1 hello}'), 'document', 'application/rtf'],
    ['ELF', latin1('\x7fELF\x02\x01'), 'binary', 'application/x-elf'],
    ['a Java class', latin1('\xca\xfe\xba\xbe\0\0\0\x41'), 'binary', 'application/java-vm'],
    ['a fat Mach-O', latin1('\xca\xfe\xba\xbe\0\0\0\x02'), 'binary', 'application/x-mach-binary'],
    ['WebAssembly', latin1('\0asm\x01\0\0\0'), 'binary', 'application/wasm'],
  ];
  it.each(cases)('%s', (_, bytes, kind, mediaType) => {
    expect(sniff(bytes)).toMatchObject({ kind, mediaType });
  });

  it('reads RTF and PostScript as text, but no other documents', () => {
    expect(sniff(latin1('{\\rtf1 hello}')).isText).toBe(true);
    expect(sniff(latin1('%!PS-Adobe-3.0\n')).isText).toBe(true);
    expect(sniff(latin1('%PDF-1.7\n')).isText).toBe(false);
  });

  it('looks at the first 8 KB only', () => {
    expect(sniff(Buffer.concat([Buffer.alloc(8192, 'a'), Buffer.alloc(10)])).kind).toBe('text');
    expect(sniff(Buffer.concat([Buffer.alloc(8191, 'a'), Buffer.alloc(10)])).kind).toBe('binary');
  });

  it('still sees UTF-8 when the limit of 8 KB cuts a character', () => {
    expect(sniff(Buffer.from(`${'a'.repeat(8191)}öffnen`)).encoding).toBe('utf-8');
  });
});

describe('encodings', () => {
  it.each([
    ['UTF-16 little endian', wide('größer\nä'), 'utf-16le'],
    ['UTF-16 big endian', Buffer.from(wide('größer\nä')).swap16(), 'utf-16be'],
  ] as const)('%s becomes UTF-8', (_, bytes, encoding) => {
    expect(encodingOf(bytes)).toBe(encoding);
    expect(Buffer.from(readableBytes(bytes.subarray(2), encoding)).toString()).toBe('größer\nä');
  });

  it('drops half a unit at the end and leaves the input unchanged', () => {
    const bytes = Buffer.from([0x00, 0x61, 0x00]);
    expect(Buffer.from(readableBytes(bytes, 'utf-16be')).toString()).toBe('a');
    expect([...bytes]).toEqual([0x00, 0x61, 0x00]);
  });
});
