import { folderLicensedBy, type Proof } from '@assay/scanner/packages';
import { describe, expect, it } from 'vitest';
import { componentNameOf } from './derived-components.ts';
import { deriveInventory } from './inventory-derivation.ts';
import type { DerivationOptions, InventoryPackage, LicensedFile, WantedItem } from './inventory-findings.ts';
import { DEFAULT_DERIVATION_OPTIONS } from './inventory-findings.ts';

const described = (purl: string, change: Partial<InventoryPackage> = {}): InventoryPackage => ({
  purl,
  version: versionIn(purl),
  licenseExpression: '',
  files: ['package-lock.json'],
  proofs: (change.files ?? ['package-lock.json']).map((path) => proofOf(path, change.version ?? versionIn(purl))),
  licensePath: change.files?.[0] ?? 'package-lock.json',
  scope: 'runtime',
  dependencies: [],
  ...change,
});

const versionIn = (purl: string) => /@([^@/]+)$/.exec(purl)?.[1] ?? '';

/** What the readers of these files know of them. */
function proofOf(path: string, version: string): Proof {
  const role = /lock|go\.sum$/.test(path) ? 'locks' : /requirements|go\.mod$/.test(path) ? 'requires' : 'declares';
  return { path, role, ...(role === 'locks' && version !== '' ? { pinsVersion: true } : {}) };
}

const ownApp = described('pkg:npm/app@1.0.0', {
  licenseExpression: 'MIT',
  files: ['package.json'],
  ownedFolder: '',
  dependencies: [{ purl: 'pkg:npm/lodash@4.17.21' }],
});
const lodash = described('pkg:npm/lodash@4.17.21', { licenseExpression: 'MIT', isDirect: true });

/** What the scanner tells of a file that is written in no programming language. */
function licensed(path: string, ...expressions: string[]): LicensedFile {
  const licensedFolder = folderLicensedBy({ path, spdx: expressions, isSource: false });
  return { path, expressions, ...(licensedFolder === undefined ? {} : { licensedFolder }) };
}

function derive(packages: InventoryPackage[], files: LicensedFile[] = [], options: Partial<DerivationOptions> = {}) {
  return deriveInventory(packages, files, { ...DEFAULT_DERIVATION_OPTIONS, ...options });
}

/** One line an item: name | files | possible licenses. */
const lines = (items: WantedItem[]) =>
  items.map((item) => `${item.name} | ${item.files.join(' ')} | ${item.possibleLicenses.join(' ')}`);

