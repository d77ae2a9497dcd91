import { describe, expect, it } from 'vitest';
import { scriptArguments } from './arguments.ts';

/** How scripts read the options: they halve the quotes, and then remove the first and the last character. */
const read = (text: string) => JSON.parse(text.replaceAll('""', '"').slice(1, -1));
/** Other programs do it in the other order. */
const readOtherWay = (text: string) => JSON.parse(text.slice(1, -1).replaceAll('""', '"'));
const call = { projectId: 5, reportId: 7, token: 'a.b.c' };

describe('scriptArguments', () => {
  it.each<[string, Record<string, string>]>([
    ['none', {}],
    ['one', { cvssVersion: '3.x' }],
    ['an empty one', { restrictedLicensesOnly: '' }],
    ['quotes and backslashes', { strings: 'say "hi" \\ "' }],
    ['characters that are special in a shell', { a: "$(id) `id` '; rm -rf / #\n", b: 'ünïcode 日本 \u2028' }],
    ['names of object members', JSON.parse('{"__proto__":"x","constructor":"y"}')],
  ])('options: %s', (_what, options) => {
    const [projectId, reportId, token, text, ...rest] = scriptArguments({ ...call, options });
    expect([projectId, reportId, token, rest]).toEqual(['5', '7', 'a.b.c', []]);
    expect([read(text!), readOtherWay(text!)]).toEqual([options, options]);
  });

  it('the options are in one extra pair of quotes, the inner ones doubled', () => {
    expect(scriptArguments({ ...call, options: { a: 'b' } })[3]).toBe('"{""a"":""b""}"');
  });

  it('the second project is in the options and beside them', () => {
    const [, , , text, second, ...rest] = scriptArguments({ ...call, options: { a: 'b' }, otherProjectId: 9 });
    expect([read(text!), second, rest]).toEqual([{ a: 'b', otherProjectId: '9' }, '9', []]);
  });
});
