// Colours of syntax: which parts have which, and that each is readable on every ground.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { colourText } from './colour-text.ts';
import { colouredParts, kindsOfParts } from './coloured-parts.ts';
import { GRAMMARS } from './grammars.ts';
import { COLOURED_LANGUAGES } from './languages.ts';

const shown = (text: string, language: string) =>
  colourText(text, language).map(({ from, to, kind }) => [kind, text.slice(from, to)]);

it('finds keywords, strings, comments and numbers, with offsets of the text itself', () => {
  expect(shown('// a < b & "c"\nint f = 1; // ü\nchar *s = "<&>\'";', 'C')).toEqual([
    ['comment', '// a < b & "c"'],
    ['type', 'int'],
    ['number', '1'],
    ['comment', '// ü'],
    ['type', 'char'],
    ['string', '"<&>\'"'],
  ]);
  expect(shown('def f():\r\n    return None  # why', 'Python')).toEqual([
    ['keyword', 'def'],
    ['title', 'f'],
    ['keyword', 'return'],
    ['keyword', 'None'],
    ['comment', '# why'],
  ]);
});

it('has no colours for a language that it does not know, or for the name of a member of objects', () => {
  expect(colourText('int f;', 'ABAP')).toEqual([]);
  expect(colourText('int f;', 'constructor')).toEqual([]);
});

it('colours what is in a part without a colour of its own like the part', () => {
  expect(colouredParts('<span class="hljs-string">a<span class="hljs-subst">b</span>c</span>d')).toEqual([
    { from: 0, to: 3, kind: 'string' },
  ]);
});

it('colours broken texts of every language, in order and without overlaps', () => {
  const text = '<a href="x"> /* {{ " \' `# -- (* \\ \u{1F600} &amp; </span>\n0x1f if class end }';
  for (const language of Object.keys(COLOURED_LANGUAGES)) {
    let last = 0;
    for (const { from, to } of colourText(text, language)) {
      expect([language, from >= last, to > from, to <= text.length]).toEqual([language, true, true, true]);
      last = to;
    }
  }
});

it('has a grammar for each language, and names languages as the scanner does', () => {
  expect([...new Set(Object.values(COLOURED_LANGUAGES))].sort()).toEqual(Object.keys(GRAMMARS).sort());
  const table = readFileSync(join(import.meta.dirname, '../../../../scanner/src/analyze/language-table.ts'), 'utf8');
  const known = new Set([...table.matchAll(/name: '([^']+)'/g)].map(([, name]) => name));
  expect(Object.keys(COLOURED_LANGUAGES).filter((name) => !known.has(name))).toEqual([]);
});

const css = readFileSync(join(import.meta.dirname, '../../styles.css'), 'utf8');
const schemes = {
  light: css.slice(0, css.indexOf('data-mantine-color-scheme="dark"')),
  dark: css.slice(css.indexOf('data-mantine-color-scheme="dark"')),
};
const GROUNDS = ['--panel', '--evidence-license', '--evidence-copyright', '--chosen'];

it.each(Object.entries(schemes))('is readable on every ground in the %s scheme', (_scheme, text) => {
  const colour = (name: string) => new RegExp(`${name}: (#[0-9a-f]{6});`).exec(text)?.[1] ?? '';
  const faint = kindsOfParts.flatMap((kind) =>
    GROUNDS.flatMap((ground) => {
      const ratio = contrast(colour(`--code-${kind}`), colour(ground));
      return ratio >= 4.5 ? [] : [`${kind} on ${ground}: ${ratio.toFixed(2)}`];
    }),
  );
  expect(faint).toEqual([]);
});

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** By the formula of WCAG 2. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