describe('an item for each component and version', () => {
  it.each<[string, Partial<InventoryPackage>, string, string]>([
    ['pkg:npm/lodash@4.17.21', { licenseExpression: 'MIT' }, 'lodash 4.17.21 (MIT)', 'MIT'],
    ['pkg:npm/lodash', { licenseExpression: 'MIT' }, 'lodash (MIT)', 'MIT'],
    ['pkg:npm/lodash@4.17.21', {}, 'lodash 4.17.21', ''],
    ['pkg:npm/lodash', {}, 'lodash', ''],
    ['pkg:npm/%40babel/core@7.0.0', { licenseExpression: 'MIT' }, '@babel/core 7.0.0 (MIT)', 'MIT'],
    [
      'pkg:cargo/serde@1.0.0',
      { licenseExpression: 'MIT OR Apache-2.0' },
      'serde 1.0.0 (MIT OR Apache-2.0)',
      'MIT OR Apache-2.0',
    ],
    [
      'pkg:maven/org.yaml/snakeyaml@2.0',
      { licenseExpression: 'Apache-2.0' },
      'snakeyaml 2.0 (Apache-2.0)',
      'Apache-2.0',
    ],
    ['pkg:npm/lodash@4.17.21', { licenseExpression: 'NOASSERTION' }, 'lodash 4.17.21', ''],
  ])('%s', (purl, change, name, license) => {
    const [item] = derive([described(purl, change)]).items;
    expect(item).toMatchObject({ type: 'COMPONENT', name, licenseExpression: license, files: ['package-lock.json'] });
  });

  it('contains everything that is written about it', () => {
    expect(derive([ownApp, lodash]).items[1]).toEqual({
      identity: 'component:pkg:npm/lodash@4.17.21',
      type: 'COMPONENT',
      name: 'lodash 4.17.21 (MIT)',
      description: '',
      url: '',
      componentPurl: 'pkg:npm/lodash',
      componentName: 'lodash',
      versionName: '4.17.21',
      purl: 'pkg:npm/lodash@4.17.21',
      licenseExpression: 'MIT',
      possibleLicenses: ['MIT'],
      isOwn: false,
      licenseFacts: {
        declared: { expression: 'MIT', source: 'manifest', words: 'package-lock.json records MIT.' },
        concluded: { expression: 'MIT', source: 'manifest', words: 'package-lock.json records MIT.' },
        bundled: [],
      },
      packageFacts: { digests: [], references: [] },
      confidence: 'HIGH',
      dependencyScope: 'Runtime',
      foundScope: 'runtime',
      dependencyLevel: 'Direct',
      detectionNotes: 'Pinned by the lockfile package-lock.json. The package declares the license MIT.',
      createdBy: 'High Confidence Auto-WriteUp Rule',
      files: ['package-lock.json'],
      licenseFiles: [],
    });
  });

  it('joins packages that differ only in qualifiers', () => {
    const { items } = derive([
      described('pkg:deb/debian/curl@8.1?arch=amd64', { version: '8.1', files: ['a'], scope: 'test' }),
      described('pkg:deb/debian/curl@8.1?arch=arm64', { version: '8.1', files: ['b'], licenseExpression: 'curl' }),
    ]);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ name: 'curl 8.1 (curl)', files: ['a', 'b'], dependencyScope: 'Runtime' });
  });

  it('takes the remembered license, and lists the declared one as possible', () => {
    const rememberedLicenses = new Map([['pkg:npm/lodash@4.17.21', 'Apache-2.0']]);
    const [item] = derive([lodash], [], { rememberedLicenses }).items;
    expect(item).toMatchObject({ licenseExpression: 'Apache-2.0', possibleLicenses: ['Apache-2.0', 'MIT'] });
    expect(item!.detectionNotes).toContain('The license Apache-2.0 is remembered for this component version.');
  });
});

describe('confidence, scope and level', () => {
  it.each<[string, Partial<InventoryPackage>, Partial<WantedItem>]>([
    ['its own manifest', { files: ['vendor/x/package.json'], ownedFolder: 'vendor/x' }, { confidence: 'HIGH' }],
    ['a lockfile', { files: ['Cargo.lock'] }, { confidence: 'HIGH' }],
    ['go.sum', { files: ['go.sum'] }, { confidence: 'HIGH' }],
    ['a dependency without other evidence', { files: ['requirements.txt'] }, { confidence: 'MEDIUM' }],
    ['no version', { version: '' }, { confidence: 'LOW', createdBy: 'Automated Finding' }],
    ["the scanner's own value", { confidence: 'LOW' }, { confidence: 'LOW' }],
    ['runtime', { scope: 'runtime' }, { dependencyScope: 'Runtime' }],
    ['optional', { scope: 'optional' }, { dependencyScope: 'Runtime' }],
    ['peer', { scope: 'peer' }, { dependencyScope: 'Runtime' }],
    ['development', { scope: 'development' }, { dependencyScope: 'Non Runtime' }],
    ['test', { scope: 'test' }, { dependencyScope: 'Non Runtime' }],
    ['build', { scope: 'build' }, { dependencyScope: 'Non Runtime' }],
    ['named by the code base', { isDirect: true }, { dependencyLevel: 'Direct' }],
    ['named by others', { isDirect: false }, { dependencyLevel: 'Transitive' }],
    ['part of the code base', { ownedFolder: '' }, { dependencyLevel: 'Top-level' }],
  ])('%s', (_, change, expected) => {
    expect(derive([described('pkg:npm/x@1.0.0', change)]).items[0]).toMatchObject(expected);
  });

  it('computes the level of installed packages from the links', () => {
    const installed = (name: string, ...dependencies: string[]) =>
      described(`pkg:npm/${name}@1.0.0`, {
        ownedFolder: `node_modules/${name}`,
        files: [`node_modules/${name}/package.json`],
        dependencies: dependencies.map((purl) => ({ purl: `pkg:npm/${purl}` })),
      });
    const app = described('pkg:npm/app@1.0.0', { ownedFolder: '', dependencies: [{ purl: 'pkg:npm/a' }] });
    const { items, links } = derive([app, installed('a', 'b'), installed('b', 'a'), installed('c')]);
    expect(items.map((item) => `${item.componentName} ${item.dependencyLevel}`)).toEqual([
      'a Direct',
      'app Top-level',
      'b Transitive',
      'c Top-level',
    ]);
    expect(links.map((link) => `${link.parent} > ${link.child}`)).toEqual([
      'component:pkg:npm/a@1.0.0 > component:pkg:npm/b@1.0.0',
      'component:pkg:npm/app@1.0.0 > component:pkg:npm/a@1.0.0',
      'component:pkg:npm/b@1.0.0 > component:pkg:npm/a@1.0.0',
    ]);
  });

  it('links a dependency without version only if it is unambiguous', () => {
    const one = described('pkg:npm/x@1.0.0');
    const two = described('pkg:npm/x@2.0.0');
    const app = described('pkg:npm/app@1.0.0', { dependencies: [{ purl: 'pkg:npm/x' }, { purl: 'pkg:npm/gone@1.0' }] });
    expect(derive([app, one]).links).toEqual([
      { parent: 'component:pkg:npm/app@1.0.0', child: 'component:pkg:npm/x@1.0.0', type: 'DEPENDENCY' },
    ]);
    expect(derive([app, one, two]).links).toEqual([]);
  });
});

