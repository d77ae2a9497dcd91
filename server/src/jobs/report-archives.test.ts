// To which item a NOTICE file inside an archive belongs.
import { expect, it } from 'vitest';
import { ownersInside } from './report-archives.ts';

const tiedTo = [
  { itemId: 1, name: 'app' },
  { itemId: 2, name: 'one' },
  { itemId: 3, name: 'two' },
  { itemId: 4, name: '' },
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
  expect(ownersInside({ tiedTo, declared: manifests })(path)).toEqual(owners);
});
