// Fails if a component uses a class that its style sheet does not define. The compiler cannot find this, and the screen
// would look broken.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const here = import.meta.dirname;

it('names only classes that the style sheet has', () => {
  const unknown = readdirSync(here, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((name) => unknownClasses(path.join(here, name)).map((one) => `${name}: ${one}`));
  expect(unknown).toEqual([]);
});

function unknownClasses(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, name, sheet = '']) => {
    const css = readFileSync(path.resolve(path.dirname(file), sheet), 'utf8');
    const known = new Set([...css.matchAll(/\.([A-Za-z]\w*)/g)].map(([, known]) => known));
    return [...source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))]
      .filter(([, used]) => !known.has(used))
      .map(([whole]) => whole);
  });
}