describe('licensed files', () => {
  const dep = described('pkg:npm/dep@2.0.0', {
    licenseExpression: 'MIT',
    files: ['node_modules/dep/package.json'],
    ownedFolder: 'node_modules/dep',
    isDirect: true,
  });

  it.each<[string, InventoryPackage[], LicensedFile[], string[]]>([
    [
      'that no package owns make License Only items, one per expression',
      [],
      [licensed('b.c', 'GPL-2.0-only', 'MIT'), licensed('a.c', 'GPL-2.0-only')],
      ['GPL-2.0-only | a.c b.c | GPL-2.0-only', 'MIT | b.c | MIT'],
    ],
    [
      'with the license of the own package are added to it',
      [ownApp],
      [licensed('LICENSE', 'MIT'), licensed('src/a.ts', 'MIT')],
      ['app 1.0.0 (MIT) | LICENSE package.json src/a.ts | MIT'],
    ],
    [
      'with another license inside the own package become separate items',
      [ownApp],
      [licensed('src/borrowed.c', 'GPL-2.0-only', 'MIT')],
      ['app 1.0.0 (MIT) | package.json src/borrowed.c | MIT', 'GPL-2.0-only | src/borrowed.c | GPL-2.0-only'],
    ],
    [
      'of a third-party package stay with it, and their licenses become possible',
      [ownApp, dep],
      [licensed('node_modules/dep/lib/x.js', 'BSD-3-Clause'), licensed('node_modules/dep/LICENSE.md', 'MIT')],
      [
        'app 1.0.0 (MIT) | package.json | MIT',
        'dep 2.0.0 (MIT) | node_modules/dep/LICENSE.md node_modules/dep/lib/x.js node_modules/dep/package.json | MIT BSD-3-Clause',
      ],
    ],
    [
      'below a nested package belong to the nested one',
      [
        dep,
        described('pkg:npm/in@1.0.0', { files: [], ownedFolder: 'node_modules/dep/node_modules/in/', isDirect: false }),
      ],
      [licensed('node_modules/dep/node_modules/in/a.js', 'ISC')],
      [
        'dep 2.0.0 (MIT) | node_modules/dep/package.json | MIT',
        'in 1.0.0 | node_modules/dep/node_modules/in/a.js | ISC',
      ],
    ],
    [
      'of a workspace become separate items although a lockfile names the workspace',
      [described('pkg:npm/ws@1.0.0', { licenseExpression: 'MIT', ownedFolder: 'packages/ws', isDirect: true })],
      [licensed('packages/ws/x.c', 'GPL-2.0-only')],
      ['ws 1.0.0 (MIT) | package-lock.json | MIT', 'GPL-2.0-only | packages/ws/x.c | GPL-2.0-only'],
    ],
    [
      'are covered by one side of a choice',
      [{ ...ownApp, licenseExpression: 'MIT OR Apache-2.0' }],
      [licensed('src/a.rs', 'Apache-2.0')],
      ['app 1.0.0 (MIT OR Apache-2.0) | package.json src/a.rs | MIT Apache-2.0'],
    ],
    [
      'beside a folder whose name only begins alike are not owned',
      [described('pkg:npm/lib@1.0.0', { files: [], ownedFolder: 'lib' })],
      [licensed('library/a.c', 'MIT')],
      ['lib 1.0.0 |  | ', 'MIT | library/a.c | MIT'],
    ],
  ])('%s', (_, packages, files, expected) => {
    expect(lines(derive(packages, files).items)).toEqual(expected);
  });

  it.each<[string, LicensedFile[], string, string]>([
    ['one license file', [licensed('LICENSE', 'ISC')], 'app 1.0.0 (ISC)', 'The license ISC is taken from LICENSE.'],
    [
      'two that agree',
      [licensed('LICENSE', 'ISC'), licensed('COPYING.txt', 'ISC')],
      'app 1.0.0 (ISC)',
      'COPYING.txt, LICENSE',
    ],
    [
      'two that disagree',
      [licensed('LICENSE', 'ISC'), licensed('COPYING', 'MIT')],
      'app 1.0.0',
      'No license is declared.',
    ],
    ['a deeper license file', [licensed('doc/LICENSE', 'ISC')], 'app 1.0.0', 'No license is declared.'],
  ])('replace a missing declaration: %s', (_, files, name, note) => {
    const item = derive([{ ...ownApp, licenseExpression: '' }], files).items[0]!;
    expect(item.name).toBe(name);
    expect(item.detectionNotes).toContain(note);
  });

  it.each([
    ['', 'No license is declared.'],
    ['NOASSERTION', 'No license is declared.'],
    ['MIT OR\n Foo', 'The package declares “MIT OR Foo”, from which no license could be read.'],
    ['UNLICENSED', 'The package declares “UNLICENSED”, which grants nobody any rights.'],
    ['x'.repeat(300), `“${'x'.repeat(199)}…”, from which no`],
  ])('are used where %j is declared, which is quoted', (declaredLicense, note) => {
    const [item] = derive([{ ...ownApp, licenseExpression: '', declaredLicense }]).items;
    expect(item).toMatchObject({ name: 'app 1.0.0', licenseExpression: '' });
    expect(item!.detectionNotes).toContain(note);
  });

  it.each([
    [
      'the reasons of the primary license',
      'MIT',
      ['package.json declares MIT', 'LICENSE holds ISC, which differs'],
      'Its primary license is MIT: package.json declares MIT; LICENSE holds ISC, which differs.',
    ],
    ['nothing twice', 'MIT', ['package.json declares MIT'], ''],
    ['nothing without reasons', '', ['no manifest, license file or header names a license'], ''],
  ])('notes %s', (_, expression, reasons, note) => {
    const [item] = derive([{ ...ownApp, licenseExpression: 'MIT', primaryLicense: { expression, reasons } }]).items;
    if (note !== '') expect(item!.detectionNotes).toContain(note);
    else expect(item!.detectionNotes).not.toContain('primary license');
  });

  it('names the files that hold the license text', () => {
    const files = [licensed('LICENSE', 'MIT'), licensed('a.c', 'MIT'), licensed('x/COPYING', 'GPL-3.0-only')];
    const { items } = derive([ownApp], files);
    expect(items.map((item) => item.licenseFiles)).toEqual([['LICENSE'], ['x/COPYING']]);
  });
});

