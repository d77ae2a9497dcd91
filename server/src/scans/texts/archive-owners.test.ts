// To which items a text file inside an archive belongs.
import { expect, it } from 'vitest';
import { ownersInside } from './archive-owners.ts';

const item = (itemId: number, type: string, name: string, license = '') => ({ itemId, type, name, license });
const tiedTo = [
  item(1, 'maven', 'app'),
  item(2, 'maven', 'one'),
  item(3, 'maven', 'two'),
  item(4, '', '', 'LicenseRef-none'),
];
const declared = [
  { path: 'META-INF/maven/g/app/pom.properties', name: 'app' },
  { path: 'lib/one.jar!/META-INF/maven/g/one/pom.properties', name: 'one' },
  { path: 'lib/shaded.jar!/META-INF/maven/g/one/pom.properties', name: 'one' },
  { path: 'lib/shaded.jar!/META-INF/maven/g/two/pom.properties', name: 'two' },
  { path: 'lib/none.jar!/META-INF/maven/g/gone/pom.properties', name: 'gone' },
];
const ALL = [1, 2, 3, 4];

it.each<[path: string, manifests: typeof declared, owners: number[]]>([
  ['META-INF/NOTICE', declared, [1]],
  ['lib/one.jar!/META-INF/NOTICE', declared, [2]],
  ['lib/shaded.jar!/NOTICE.txt', declared, [2, 3]],
  ['lib/one.jar!/deep/inner.jar!/NOTICE', declared, [2]],
  ['lib/none.jar!/NOTICE', declared, [1]],
  ['lib/one.jar!/NOTICE', [], ALL],
  ['__proto__!/NOTICE', [], ALL],
])('%s', (path, manifests, owners) => {
  expect(ownersInside({ tiedTo, declared: manifests, licensed: [] })(path)).toEqual(owners);
});

const image = [
  item(1, 'deb', 'bash'),
  item(2, 'deb', 'libc6'),
  item(3, 'npm', 'oak'),
  item(4, 'pypi', 'elm'),
  item(5, '', '', 'GPL-2.0-only'),
  item(6, 'rpm', 'ash'),
  item(7, 'npm', 'bash'),
];
const inside = [
  { path: 'app/node_modules/oak/package.json', name: 'oak' },
  { path: 'usr/lib/python3/site-packages/elm-1.0.dist-info/METADATA', name: 'elm' },
  { path: 'usr/share/java/yew.jar!/META-INF/maven/g/yew/pom.xml', name: 'yew' },
];

it.each<[path: string, owners: number[]]>([
  ['usr/share/doc/bash/copyright', [1]],
  ['usr/share/doc/bash/examples/x/LICENSE', [1, 5]],
  ['usr/share/doc/gone/copyright', []],
  ['usr/share/licenses/ash/COPYING', [6]],
  ['usr/share/licenses/ash-5.1/COPYING', [6]],
  ['app/node_modules/oak/LICENSE', [3]],
  ['app/node_modules/oak/deps/x/COPYING', [3]],
  ['usr/lib/python3/site-packages/elm-1.0.dist-info/licenses/LICENSE', [4]],
  ['usr/share/java/yew.jar!/META-INF/LICENSE', []],
  ['usr/share/common-licenses/GPL-3', []],
  ['opt/tool/LICENSE', [5]],
])('in an image, %s belongs to nobody but its package', (path, owners) => {
  const licensed = ['usr/share/doc/bash/examples/x/LICENSE', 'opt/tool/LICENSE'].map((one) => ({
    path: one,
    spdx: ['GPL-2.0-only'],
  }));
  expect(ownersInside({ tiedTo: image, declared: inside, licensed })(path)).toEqual(owners);
});
