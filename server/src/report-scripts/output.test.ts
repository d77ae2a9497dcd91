import { expect, it } from 'vitest';
import { MOST_OUTPUT_BYTES, ScriptOutput } from './output.ts';

const messages = (lines: { message: string }[]) => lines.map(({ message }) => message);

it('keeps the lines of both channels in order, without colours, control characters and the token', () => {
  const output = new ScriptOutput('se.cr.et');
  output.push('output', Buffer.from('one\r\ntw'));
  output.push('error', Buffer.from('\u001b[31mbad\u001b[0m \0se.cr.et\n'));
  output.push('output', Buffer.from('o\n\n'));
  expect(output.take()).toEqual([
    { code: 'script-output', path: '', message: 'one' },
    { code: 'script-error', path: '', message: 'bad [token]' },
    { code: 'script-output', path: '', message: 'two' },
  ]);
  output.push('output', Buffer.from('no end'));
  output.end();
  expect(messages(output.takeRest())).toEqual(['no end']);
  expect(output.lastLines(2)).toBe('two\nno end');
});

it('joins a character that came in two parts, and accepts invalid bytes', () => {
  const output = new ScriptOutput('x.y.z');
  const bytes = Buffer.from('grün\n');
  output.push('output', bytes.subarray(0, 3));
  output.push('output', bytes.subarray(3));
  output.push('output', Buffer.from([0xff, 0xfe, 0x0a]));
  expect(messages(output.take())).toEqual(['grün', '\ufffd\ufffd']);
});

it('keeps the start and the end of long output, and says how much is left out', () => {
  const output = new ScriptOutput('x.y.z');
  for (let at = 0; at < 10_000; at++) output.push('output', Buffer.from(`line ${at}\n`));
  output.end();
  const kept = messages(output.takeRest());
  expect([kept.length, kept[0], kept[499]]).toEqual([701, 'line 0', 'line 499']);
  expect(kept[500]).toBe('… 9300 more lines were not stored …');
  expect([kept[501], kept.at(-1)]).toEqual(['line 9800', 'line 9999']);
});

it('cuts an endless line, and stops reading at a limit', () => {
  const output = new ScriptOutput('x.y.z');
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  let count = 1;
  while (output.push('output', chunk)) count++;
  expect(count).toBe(MOST_OUTPUT_BYTES / chunk.length + 1);
  output.end();
  expect(messages(output.takeRest())).toEqual([`${'x'.repeat(2000)} …`]);
});
