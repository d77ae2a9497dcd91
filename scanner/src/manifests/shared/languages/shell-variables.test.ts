// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell
import { describe, expect, it } from 'vitest';
import { readShellVariables } from './shell-variables.ts';

describe('readShellVariables', () => {
  const cases: [title: string, text: string, value: string][] = [
    ['a plain value', 'x=1.2', '1.2'],
    ['quotes', `a=b\nx="$a '\${a}'"'$a'`, `b 'b'$a`],
    ['several lines', 'x="a\n  b"\ny=1', 'a\n  b'],
    ['the shortest end', 'v=1.2.3\nx=${v%.*}', '1.2'],
    ['the longest end', 'v=1.2.3\nx=${v%%.*}', '1'],
    ['the shortest start', 'v=1.2.3\nx=${v#*.}', '2.3'],
    ['the longest start', 'v=1.2.3\nx=${v##*.}', '3'],
    ['a replacement', 'v=1.2.3\nx=${v/./_}', '1_2.3'],
    ['all replacements', 'v=1.2.3\nx=${v//./_}', '1_2_3'],
    ['a default', 'x=${v:-${w:-3}}', '3'],
    ['a part', 'v=12345\nx=${v:1:2}', '23'],
    ['a sum', 'a=1\nb=2\nx=$(( $a + b ))', '3'],
    ['a program', 'x=a$(echo b)`c`', 'a`c`'],
    ['a list', 'v=(a "b c" # d\n e)\nx=${v[1]}', 'b c'],
    ['adding', 'x=a\nx+=b', 'ab'],
    ['the matching branch of a case', 'v=1.2\ncase $v in\n 2*) x=a;;\n 1.*|3) x=b;;\n *) x=c;;\nesac', 'b'],
    ['the first branch of a condition', 'if [ -z "$y" ]; then\n x=a\nelse\n x=b\nfi', 'a'],
    ['a condition after a value', 'x=a\nif true; then\n x=b\nfi', 'a'],
    ['a true comparison', 'v=5\nx=$v\n[ $v -lt 10 ] && x=0$v', '05'],
    ['a false comparison', 'v=15\nx=$v\n[ $v -lt 10 ] && x=0$v', '15'],
    ['a function', 'x=a\nbuild() {\n  x=b\n}\ny=c', 'a'],
    ['itself', 'x=$x$x', ''],
    ['nothing', '', ''],
  ];
  it.each(cases)('%s', (_, text, value) => expect(readShellVariables(text).text('x')).toBe(value));

  it('gives words and lines', () => {
    const variables = readShellVariables('# c\na="x\n y"\n\nb=(1 2\n3)\nc=${b[@]}\n');
    expect(variables.words('a')).toEqual(['x', 'y']);
    expect(variables.words('b')).toEqual(['1', '2', '3']);
    expect(['a', 'b', 'c', 'd'].map((name) => variables.line(name))).toEqual([2, 5, 7, undefined]);
  });

  it('stops at values that double, and at deeply nested ones', () => {
    const doubling = `x=aa\n${'x=$x$x\n'.repeat(60)}`;
    expect(readShellVariables(doubling).text('x').length).toBeLessThanOrEqual(100_000);
    expect(readShellVariables(`x=${'${a:-'.repeat(5000)}${'}'.repeat(5000)}`).text('x')).toBe('');
    expect(
      readShellVariables(`v=${'a*'.repeat(5000)}\nx=\${v%%${'*a'.repeat(5000)}}`).text('x').length,
    ).toBeGreaterThan(0);
  });
});
