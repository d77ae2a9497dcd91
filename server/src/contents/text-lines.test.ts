// Which files are shown as text, and in which encoding: the same that the analyser searches as text.
import { Readable } from 'node:stream';
import { beginWindows } from '@assay/scanner/analyze';
import { expect, it } from 'vitest';
import { decodeText } from './text-lines.ts';

const utf16 = Buffer.from('\ufeffone\ntwo', 'utf16le');
const utf32 = Buffer.from(Uint32Array.from('\ufeffMIT License', (sign) => sign.codePointAt(0)!).buffer);

it.each<[title: string, bytes: Buffer, encoding: string]>([
  ['UTF-8', Buffer.from('größer\n'), 'utf-8'],
  ['Latin-1', Buffer.from('größer\n', 'latin1'), 'windows-1252'],
  ['UTF-16 without a mark', Buffer.from('one\ntwo\n', 'utf16le'), 'utf-16le'],
  ['UTF-16 little endian', utf16, 'utf-16le'],
  ['UTF-16 big endian', Buffer.from(utf16).swap16(), 'utf-16be'],
  ['half a unit of UTF-16', utf16.subarray(0, -1), 'binary'],
  ['UTF-32 little endian', utf32, 'binary'],
  ['UTF-32 big endian', Buffer.from(utf32).swap32(), 'binary'],
  ['a NUL', Buffer.from('a\0b'), 'binary'],
  ['a NUL after the beginning', Buffer.from(`${'a'.repeat(8192)}\0`), 'utf-8'],
])('%s is shown as it is analysed', async (_, bytes, encoding) => {
  const shown = await decodeText(Readable.from([bytes]), { startLine: 1, maxLines: 10 });
  expect(shown).toMatchObject({ encoding, isBinary: encoding === 'binary' });
  const { isText, encoding: analysed } = beginWindows(bytes, '').sniffed;
  expect({ isText, encoding: isText ? analysed : 'binary' }).toEqual({ isText: !shown.isBinary, encoding });
});

it('shows lines of an old encoding as the analyser reads them, wherever their first letter is', async () => {
  const start = 'int x;\n'.repeat(2000);
  const bytes = Buffer.concat([Buffer.from(`${start}// `), Buffer.from('8e52936391be9859', 'hex'), Buffer.from('\n')]);
  const shown = await decodeText(Readable.from([bytes.subarray(0, 9000), bytes.subarray(9000)]), {
    startLine: 2001,
    maxLines: 9,
  });
  expect(shown).toMatchObject({ text: '// 山田太郎', encoding: 'shift_jis', lineCount: 2001 });
});