describe('options', () => {
  const dev = described('pkg:npm/dev@1.0.0', { scope: 'development', isDirect: true });
  const deep = described('pkg:npm/deep@1.0.0', { isDirect: false });
  it.each<[Partial<DerivationOptions>, string[]]>([
    [{}, ['app', 'deep', 'dev', 'lodash']],
    [{ includesNonRuntime: false }, ['app', 'deep', 'lodash']],
    [{ dependencies: 'first-level' }, ['app', 'dev', 'lodash']],
    [{ dependencies: 'none' }, ['app']],
  ])('%o', (options, names) => {
    const { items } = derive([ownApp, lodash, dev, deep], [], options);
    expect(items.map((item) => item.componentName)).toEqual(names);
  });

  it('never gives the files of an omitted package to another', () => {
    const hidden = { ...dev, ownedFolder: 'node_modules/dev' };
    const { items } = derive([ownApp, hidden], [licensed('node_modules/dev/x.js', 'GPL-3.0-only')], {
      includesNonRuntime: false,
    });
    expect(lines(items)).toEqual(['app 1.0.0 (MIT) | package.json | MIT']);
  });
});

it.each([
  ['pkg:npm/%40babel/core@7.0.0', '@babel/core'],
  ['pkg:golang/github.com/gin-gonic/gin@v1.9.1', 'github.com/gin-gonic/gin'],
  ['pkg:maven/org.yaml/snakeyaml@2.0', 'snakeyaml'],
  ['pkg:composer/symfony/yaml@6.0', 'symfony/yaml'],
  ['pkg:deb/debian/curl@8?arch=amd64', 'curl'],
  ['pkg:pypi/django@4.2', 'django'],
  ['pkg:npm/100%25', '100%'],
  ['pkg:npm/%E0%A4%A', '%E0%A4%A'],
  ['nonsense', 'nonsense'],
])('names the component of %s', (purl, name) => {
  expect(componentNameOf(purl)).toBe(name);
});

