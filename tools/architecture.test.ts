// Enforces the import rules between rooms that ARCHITECTURE.md draws. Reads the code's own imports.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Arrow {
  from: string;
  to: string;
  /** As written in the import. */
  written: string;
}

/** The folder of the names that the scanner exports. */
const SCANNER_EXPORTS = new Map(
  Object.entries<string>(JSON.parse(readFileSync(join(ROOT, 'scanner/package.json'), 'utf8')).exports).map(
    ([name, file]) => [join('@assay/scanner', name), join('scanner', file)],
  ),
);

const files = listSources(ROOT);
const arrows: Arrow[] = files.flatMap((file) => importsOf(file));

/** Families: a member imports no other member. */
const FAMILIES = [
  'scanner/src/binaries',
  'scanner/src/advisories',
  'scanner/src/archives',
  'scanner/src/versions',
  'scanner/src/resolve',
  'scanner/src/sbom/read',
  'server/src/reports',
  'server/src/documents',
  'server/src/registries',
  'server/src/scm',
  'server/src/store/places',
  'server/src/project-data/foreign',
  'scanner/src/vex',
];

/** What runs jobs. */
const JOBS = ['queue', 'scans', 'report-runs', 'jobs'].map((room) => `server/src/${room}`);
const ABOVE_QUERIES = ['server/src/features', 'server/src/http', ...JOBS, 'server/src/reviews'];
/** What makes a scan of the facts of files. */
const ABOVE_FACTS = ['scanner/src/pool', 'scanner/src/scan', 'scanner/src/cli'];
const ABOVE_READING = [
  ...['analyze', 'manifests', 'binaries', 'libraries', 'licenses', 'copyrights', 'packages', 'advisories'].map(
    (room) => `scanner/src/${room}`,
  ),
  ...ABOVE_FACTS,
];

