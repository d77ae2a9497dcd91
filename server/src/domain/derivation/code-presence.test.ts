import { expect, it } from 'vitest';
import { type FoundPart, filesToRead, type HeldFile, type Presence, presenceOf } from './code-presence.ts';

const file = (path: string): HeldFile => ({ path, sha256: `digest of ${path}`, sizeBytes: 1 });

interface Case {
  type?: string;
  name?: string;
  parts: { path: string; symbols?: string[]; isFile?: true }[];
  /** Path and text; undefined for a binary file. */
  held: Record<string, string | undefined>;
  namesakes?: string[];
}

function look({ type = 'golang', name = 'example.org/m', parts, held, namesakes = [] }: Case) {
  const question = {
    type,
    name,
    parts: parts.map((part) => ({ symbols: [], ...part })),
    held: Object.keys(held).map(file),
    namesakes: namesakes.map(file),
  };
  const readable = new Set(filesToRead(question).map(({ path }) => path));
  const answer = presenceOf(question, ({ path }) => (readable.has(path) ? held[path] : undefined));
  return { ...answer, found: answer.found.map(({ path, part }: FoundPart) => `${part} in ${path}`) };
}

const html = { path: 'example.org/m/html', symbols: ['Parse', 'Tokenizer.Next'] };
const vendor = 'vendor/example.org/m';

it.each<[string, Case, Presence, string[]?]>([
  ['no parts', { parts: [], held: { [`${vendor}/a.go`]: '' } }, 'UNDETERMINED'],
  ['no files', { parts: [html], held: {} }, 'UNDETERMINED'],
  [
    'a function',
    { parts: [html], held: { [`${vendor}/html/parse.go`]: 'func Parse(r io.Reader) {}' } },
    'PRESENT',
    [`Parse in ${vendor}/html/parse.go`],
  ],
  ['a method', { parts: [html], held: { [`${vendor}/html/t.go`]: 'func (t *Tokenizer) Next() {}' } }, 'PRESENT'],
  ['another package of the module', { parts: [html], held: { [`${vendor}/http2/h.go`]: 'func Parse() {}' } }, 'ABSENT'],
  [
    'a package whose name ends alike',
    { parts: [html], held: { [`${vendor}/xhtml/h.go`]: 'func Parse() {}' } },
    'ABSENT',
  ],
  ['a package below', { parts: [html], held: { [`${vendor}/html/atom/a.go`]: 'func Parse() {}' } }, 'ABSENT'],
  ['tests of it only', { parts: [html], held: { [`${vendor}/html/h_test.go`]: 'Parse()' } }, 'ABSENT'],
  [
    'the package without the symbols',
    { parts: [html], held: { [`${vendor}/html/h.go`]: 'func ParseFragment(){}; Nexts()' } },
    'ABSENT',
  ],
  [
    'the package, but no file of it can be read',
    { parts: [html], held: { [`${vendor}/html/h.go`]: undefined } },
    'UNDETERMINED',
  ],
  [
    'a function of another ecosystem',
    {
      type: 'npm',
      name: 'a',
      parts: [{ path: 'a', symbols: ['a.template()'] }],
      held: { 'node_modules/a/index.js': 'exports.template = 1' },
    },
    'PRESENT',
  ],
  [
    'a function of another ecosystem that is not there',
    {
      type: 'npm',
      name: 'a',
      parts: [{ path: 'a', symbols: ['a.template()'] }],
      held: { 'node_modules/a/index.js': 'exports.templates = 1' },
    },
    'ABSENT',
  ],
  [
    'a piece of code instead of a name',
    {
      type: 'npm',
      name: 'a',
      parts: [{ path: 'a', symbols: ['a.braces = (pattern, options) =>'] }],
      held: { 'node_modules/a/index.js': 'nothing' },
    },
    'UNDETERMINED',
  ],
  [
    'a package without symbols is vulnerable as a whole',
    { parts: [{ path: html.path }], held: { [`${vendor}/html/h.go`]: '' } },
    'PRESENT',
  ],
  [
    'names of Go are compared without case',
    { parts: [{ path: 'example.org/M/HTML', symbols: ['Parse'] }], held: { [`${vendor}/html/p.go`]: 'Parse' } },
    'PRESENT',
  ],
  [
    'the module itself in a folder of another name',
    { parts: [html], held: { 'fork/html/p.go': 'func Parse() {}' } },
    'PRESENT',
  ],
  [
    'one of two parts is present',
    { parts: [{ path: 'example.org/m/x' }, html], held: { [`${vendor}/html/p.go`]: 'Parse' } },
    'PRESENT',
  ],
  [
    'one part is absent, another is undetermined',
    { parts: [{ path: 'example.org/m/x' }, html], held: { [`${vendor}/html/p.go`]: undefined } },
    'UNDETERMINED',
  ],
  [
    'Rust: a function',
    {
      type: 'cargo',
      name: 'time',
      parts: [{ path: 'time', symbols: ['time::now_local'] }],
      held: { 'vendor/time/src/lib.rs': 'pub fn now_local()' },
    },
    'PRESENT',
  ],
  [
    'Rust: none',
    {
      type: 'cargo',
      name: 'time',
      parts: [{ path: 'time', symbols: ['time::now_local'] }],
      held: { 'vendor/time/src/lib.rs': 'pub fn now_local_utc()' },
    },
    'ABSENT',
  ],
  [
    'with a compiled file',
    {
      type: 'cargo',
      name: 'time',
      parts: [{ path: 'time', symbols: ['time::now'] }],
      held: { 'a/lib.rs': '', 'a/libtime.so.1': undefined },
    },
    'UNDETERMINED',
  ],
  [
    'with a minified file',
    { type: 'npm', name: 'a', parts: [{ path: 'a', symbols: ['merge'] }], held: { 'a/a.min.js': 'x' } },
    'UNDETERMINED',
  ],
  [
    'a symbol without letters',
    { type: 'npm', name: 'a', parts: [{ path: 'a', symbols: ['***'] }], held: { 'a/a.js': 'x' } },
    'UNDETERMINED',
  ],
  [
    'a file',
    { type: 'generic', parts: [{ path: 'net/tcp.c', isFile: true }], held: { 'third/linux/net/tcp.c': '' } },
    'PRESENT',
    ['net/tcp.c in third/linux/net/tcp.c'],
  ],
  [
    'a file in another folder',
    { type: 'generic', parts: [{ path: 'net/tcp.c', isFile: true }], held: { 'a/x.c': '' }, namesakes: ['b/tcp.c'] },
    'UNDETERMINED',
  ],
  [
    'a file that is absent',
    { type: 'generic', parts: [{ path: 'net/tcp.c', isFile: true }], held: { 'a/xtcp.c': '' } },
    'ABSENT',
  ],
])('%s', (_title, given, presence, found) => {
  const answer = look(given);
  expect(answer).toMatchObject({ presence, ...(found && { found }) });
  expect(answer.words).not.toBe('');
});

