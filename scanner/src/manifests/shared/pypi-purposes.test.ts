import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { DependencyScope } from '../../dependency-scopes.ts';
import { readManifest } from '../index.ts';
import { PURPOSES, scopeOfExtra, scopeOfExtras, scopeOfFile, scopeOfGroup } from './pypi-purposes.ts';

describe('pypi-purposes.yaml', () => {
  it('is complete, finds its examples, and has no word twice', () => {
    const schema = readFileSync(new URL('./pypi-purposes.schema.json', import.meta.url), 'utf8');
    const isWhole = new Ajv2020({ allErrors: true }).compile(JSON.parse(schema));
    isWhole(PURPOSES);
    expect(isWhole.errors ?? []).toEqual([]);
    const words = Object.values(PURPOSES).flatMap(({ words, onlyFiles }) => [...words, ...onlyFiles]);
    expect(words.length).toBe(new Set(words).size);
    for (const [scope, { example, never }] of Object.entries(PURPOSES)) {
      expect(scopeOfExtra(example), example).toBe(scope);
      expect(scopeOfFile(example), example).toBe(scope);
      expect(scopeOfFile(never), never).toBe('runtime');
    }
  });
});

describe('the scope by a name', () => {
  it.each<[string, DependencyScope, DependencyScope, DependencyScope]>([
    ['name', 'runtime', 'optional', 'development'],
    ['Test', 'test', 'test', 'test'],
    ['dev-test', 'test', 'test', 'test'],
    ['docs', 'development', 'development', 'development'],
    ['lint', 'development', 'development', 'development'],
    ['format', 'development', 'optional', 'development'],
    ['tools', 'development', 'optional', 'development'],
    ['extras', 'optional', 'optional', 'development'],
    ['build', 'build', 'build', 'build'],
    ['latest', 'runtime', 'optional', 'development'],
    ['all', 'runtime', 'optional', 'development'],
  ])('%s', (name, file, extra, group) => {
    expect([scopeOfFile(name), scopeOfExtra(name), scopeOfGroup(name)]).toEqual([file, extra, group]);
  });

  it('of several extras', () => {
    expect(scopeOfExtras(['test', 'dev'])).toBe('test');
    expect(scopeOfExtras(['test', 'all'])).toBe('optional');
    expect(scopeOfExtras([])).toBe('optional');
  });
});

describe('an extra has the same scope in each format', () => {
  it.each<[string, string, string]>([
    [
      'pypi-setup-py',
      'setup.py',
      'setup(name="n", extras_require={"docs": ["a"], "tests:python_version < \'3\'": ["b"], "x": ["c"], ":os_name == \'nt\'": ["d"]})',
    ],
    [
      'pypi-setup-cfg',
      'setup.cfg',
      '[metadata]\nname = n\n[options]\ninstall_requires = d\n[options.extras_require]\ndocs = a\ntests = b\nx = c\n',
    ],
    [
      'pypi-pyproject',
      'PEP 621',
      '[project]\nname = "n"\ndependencies = ["d"]\n[project.optional-dependencies]\ndocs = ["a"]\ntests = ["b"]\nx = ["c"]\n',
    ],
    [
      'pypi-pyproject',
      'Poetry',
      '[tool.poetry]\nname = "n"\n[tool.poetry.dependencies]\na = { version = "*", optional = true }\nb = { version = "*", optional = true }\nc = { version = "*", optional = true }\nd = "*"\n[tool.poetry.extras]\ndocs = ["a"]\ntests = ["b"]\nx = ["c"]\n',
    ],
    [
      'pypi-metadata',
      'METADATA',
      'Metadata-Version: 2.1\nName: n\nRequires-Dist: a ; extra == "docs"\nRequires-Dist: b ; python_version < "3" and \'tests\' == extra\nRequires-Dist: c ; extra == "x"\nRequires-Dist: d ; os_name == "nt"\n',
    ],
    [
      'pypi-egg-requires',
      'requires.txt',
      '[:os_name == "nt"]\nd\n[docs]\na\n[tests:python_version < "3"]\nb\n[x]\nc\n',
    ],
  ])('%s: %s', (member, _, text) => {
    const { findings } = readManifest(member, Buffer.from(text));
    const requests: { purl: string; scope: DependencyScope; marker?: string }[] = [
      ...findings.filter(({ role }) => role === 'requires'),
      ...findings.flatMap(({ role, dependencies }) => (role === 'declares' ? dependencies : [])),
    ];
    const scopes = Object.fromEntries(requests.map(({ purl, scope }) => [purl.slice('pkg:pypi/'.length), scope]));
    expect(scopes).toEqual({ a: 'development', b: 'test', c: 'optional', d: 'runtime' });
    const markers = Object.fromEntries(
      requests.map(({ purl, marker = '' }) => [purl.slice('pkg:pypi/'.length), marker]),
    );
    expect(markers.a).toContain('extra == "docs"');
    expect(markers.c).toContain('extra == "x"');
  });
});
