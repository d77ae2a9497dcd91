import { expect, it } from 'vitest';
import { componentFolder } from './component-folder.ts';

const LICENSED = new Set(['tool-#', 'tool-#/contrib/zip', 'node_modules/a', 'node_modules/@s/b']);

it.each([
  ['tool-#/src/new.c', 'tool-#'],
  ['tool-#/contrib/zip/test/new.c', 'tool-#/contrib/zip'],
  ['tool-#/contrib/other/new.c', 'tool-#'],
  ['node_modules/a/lib/new.js', 'node_modules/a'],
  ['node_modules/@s/b/new.js', 'node_modules/@s/b'],
  ['node_modules/unlicensed/lib/new.js', 'node_modules/unlicensed/lib'],
  ['node_modules/a/node_modules/unlicensed/new.js', 'node_modules/a/node_modules/unlicensed'],
  ['tool-#/vendor/stranger/new.c', 'tool-#/vendor/stranger'],
  ['elsewhere/new.c', ''],
  ['new.c', ''],
])('the component of %s lies in %j', (path, folder) => {
  expect(componentFolder(path, (one) => LICENSED.has(one))).toBe(folder);
});