it('removes text that a database cannot store', () => {
  const hostile = described('pkg:npm/a%00b@1', {
    version: '1\0',
    description: 'x\uD800',
    licenseExpression: 'LicenseRef-\0',
  });
  const [item] = derive([hostile]).items;
  const texts = JSON.stringify(item);
  expect(texts).not.toMatch(/\\u0000|\\ud800/i);
  expect(item).toMatchObject({ componentName: 'a\uFFFDb', versionName: '1\uFFFD', description: 'x\uFFFD' });
});

it('cuts a name at 255 characters, the license first', () => {
  const expression = Array.from({ length: 60 }, (_, i) => `LicenseRef-${i}`).join(' AND ');
  const [item] = derive([described('pkg:npm/x@1.0.0', { licenseExpression: expression })]).items;
  expect(item!.name).toHaveLength(255);
  expect(item!.name).toMatch(/^x 1\.0\.0 \(LicenseRef-0 AND .*…\)$/);
  expect(item!.licenseExpression).toBe(expression);
});

it('keeps the license files of its parts if related files are left out', () => {
  const files = ['LICENSE', 'LICENSE-3RD-PARTY.txt', 'src/a.c'].map((path) =>
    licensed(`node_modules/dep/${path}`, 'MIT'),
  );
  const dep = described('pkg:npm/dep@2.0.0', { files: [], ownedFolder: 'node_modules/dep', isDirect: true });
  const [item] = derive([dep], files, { tiesRelatedFiles: false }).items;
  expect(item?.files).toEqual(['node_modules/dep/LICENSE', 'node_modules/dep/LICENSE-3RD-PARTY.txt']);
});

it.each([
  ['LICENSE', ['LICENSE']],
  ['MIT-LICENSE.txt', ['MIT-LICENSE.txt']],
  ['LICENSES/MIT.txt', ['LICENSES/MIT.txt']],
  ['mit.license', ['mit.license']],
  ['META-INF/LICENSE', ['META-INF/LICENSE']],
  ['COPYING.LESSER', ['COPYING.LESSER']],
  ['third-party-license.txt', []],
  ['NOTICE', []],
  ['src/LICENSE', []],
  ['LICENSES/README.md', []],
])('%s of an own package is one of its license files: %j', (path, licenseFiles) => {
  const item = derive([ownApp], [licensed(path, 'GPL-2.0-only')]).items.find(({ type }) => type === 'COMPONENT');
  expect(item?.licenseFiles).toEqual(licenseFiles);
  expect(item?.files).toEqual([...licenseFiles, 'package.json'].sort());
});

it('gives the same result for any order of its input', () => {
  const packages = Array.from({ length: 200 }, (_, i) =>
    described(`pkg:npm/p${i % 150}@1.${i % 7}.0`, {
      licenseExpression: i % 3 === 0 ? 'MIT' : '',
      ownedFolder: i % 5 === 0 ? `vendor/p${i}` : undefined,
      files: [`f${i}`],
      dependencies: [{ purl: `pkg:npm/p${(i * 7) % 150}` }],
    }),
  );
  const files = packages.map((_, i) => licensed(`vendor/p${i}/x/y.c`, i % 2 ? 'MIT' : 'ISC'));
  const forward = derive(packages, files);
  const backward = derive([...packages].reverse(), [...files].reverse());
  const plain = (items: WantedItem[]) => items.map(({ identity, files: paths, type }) => [identity, type, paths]);
  expect(plain(backward.items)).toEqual(plain(forward.items));
  expect(backward.links).toEqual(forward.links);
});

