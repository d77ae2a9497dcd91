import { describe, expect, it } from 'vitest';
import { scriptArguments } from './arguments.ts';

/** How the programs read the options: quotes halved, then the first and the last character gone. */
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
    ['what shells love', { a: "$(id) `id` '; rm -rf / #\n", b: 'ünïcode 日本 \u2028' }],
    ['names that objects have', JSON.parse('{"__proto__":"x","constructor":"y"}')],
  ])('options: %s', (_what, options) => {
    const [projectId, reportId, token, text, ...rest] = scriptArguments({ ...call, options });
    expect([projectId, reportId, token, rest]).toEqual(['5', '7', 'a.b.c', []]);
    expect([read(text!), readOtherWay(text!)]).toEqual([options, options]);
  });

  it('the options stand in one extra pair of quotes, the inner ones doubled', () => {
    expect(scriptArguments({ ...call, options: { a: 'b' } })[3]).toBe('"{""a"":""b""}"');
  });

  it('the second project stands in the options and beside them', () => {
    const [, , , text, second, ...rest] = scriptArguments({ ...call, options: { a: 'b' }, otherProjectId: 9 });
    expect([read(text!), second, rest]).toEqual([{ a: 'b', otherProjectId: '9' }, '9', []]);
  });
});