/** A room, and the rooms that it must not import. */
const NEVER: [room: string, never: string[], why: string][] = [
  ['scanner', ['server', 'web'], 'the scanner knows no server'],
  ['web', ['server', 'scanner'], 'the page knows only the API description'],
  [
    'server/src/domain',
    ['server/src/db', 'server/src/http', 'server/src/features', ...JOBS, 'server/src/store', 'server/src/app.ts'],
    'the domain is pure',
  ],
  [
    'server/src/db',
    ['server/src/http', 'server/src/features', ...JOBS, 'server/src/store'],
    'tables know no one above them',
  ],
  [
    'server/src/store',
    ['server/src/db', 'server/src/http', 'server/src/features', ...JOBS],
    'the store knows no database',
  ],
  [
    'server/src/reports',
    ['server/src/db', 'server/src/http', 'server/src/features', ...JOBS, 'server/src/store'],
    'report writers receive plain values',
  ],
  ['server/src/http', ['server/src/features', ...JOBS], 'the HTTP layer knows no feature'],
  ['server/src/ingest', ['server/src/features', 'server/src/http', ...JOBS], 'sources of files call it'],
  ['server/src/contents', ['server/src/features', 'server/src/http', ...JOBS], 'stored contents know no use'],
  ['server/src/authorize', ['server/src/features', 'server/src/http', ...JOBS], 'rights know nobody who asks'],
  ['server/src/reviews', ['server/src/features', 'server/src/http', ...JOBS], 'reviews know nobody who causes them'],
  [
    'server/src/queue',
    ['server/src/features', 'server/src/http', 'server/src/scans', 'server/src/report-runs', 'server/src/jobs'],
    'the queue knows no kind of job',
  ],
  ['server/src/scans', ['server/src/features', 'server/src/http', 'server/src/jobs'], 'what a scan does knows no job'],
  [
    'server/src/report-runs',
    ['server/src/features', 'server/src/http', 'server/src/jobs', 'server/src/scans'],
    'reports are made of what is stored',
  ],
  [
    'server/src/releases',
    ['server/src/features', 'server/src/http', 'server/src/jobs', 'server/src/scans'],
    'what is frozen knows nobody who asks for it',
  ],
  ['server/src/jobs', ['server/src/features', 'server/src/http'], 'jobs know no feature and no HTTP'],
  [
    'server/src/analysis-rules',
    ['server/src/features', 'server/src/http', ...JOBS],
    'rules know nobody whose change they follow',
  ],
  ['server/src/vex', ['server/src/features', 'server/src/http', ...JOBS], 'sources know nobody who asks'],
  [
    'server/src/alm',
    ['server/src/features', 'server/src/http', ...JOBS, 'server/src/reviews'],
    'trackers know nobody who asks them',
  ],
  [
    'server/src/registries',
    ['server/src/features', 'server/src/http', ...JOBS, 'server/src/reviews'],
    'registries know nobody who asks them',
  ],
  ['server/src/ldap', ['server/src/features', 'server/src/http', ...JOBS], 'the directory knows no request'],
  [
    'server/src/scm',
    ['server/src/features', 'server/src/http', ...JOBS, 'server/src/reviews'],
    'source control knows nobody who asks for it',
  ],
  [
    'server/src/webhooks',
    ['server/src/features', 'server/src/http', ...JOBS, 'server/src/reviews', 'server/src/mail'],
    'webhooks send what was written down',
  ],
  [
    'server/src/audit',
    ['server/src/features', 'server/src/http', ...JOBS, 'server/src/reviews', 'server/src/mail'],
    'the audit log knows nobody who writes in it',
  ],
  [
    'server/src/mail',
    ['server/src/features', 'server/src/http', ...JOBS, 'server/src/reviews'],
    'mails know nobody who causes them',
  ],
  [
    'server/src/decisions',
    ['server/src/features', 'server/src/http', ...JOBS, 'server/src/reviews'],
    'decisions are written down for whoever decides',
  ],
  ['server/src/advisories', ['server/src/features', 'server/src/http', ...JOBS], 'advisories know no request'],
  [
    'server/src/project-data',
    ['server/src/features', 'server/src/http', ...JOBS],
    'a document knows neither its request nor its job',
  ],
  ['server/src/report-scripts', [...ABOVE_QUERIES, 'server/src/store'], 'scripts get what they are given'],
  ['server/src/documents', [...ABOVE_QUERIES, 'server/src/db', 'server/src/reports'], 'formats know no report'],
  ['server/src/curations', ['server/src/features', 'server/src/http', ...JOBS], 'curations know nobody who asks them'],
  ['server/src/security', [...ABOVE_QUERIES, 'server/src/db'], 'secrets know no user'],
  ['server/src/outgoing', [...ABOVE_QUERIES, 'server/src/db'], 'calls know no caller'],
  ['server/src/library', ABOVE_QUERIES, 'the library is there before anybody asks'],
  ['server/src/installation', ['server/src/features', 'server/src/http', ...JOBS], 'it stands before anything runs'],
  ['server/src/backup', ['server/src/features', 'server/src/http'], 'a backup knows no request'],
  ['scanner/src/versions', ABOVE_READING, 'orders of versions know no package'],
  ['scanner/src/purl', ABOVE_READING, 'package URLs know no package'],
  ['scanner/src/expressions', ABOVE_READING, 'expressions know no text'],
  ['scanner/src/resolve', ABOVE_READING, 'resolution knows no file and no network'],
  ['scanner/src/archives', ABOVE_READING, 'archives know nothing of what they hold'],
  ['scanner/src/bundles', ABOVE_READING, 'bundles know nothing of what they carry'],
  ['scanner/src/network', ABOVE_READING, 'the way out knows nothing of what is fetched'],
  ['scanner/src/images', ABOVE_READING, 'images know nothing of what they hold'],
  ['scanner/src/search-terms', ABOVE_READING, 'terms are looked for in bytes'],
  ['scanner/src/contacts', ABOVE_READING, 'addresses are looked for in bytes'],
  ['scanner/src/sbom', ABOVE_READING, 'writers receive plain values'],
  ['scanner/src/dossier', ABOVE_READING, 'a dossier is made of plain values'],
  ['scanner/src/walk', ABOVE_READING, 'a folder is read as values'],
  ['scanner/src/manifests', ['scanner/src/analyze', ...ABOVE_FACTS], 'a reader receives bytes and a path'],
  ['scanner/src/binaries', ['scanner/src/analyze', ...ABOVE_FACTS], 'a reader receives bytes and a path'],
  ['scanner/src/libraries', ['scanner/src/analyze', ...ABOVE_FACTS], 'a recogniser receives bytes and a path'],
  [
    'scanner/src/copyrights',
    ['scanner/src/analyze', 'scanner/src/packages', ...ABOVE_FACTS],
    'copyrights know no package',
  ],
  [
    'scanner/src/licenses',
    ['scanner/src/packages', 'scanner/src/manifests', ...ABOVE_FACTS],
    'licenses know no package',
  ],
  ['scanner/src/advisories', ['scanner/src/analyze', ...ABOVE_FACTS], 'advisories know no file'],
  ['scanner/src/vex', ['scanner/src/analyze', ...ABOVE_FACTS], 'statements of suppliers know no file'],
  ['scanner/src/packages', ABOVE_FACTS, 'packages are made of facts'],
  ['scanner/src/evidence-digests', ABOVE_FACTS, 'what a text says follows from its facts'],
  ['scanner/src/fingerprints', ABOVE_FACTS, 'fingerprints are made of bytes'],
  ['scanner/src/analyze', ABOVE_FACTS, "one file's bytes to facts"],
  ['scanner/src/documents', ['scanner/src/scan', 'scanner/src/cli'], 'the text of documents is analysed like another'],
  ['scanner/src/pool', ['scanner/src/scan', 'scanner/src/cli'], 'threads know no scan'],
  ['scanner/src/scan', ['scanner/src/cli'], 'a scan knows no command line'],
];