const list = (...names: string[]) => ({ record: 'UBUNTU-CVE-2026-1', source: 'openssl', names });

it.each<[string, string, ReturnType<typeof list>[], Presence, string, { isNamed?: boolean; parts?: Case['parts'] }?]>([
  ['listed', 'ubuntu/libssl3', [list('openssl', 'libssl3')], 'PRESENT', 'UBUNTU-CVE-2026-1 lists libssl3'],
  ['listed, with an architecture', 'ubuntu/libssl3:amd64', [list('libssl3')], 'PRESENT', 'lists libssl3'],
  ['listed in capitals', 'suse/imagemagick', [list('ImageMagick')], 'PRESENT', 'lists imagemagick'],
  ['listed by another record', 'ubuntu/libssl3', [list('openssl'), list('libssl3')], 'PRESENT', 'lists libssl3'],
  [
    'not listed',
    'ubuntu/libssl-doc',
    [list('openssl', 'libssl3')],
    'ABSENT',
    'libssl-doc is not among the binary packages of openssl that UBUNTU-CVE-2026-1 lists as affected: openssl, libssl3.',
  ],
  ['only its debug package', 'ubuntu/libssl3', [list('libssl3-dbgsym')], 'ABSENT', 'is not among'],
  ['a name that all objects have as a member', 'ubuntu/constructor', [list('libssl3')], 'ABSENT', 'is not among'],
  [
    'listed with the numbers of the fixed version',
    'ubuntu/linux-image-5.15.0-88-generic',
    [list('linux-image-5.15.0-91-generic')],
    'UNDETERMINED',
    'linux-image-5.15.0-91-generic, which may be another version',
  ],
  [
    'a name that may be that of the source package',
    'ubuntu/openssl',
    [list('libssl3')],
    'UNDETERMINED',
    'may be the source package',
    { isNamed: true },
  ],
  [
    'not listed, but files are named and not stored',
    'ubuntu/libssl-doc',
    [list('libssl3')],
    'UNDETERMINED',
    'does not contain its files',
    { parts: [{ path: 'ssl/a.c', isFile: true }] },
  ],
])('binary packages: %s', (_title, name, lists, presence, words, more) => {
  const parts = (more?.parts ?? []).map((part) => ({ symbols: [], ...part }));
  const named = lists.map(({ source, names }) => ({ path: source, symbols: names, areBinaries: true as const }));
  const question = { type: 'deb', name, held: [], namesakes: [], lists, isNamed: more?.isNamed ?? false };
  expect(filesToRead({ ...question, parts: [...named, ...parts] })).toEqual([]);
  const answer = presenceOf({ ...question, parts: [...named, ...parts] }, () => undefined);
  expect(answer).toMatchObject({ presence, found: [], searched: [], words: expect.stringContaining(words) });
});
