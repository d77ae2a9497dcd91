// The arrows between the rooms, as ARCHITECTURE.md draws them: who may import whom. Read from the code's own imports.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Arrow {
  from: string;
  to: string;
}

const files = listSources(ROOT);
const arrows: Arrow[] = files.flatMap((file) => importsOf(file));

/** Families: no member imports another member. */
const FAMILIES = ['scanner/src/manifests', 'scanner/src/archives', 'server/src/reports', 'server/src/store/places'];

/** A room, and the rooms whose files it must not import. */
const NEVER: [room: string, never: string[], why: string][] = [
  ['scanner', ['server', 'web'], 'the scanner knows no server'],
  ['web', ['server', 'scanner'], 'the page knows only the API description'],
  [
    'server/src/domain',
    [
      'server/src/db',
      'server/src/http',
      'server/src/features',
      'server/src/jobs',
      'server/src/store',
      'server/src/app.ts',
    ],
    'the domain is pure',
  ],
  [
    'server/src/db',
    ['server/src/http', 'server/src/features', 'server/src/jobs', 'server/src/store'],
    'tables know no one above them',
  ],
  [
    'server/src/store',
    ['server/src/db', 'server/src/http', 'server/src/features', 'server/src/jobs'],
    'the store knows no database',
  ],
  [
    'server/src/reports',
    ['server/src/db', 'server/src/http', 'server/src/features', 'server/src/jobs', 'server/src/store'],
    'report writers receive plain values',
  ],
  [
    'server/src/http',
    ['server/src/features', 'server/src/jobs/handlers.ts', 'server/src/jobs/worker.ts'],
    'the HTTP layer knows no feature',
  ],
  ['server/src/ingest', ['server/src/features', 'server/src/http', 'server/src/jobs'], 'sources of files call it'],
  ['server/src/contents', ['server/src/features', 'server/src/http', 'server/src/jobs'], 'stored contents know no use'],
  [
    'server/src/authorize',
    ['server/src/features', 'server/src/http', 'server/src/jobs'],
    'rights know nobody who asks',
  ],
  [
    'server/src/reviews',
    ['server/src/features', 'server/src/http', 'server/src/jobs'],
    'reviews know nobody who causes them',
  ],
  ['server/src/jobs', ['server/src/features', 'server/src/http'], 'jobs know no feature and no HTTP'],
  [
    'server/src/mail',
    ['server/src/features', 'server/src/http', 'server/src/jobs', 'server/src/reviews'],
    'mails know nobody who causes them',
  ],
];

test.each(NEVER)('%s keeps its arrows', (room, never, why) => {
  const broken = arrows.filter(({ from, to }) => isIn(from, room) && never.some((place) => isIn(to, place)));
  expect(broken.map(({ from, to }) => `${from} -> ${to} (${why})`)).toEqual([]);
});

test('no feature imports another feature', () => {
  const feature = (path: string) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1];
  const broken = arrows.filter(({ from, to }) => feature(from) && feature(to) && feature(from) !== feature(to));
  expect(broken).toEqual([]);
});

test.each(FAMILIES)('no member of the family %s imports another member', (family) => {
  const member = (path: string) => (path.startsWith(`${family}/`) ? path.slice(family.length + 1).split('/') : []);
  const broken = arrows.filter(({ from, to }) => {
    const [a, b] = [member(from), member(to)];
    return a.length > 1 && b.length > 1 && a[0] !== b[0];
  });
  expect(broken).toEqual([]);
});

test('the pure rooms do no I/O', () => {
  const impure = arrows.filter(
    ({ from, to }) => isIn(from, 'server/src/domain') && /^node:(fs|net|http|child_process|os|process)/.test(to),
  );
  expect(impure).toEqual([]);
});

test('rights in projects are decided by authorize/ alone', () => {
  const decides = ['isVisible', 'may', 'allowedActions', 'findStanding'];
  const deciders = files.filter(
    (file) =>
      isIn(file, 'server/src') &&
      importedNames(file, /(?:domain\/permissions|projects\/standing|\.\/permissions|\.\/standing)\.ts$/).some((name) =>
        decides.includes(name),
      ),
  );
  expect(deciders).toEqual(['server/src/authorize/index.ts']);
});

test('only the command line reads the environment', () => {
  const allowed = [
    'server/bin/assay.ts',
    'server/src/db/embedded/index.ts',
    'scanner/src/archives/seven-zip-process.ts',
  ];
  const readers = files.filter(
    (file) =>
      (isIn(file, 'server') || isIn(file, 'scanner')) &&
      !allowed.includes(file) &&
      /process\.env\b/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(readers).toEqual([]);
});

function isIn(path: string, room: string): boolean {
  return path === room || path.startsWith(`${room}/`);
}

function listSources(root: string): string[] {
  return ['scanner', 'server', 'web/src'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .filter((path) => !/(^|\/)(node_modules|dist|test|fixtures)\//.test(path)),
  );
}

/** What a file takes from modules whose specifier fits. */
function importedNames(file: string, specifier: RegExp): string[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  return [...source.matchAll(/import (?:type )?\{([^}]*)\} from '([^']+)'/g)]
    .filter(([, , from]) => specifier.test(from))
    .flatMap(([, names]) => names.split(',').map((name) => name.trim()));
}

function importsOf(file: string): Arrow[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const specifiers = [
    ...source.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s*'([^']+)'/g,
    ),
  ];
  return specifiers.map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3];
    if (specifier.startsWith('.')) return { from: file, to: relative(ROOT, resolve(ROOT, dirname(file), specifier)) };
    if (specifier === '@assay/scanner') return { from: file, to: 'scanner/src/index.ts' };
    return { from: file, to: specifier };
  });
}
