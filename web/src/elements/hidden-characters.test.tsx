import { expect, it } from 'vitest';
import { visible, visibleIn } from './hidden-characters.ts';

it('shows characters that change the direction as what they are', () => {
  expect(visible('evil\u202Etxt.c')).toBe('evil‹U+202E›txt.c');
  expect(visible('/* \u2066if (admin)\u2069 */')).toBe('/* ‹U+2066›if (admin)‹U+2069› */');
  expect(visible('קובץ.c')).toBe('קובץ.c');
});

it('does so in the texts of elements, and leaves others as they are', () => {
  const plain = (
    <a href="/x">
      <b>{'a.c'}</b> {3}
    </a>
  );
  expect(visibleIn(plain)).toBe(plain);
  const shown = visibleIn(<a href="/x">{'evil\u202Etxt.c'}</a>);
  expect(shown).toEqual(<a href="/x">{'evil‹U+202E›txt.c'}</a>);
});
