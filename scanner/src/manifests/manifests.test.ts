// Tests every member with malformed input: none may throw, none may take long.
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../test/manifests/manifest-check.ts';
import { MANIFEST_SAMPLES } from '../../test/manifests/manifest-samples.ts';
import { dependencyScopes } from '../dependency-scopes.ts';
import { readManifest } from './index.ts';
import { MANIFEST_MEMBERS } from './members.ts';

/**
 * Bytes of a long input. Longer ones show nothing more: linear-time.test.ts compares the growth of the same repeated texts, which
 * finds in 64 KB what a fixed limit of time would find in a megabyte.
 */
const LONG = 1 << 15;
/** Levels of nesting, more than the stack of a recursive reader has room for. */
const DEEP = 30_000;
/** Changed copies of each sample. */
const COPIES = 1000;
const SCOPES: readonly string[] = dependencyScopes;
/** CPU time; generous, because the growth is tested elsewhere. */
const MAX_MS = 10_000;

const laughs = Array.from(
  { length: 30 },
  (_, i) => `a${i}: &a${i} [${Array.from({ length: 9 }, () => (i === 0 ? 'ha' : `*a${i - 1}`)).join(', ')}]`,
);
const entities = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i} "${i === 0 ? 'ha' : `&e${i - 1};`.repeat(9)}">`);
const doubling = Array.from({ length: 60 }, (_, i) => `<p${i}>\${p${i + 1}}\${p${i + 1}}</p${i}>`).join('');

const HOSTILE: [string, string | Uint8Array][] = [
  ['nothing', ''],
  ['a byte order mark', '\ufeff'],
  ['random bytes', random(4096)],
  ['a row of random bytes', random(LONG)],
  ['a row of zeros', new Uint8Array(LONG)],
  ['a row of one letter', 'a'.repeat(LONG)],
  ['a row of spaces', `name${' '.repeat(LONG)}x`],
  ['a row of spaces after a key', `name = ${' '.repeat(LONG)}x`],
  ['a row of spaces after a colon', `Name: ${' '.repeat(LONG)}x`],
  ['a row of line breaks', '\n'.repeat(LONG)],
  ['a row of short lines', 'a\n'.repeat(LONG / 2)],
  ['a row of keys', Array.from({ length: 8_000 }, (_, i) => `key${i} = "v"`).join('\n')],
  ['a row of quotes', '"'.repeat(LONG)],
  ['a row of @1', `/${'@1'.repeat(LONG / 2)}:\n`],
  ['packages of @1', `packages:\n  /${'@1'.repeat(LONG / 2)}:\n    dev: true\n`],
  ['a row of backslashes', '\\'.repeat(LONG)],
  ['a row of #', ' #'.repeat(LONG / 2)],
  ['a row of #via', `a==1${' # via x'.repeat(LONG / 8)}`],
  ['a row of setup(', 'setup('.repeat(LONG / 6)],
  ['a row of a=[', `setup(${'a=['.repeat(LONG / 3)}`],
  ['a row of ${', `<project><artifactId>${'${'.repeat(LONG / 2)}</artifactId></project>`],
  ['deep JSON lists', '['.repeat(DEEP)],
  ['deep JSON objects', `${'{"dependencies":{"a":'.repeat(DEEP / 2)}1${'}}'.repeat(DEEP / 2)}`],
  ['deep JSON packages', `{"packages":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP + 1)}`],
  ['deep TOML lists', `package = ${'['.repeat(DEEP)}`],
  ['deep TOML keys', `[${'a.'.repeat(DEEP)}a]`],
  ['deep YAML flow', `packages: ${'['.repeat(DEEP)}`],
  ['deep YAML blocks', Array.from({ length: 1000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ['deep XML', '<project>'.repeat(DEEP)],
  ['wide XML', `<project>${'<a/>'.repeat(LONG)}</project>`],
  ['YAML with exponential aliases', `lockfileVersion: '9.0'\n${laughs.join('\n')}\npackages: *a29\n`],
  [
    'XML with exponential entities',
    `<!DOCTYPE project [${entities.join('')}]><project><artifactId>&e29;</artifactId></project>`,
  ],
  [
    'XML that reads a file',
    '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]><project><groupId>g</groupId><artifactId>&x;</artifactId></project>',
  ],
  [
    'properties that double',
    `<project><groupId>g</groupId><artifactId>a</artifactId><version>\${p0}</version><properties>${doubling}</properties></project>`,
  ],
  [
    'the prototype',
    '{"__proto__":{"name":"x"},"constructor":1,"dependencies":{"__proto__":"1.0.0","constructor":"2.0.0"}}',
  ],
  ['UTF-16', Buffer.from('{"name":"a"}', 'utf16le')],
  ['duplicate keys', '{"name":"a","name":"b","dependencies":{"x":"1","x":"2"},"dependencies":{"y":"1"}}'],
  ['duplicate TOML tables', '[dependencies]\na = "1"\n[dependencies]\nb = "2"\n'],
  ['a long version', `{"name":"a","version":"${'1.'.repeat(LONG / 2)}"}`],
  ['a long purl', `{"components":[{"purl":"pkg:npm/${'a'.repeat(LONG)}"}]}`],
  ['maps nested in maps', `ext.a=${'[a:'.repeat(LONG / 3)}`],
  ['a row of dependencies {', 'dependencies {'.repeat(LONG / 14)],
  ['a row of implementation(', `dependencies {${'implementation('.repeat(LONG / 15)}`],
  ['a row of "a" %', '"a" % '.repeat(LONG / 6)],
  ['a row of [a "1"', `(defproject a "1" :dependencies [${'[a "1" '.repeat(LONG / 7)}`],
  ['a row of opened comments', '/*'.repeat(LONG / 2)],
  ['a list', '[1,2,3]'],
  ['a number', '1'],
  ['null', 'null'],
  [
    'wrong shapes of package.json',
    '{"name":1,"version":[],"license":{"x":1},"dependencies":[1],"devDependencies":{"a":{}},"peerDependenciesMeta":5}',
  ],
  [
    'wrong shapes of lockfiles',
    '{"packages":{"":1,"node_modules/a":[],"node_modules/b":{"version":{},"dependencies":3}},"dependencies":[]}',
  ],
  ['wrong shapes of nested lockfiles', '{"dependencies":{"a":1,"b":{"requires":[],"dependencies":{"c":2}}}}'],
  ['wrong shapes of TOML', 'package = 1\nproject = []\ntool = 3\nworkspace = "x"\ndependencies = 5\n[target]\nx = 1\n'],
  [
    'wrong shapes of package tables',
    '[[package]]\nname = 1\nversion = []\ndependencies = "x"\nsource = 5\nfiles = {}\n[[package]]\n',
  ],
  ['wrong shapes of YAML', 'importers: x\npackages:\n  - a\nsnapshots: [1]\n__metadata: y\n'],
];

describe.each(MANIFEST_MEMBERS.map((member) => [member.name] as const))('%s', (name) => {
  it.each(HOSTILE)('%s', (_, input) => {
    const start = cpuMs();
    const { findings, issues } = readManifest(name, typeof input === 'string' ? Buffer.from(input) : input);
    expect(cpuMs() - start).toBeLessThan(MAX_MS);
    expect(issues.length).toBeLessThanOrEqual(21);
    for (const issue of issues) {
      expect(issue).toMatchObject({ code: 'bad-manifest', path: '' });
      expect(issue.message).toMatch(/[.…]$/);
      expect(issue.message.length).toBeLessThan(600);
    }
    for (const { role, purl, type } of findings)
      expect(purl).toMatch(role === 'defines' ? /^$/ : new RegExp(`^pkg:${type}/`));
    expect(() => JSON.stringify(findings)).not.toThrow();
    expect(JSON.stringify(findings)).not.toContain('root:');
  });
});

/** Replaces each word by the name of a member of every JavaScript object. Look-ups in tables must not find such a member. */
describe.each(['constructor', '__proto__'])('each word as %s', (word) => {
  const words = Object.entries(MANIFEST_SAMPLES).filter(([, sample]) => typeof sample === 'string') as [
    string,
    string,
  ][];
  it.each(words)('%s', (name, sample) => {
    for (const { 0: replaced, index } of sample.matchAll(/[A-Za-z][\w.-]*/g)) {
      const text = sample.slice(0, index) + word + sample.slice(index + replaced.length);
      const { findings, issues } = readManifest(name, Buffer.from(text));
      const scopes = findings.flatMap((found) => [found.scope, ...found.dependencies.map(({ scope }) => scope)]);
      expect(scopes.filter((scope) => !SCOPES.includes(scope))).toEqual([]);
      // Messages of the engine for a failed call.
      expect(issues.map(({ message }) => message).join('\n')).not.toMatch(/is not a function|cannot read prop/i);
    }
  });
});

describe('inputs changed at random', () => {
  it.each(MANIFEST_MEMBERS.map((member) => [member.name] as const))('%s', (name) => {
    const sample = Buffer.from(MANIFEST_SAMPLES[name] as string);
    expect(readManifest(name, sample)).toMatchObject({
      findings: expect.arrayContaining([expect.anything()]),
      issues: [],
    });
    const bytes = random(20 * COPIES);
    for (let run = 0; run < COPIES; run++) {
      const mutated = Buffer.from(sample);
      for (let change = 0; change < 4; change++) {
        const [kind, high, low, value] = bytes.subarray((run * 4 + change) * 4);
        const at = (high! * 256 + low!) % mutated.length;
        if (kind! < 100) mutated[at] = value!;
        else if (kind! < 200) mutated[at] = sample[value! % sample.length]!;
        else mutated.copyWithin(at, value! % mutated.length, mutated.length - (kind! % 16));
      }
      const { findings, issues } = readManifest(name, mutated);
      for (const { role, purl } of findings) expect(purl.startsWith('pkg:')).toBe(role !== 'defines');
      expect(issues.length).toBeLessThanOrEqual(21);
    }
  });
});

it('an unknown member gives an issue', () => {
  expect(readManifest('none', new Uint8Array(0))).toMatchObject({ findings: [], issues: [{ code: 'bad-manifest' }] });
});

function random(length: number): Uint8Array {
  let state = 42;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}