it('is linear: 300,000 packages', { timeout: 600_000 }, () => {
  const count = 300_000;
  const packages = Array.from({ length: count }, (_, i) =>
    described(`pkg:npm/p${i}@1.0.0`, {
      licenseExpression: 'MIT',
      ownedFolder: i % 10 === 0 ? `node_modules/p${i}` : undefined,
      dependencies: [{ purl: `pkg:npm/p${(i * 31) % count}@1.0.0` }, { purl: `pkg:npm/p${(i * 17) % count}` }],
    }),
  );
  const started = process.cpuUsage().user;
  const { items, links } = derive(packages);
  expect(items).toHaveLength(count);
  expect(links.length).toBeGreaterThan(count);
  // Generous: a quadratic algorithm would take hours.
  expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(30);
});

it('adds the files of every copy of a package to its item', () => {
  const copies = ['a/node_modules/x', 'b/node_modules/x'];
  const { items } = deriveInventory(
    [
      {
        purl: 'pkg:npm/x@1.0.0',
        version: '1.0.0',
        licenseExpression: 'MIT',
        files: copies.map((folder) => `${folder}/package.json`),
        ownedFolder: copies[0],
        ownedFolders: copies,
        scope: 'runtime',
        dependencies: [],
      },
    ],
    copies.map((folder) => ({ path: `${folder}/LICENSE`, expressions: ['MIT'] })),
  );
  expect(items.map((item) => [item.type, item.files])).toEqual([
    ['COMPONENT', copies.flatMap((folder) => [`${folder}/LICENSE`, `${folder}/package.json`])],
  ]);
});

describe('related files', () => {
  const nested = described('pkg:npm/left-pad@1.0.0', {
    licenseExpression: 'MIT',
    files: ['node_modules/left-pad/package.json'],
    ownedFolder: 'node_modules/left-pad',
  });
  const files = [
    licensed('LICENSE', 'MIT'),
    licensed('src/a.js', 'MIT'),
    licensed('src/b.js', 'GPL-2.0-only'),
    licensed('node_modules/left-pad/LICENSE', 'MIT'),
    licensed('node_modules/left-pad/index.js', 'ISC'),
  ];

  it('are added to the component of their folder', () =>
    expect(lines(derive([ownApp, nested], files).items)).toEqual([
      'app 1.0.0 (MIT) | LICENSE package.json src/a.js | MIT',
      'left-pad 1.0.0 (MIT) | node_modules/left-pad/LICENSE node_modules/left-pad/index.js node_modules/left-pad/package.json | MIT ISC',
      'GPL-2.0-only | src/b.js | GPL-2.0-only',
    ]));

  it('are left out if the profile says so; their licenses stay possible, and licenses of no component stay items', () =>
    expect(lines(derive([ownApp, nested], files, { tiesRelatedFiles: false }).items)).toEqual([
      'app 1.0.0 (MIT) | LICENSE package.json | MIT',
      'left-pad 1.0.0 (MIT) | node_modules/left-pad/LICENSE node_modules/left-pad/package.json | MIT ISC',
      'GPL-2.0-only | src/b.js | GPL-2.0-only',
    ]));
});

it('takes the license of a jar from its META-INF, not from shaded packages', () => {
  const jar = described('pkg:maven/org.x/a@1', {
    files: ['a.jar!/META-INF/maven/org.x/a/pom.xml'],
    ownedFolder: 'a.jar!',
  });
  const files = [licensed('a.jar!/META-INF/LICENSE.txt', 'Apache-2.0'), licensed('a.jar!/lib/META-INF/LICENSE', 'ISC')];
  const [item] = derive([jar], files).items;
  expect(item).toMatchObject({ licenseExpression: 'Apache-2.0', licenseFiles: ['a.jar!/META-INF/LICENSE.txt'] });
});