/** Rooms that may import all others: they put the parts together. */
const TOP = ['server/src/features', 'server/src/commands', 'scanner/src/cli'];

test.each(['scanner/src', 'server/src'])('every room of %s is listed here', (place) => {
  const rooms = [...new Set(files.map((file) => roomIn(place, file)))].filter((room) => room && !room.endsWith('.ts'));
  const known = [...TOP, ...NEVER.map(([room]) => room)];
  expect(rooms.map((room) => `${place}/${room}`).filter((room) => !known.includes(room))).toEqual([]);
  expect(new Set(known).size).toBe(known.length);
});

test.each(NEVER)('%s imports no forbidden room', (room, never, why) => {
  const broken = arrows.filter(({ from, to }) => isIn(from, room) && never.some((place) => isIn(to, place)));
  expect(broken.map(({ from, to }) => `${from} -> ${to} (${why})`)).toEqual([]);
});

test('no product code imports test support, which no release contains', () => {
  const broken = arrows.filter(({ to }) => /^(?:scanner|server)\/test\/|^@assay\/scanner\/testing$/.test(to));
  expect(broken.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test('other workspaces import the scanner through its exports', () => {
  const outside = listTypeScript(ROOT, ['server', 'web/src', 'tools']);
  const deep = outside.flatMap((file) => importsOf(file)).filter(({ written }) => /\/scanner\/src\//.test(written));
  expect(deep.map(({ from, written }) => `${from} -> ${written}`)).toEqual([]);
});

/** Shared rooms of the web page, in order: each imports only earlier ones. Screens come after them, the router last. */
const PAGE_FLOORS = [['api', 'address', 'theme.ts'], ['session'], ['elements'], ['editing', 'table']];

test('shared rooms of the page import only earlier rooms', () => {
  const floorOf = (room: string) => PAGE_FLOORS.findIndex((rooms) => rooms.includes(room));
  const broken = arrows.filter(({ from, to }) => {
    const [a, b] = [roomIn('web/src', from), roomIn('web/src', to)];
    if (a === undefined || b === undefined || a === b || floorOf(a) === -1) return false;
    return floorOf(b) === -1 || floorOf(b) >= floorOf(a);
  });
  expect(broken).toEqual([]);
});

test('only the entry of the page imports its router', () => {
  const importers = arrows.filter(({ to }) => to === 'web/src/router.tsx').map(({ from }) => from);
  expect(importers).toEqual(['web/src/main.tsx']);
});

/** Loose files, such as app.ts, connect rooms or are used by all of them. */
test.each(['scanner/src', 'server/src', 'server/src/domain', 'web/src'])(
  'no rooms of %s import each other in a circle',
  (place) => {
    const rooms = arrows.flatMap(({ from, to }) => {
      const [a, b] = [roomIn(place, from), roomIn(place, to)];
      if (a === undefined || b === undefined || a === b) return [];
      return [a, b].some((room) => room.endsWith('.ts')) ? [] : [{ from: a, to: b }];
    });
    expect(circlesOf(rooms)).toEqual([]);
  },
);

/** What is loaded later counts as well. */
test.each(['scanner/src', 'server/src', 'web/src'])(
  'no files of %s import each other in a circle, for types either',
  (place) => {
    const between = arrows.filter(({ from, to }) => isIn(from, place) && isIn(to, place));
    expect(circlesOf(between)).toEqual([]);
  },
);

test('no feature imports another feature', () => {
  const feature = (path: string) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1];
  const broken = arrows.filter(({ from, to }) => feature(from) && feature(to) && feature(from) !== feature(to));
  expect(broken).toEqual([]);
});

test.each(FAMILIES)('no member of the family %s imports another member', (family) => {
  const broken = arrows.filter(({ from, to }) => {
    const [a, b] = [memberOf(family, from, 1), memberOf(family, to, 1)];
    return a !== undefined && b !== undefined && a !== b;
  });
  expect(broken).toEqual([]);
});

/** More flat files than this are several rooms in one. */
const MOST_FLAT_FILES = 40;

test('no room is overfull', () => {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > MOST_FLAT_FILES)).toEqual([]);
});

test('no format of manifests imports another; a room of an ecosystem imports only what all rooms share', () => {
  const family = 'scanner/src/manifests';
  const broken = arrows.filter(({ from, to }) => {
    const [room, otherRoom] = [memberOf(family, from, 1), memberOf(family, to, 1)];
    if (room === undefined || otherRoom === undefined || otherRoom === 'shared') return false;
    const [format, otherFormat] = [memberOf(family, from, 2), memberOf(family, to, 2)];
    return room !== otherRoom || (format !== undefined && otherFormat !== undefined && format !== otherFormat);
  });
  expect(broken.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

/** The member of a family, `depth` folders below it, that contains a path; undefined for files beside its members. */
function memberOf(family: string, path: string, depth: number): string | undefined {
  const parts = path.startsWith(`${family}/`) ? path.slice(family.length + 1).split('/') : [];
  return parts.length > depth ? parts.slice(0, depth).join('/') : undefined;
}

/** What the domain uses besides itself: the scanner's rules, and what only computes. */
const DOMAIN_IMPORTS = /^(?:server\/src\/domain\/|scanner\/|node:(?:crypto|util)$)/;

test('the pure rooms do no I/O', () => {
  const impure = arrows.filter(({ from, to }) => isIn(from, 'server/src/domain') && !DOMAIN_IMPORTS.test(to));
  expect(impure.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  const callers = files.filter(
    (file) =>
      isIn(file, 'server/src/domain') &&
      /\b(?:fetch|setTimeout|setInterval)\(/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(callers).toEqual([]);
});

test('only authorize/ decides rights in projects', () => {
  const decides = ['isVisible', 'may', 'allowedActions', 'findStanding'];
  const deciders = files.filter(
    (file) =>
      isIn(file, 'server/src') &&
      importedNames(file, /\/(?:permissions|standing)\.ts$/).some((name) => ['*', ...decides].includes(name)),
  );
  expect(deciders).toEqual(['server/src/authorize/index.ts']);
});

/** Packages with one purpose each, and the only places that may import them. Other code imports from those places. */
const ONE_WAY: [name: string, places: string[]][] = [
  ['spdx-expression-parse', ['scanner/src/expressions/expression.ts']],
  ['saxes', ['scanner/src/xml.ts']],
  ['js-yaml', ['scanner/src/data-files.ts', 'scanner/src/manifests/shared/formats/lockfile-yaml.ts']],
];

test.each(ONE_WAY)('%s is imported by %j alone', (name, places) => {
  const users = arrows.filter(({ to }) => to === name || to.startsWith(`${name}/`)).map(({ from }) => from);
  expect([...new Set(users)].sort()).toEqual(places);
});

test('only reviews/ decides reviews', () => {
  const deciders = files.filter(
    (file) =>
      isIn(file, 'server/src') &&
      importedNames(file, /inventory-review\.ts$/).some((name) => ['*', 'reviewItem'].includes(name)),
  );
  expect(deciders).toEqual(['server/src/reviews/review.ts']);
});

test('db/ throws only "missing" and "locked"; rules decide everything else', () => {
  const others = files
    .filter((file) => isIn(file, 'server/src/db'))
    .flatMap((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8');
      const codes = [...source.matchAll(/new AppError\(([^,)]*)/g)].map(([, code]) => code);
      const makers = importedNames(file, /\/errors\.ts$/).filter((name) => !['AppError', 'notFound'].includes(name));
      const statuses = source.match(/\bstatus(?:Code)?\b['"]?\s*[:=]\s*[1-5]\d\d\b/g) ?? [];
      return [...codes.filter((code) => code !== "'projectLocked'"), ...makers, ...statuses].map(
        (what) => `${file}: ${what}`,
      );
    });
  expect(others).toEqual([]);
});

test('the payload of a job is read only through its schema', () => {
  const readers = files.filter(
    (file) => isIn(file, 'server/src') && /\bjob\.payload as\b/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(readers).toEqual([]);
});

test('only http/ knows the HTTP status of an error', () => {
  const knowers = files.filter(
    (file) =>
      arrows.some(({ from, to }) => from === file && to === 'server/src/http/error-statuses.ts') &&
      !isIn(file, 'server/src/http'),
  );
  expect(knowers).toEqual([]);
  expect(readFileSync(join(ROOT, 'server/src/errors.ts'), 'utf8')).not.toMatch(/\b[1-5]\d\d\b/);
});

test('one clock: only clock.ts reads the time of the machine', () => {
  const readers = files.filter(
    (file) =>
      isIn(file, 'server') &&
      /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\bTemporal\.Now\b/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(readers).toEqual(['server/src/clock.ts']);
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
      /process(?:\?)?\.env\b|process\[|from 'node:process'|\{[^}\n]*\benv\b[^}\n]*\} = process\b/.test(
        readFileSync(join(ROOT, file), 'utf8'),
      ),
  );
  expect(readers).toEqual([]);
});

/** The folder or loose file of `place` that contains a path. */
function roomIn(place: string, path: string): string | undefined {
  return path.startsWith(`${place}/`) ? path.slice(place.length + 1).split('/')[0] : undefined;
}

/** Each cycle as a path of names, `a -> b -> a`; one for each import that closes a cycle. */
function circlesOf(between: Pick<Arrow, 'from' | 'to'>[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of between) next.set(from, (next.get(from) ?? new Set()).add(to));
  const finished = new Set<string>();
  const circles: string[] = [];
  const walk = (name: string, way: string[]) => {
    if (way.includes(name)) circles.push([...way.slice(way.indexOf(name)), name].join(' -> '));
    if (way.includes(name) || finished.has(name)) return;
    for (const other of next.get(name) ?? []) walk(other, [...way, name]);
    finished.add(name);
  };
  for (const name of next.keys()) walk(name, []);
  return circles;
}

function isIn(path: string, room: string): boolean {
  return path === room || path.startsWith(`${room}/`);
}

function listSources(root: string): string[] {
  return listTypeScript(root, ['scanner', 'server', 'web/src']).filter(
    (path) => !/\.test\.tsx?$/.test(path) && !/(^|\/)test\//.test(path),
  );
}

function listTypeScript(root: string, rooms: string[]): string[] {
  return rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .filter((path) => !/(^|\/)(node_modules|dist|fixtures)\//.test(path)),
  );
}

/** The names that a file imports, or exports again, from modules whose specifier matches; `*` when it takes all of them. */
function importedNames(file: string, specifier: RegExp): string[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const all = [...source.matchAll(/(?:import|export) \*[^'";]*? from '([^']+)'|import\(\s*'([^']+)'\s*\)/g)];
  if (all.some(([, from, lazily]) => specifier.test(from ?? lazily!))) return ['*'];
  return [...source.matchAll(/(?:import|export) (?:type )?\{([^}]*)\} from '([^']+)'/g)]
    .filter(([, , from]) => specifier.test(from!))
    .flatMap(([, names]) => names!.split(',').map((name) => name.trim().replace(/^type | as .*/g, '')));
}

function importsOf(file: string): Arrow[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const specifiers = [
    ...source.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s*'([^']+)'/g,
    ),
  ];
  return specifiers.map((match) => {
    const written = (match[1] ?? match[2] ?? match[3])!;
    const to = written.startsWith('.')
      ? relative(ROOT, resolve(ROOT, dirname(file), written))
      : (SCANNER_EXPORTS.get(written) ?? written);
    return { from: file, to, written };
  });
}
