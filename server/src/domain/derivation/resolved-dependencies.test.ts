// The scopes of resolved dependencies.
import { RESOLVERS, type ResolvedGraph } from '@assay/scanner/resolve';
import { expect, it } from 'vitest';
import type { FactRequirement, Lookup } from './registries.ts';
import { purlOf, type ResolutionRoot, type ResolvedType, type RootRequirement } from './resolution-roots.ts';
import { dependenciesOf, ROOT_KEY, universeFor } from './resolved-dependencies.ts';

function lookupOf(type: ResolvedType, name: string, requirements: FactRequirement[]): [string, Lookup] {
  const purl = purlOf(type, name) as string;
  const version = { version: '1.0', license: '', releasedOn: '', isWithdrawn: false, requirements };
  const facts = {
    description: '',
    homepageUrl: '',
    versions: [{ ...version, version: type === 'npm' ? '1.0.0' : '1.0' }],
  };
  return [purl, { purl, registry: type, host: '', askedAt: new Date(0), outcome: 'FOUND', facts, problem: '' }];
}

function scopesOf(type: ResolvedType, requirements: RootRequirement[], packages: Record<string, FactRequirement[]>) {
  const root: ResolutionRoot = { purl: 'pkg:x/y', type, files: ['f'], requirements };
  const lookups = new Map(Object.entries(packages).map(([name, needs]) => lookupOf(type, name, needs)));
  const universe = universeFor(root, lookups);
  const options = { withPeers: true };
  const graph = RESOLVERS.get(type)?.(universe, ROOT_KEY.name, ROOT_KEY.version, options) as ResolvedGraph;
  return Object.fromEntries(dependenciesOf(root, graph).map(({ purl, scope }) => [purl.split(/[/@]/).at(-2), scope]));
}

const ofMaven = (
  name: string,
  scope: RootRequirement['scope'],
  type: Record<string, string> = {},
): RootRequirement => ({
  name: `g:${name}`,
  range: '1.0',
  scope,
  type,
});

it('Maven: the scope of a direct dependency overrides those of all others that need it', () => {
  const packages = {
    'g:web': [{ name: 'g:log', range: '1.0' }],
    'g:log': [{ name: 'g:text', range: '1.0' }],
    'g:text': [],
  };
  const web = ofMaven('web', 'runtime');
  expect(scopesOf('maven', [web], packages)).toEqual({ web: 'runtime', log: 'runtime', text: 'runtime' });
  expect(scopesOf('maven', [web, ofMaven('log', 'test')], packages)).toEqual({
    web: 'runtime',
    log: 'development',
    text: 'development',
  });
});

it('Maven: dependency management can keep a transitive dependency out of the runtime', () => {
  const packages = { 'g:web': [{ name: 'g:log', range: '1.0' }], 'g:log': [] };
  const managed = ofMaven('log', 'peer', { mavendependencyorigin: 'management' });
  expect(scopesOf('maven', [ofMaven('web', 'runtime'), managed], packages)).toEqual({
    web: 'runtime',
    log: 'development',
  });
});

it('npm: what only peer requests need has the scope of peers', () => {
  const peer = (name: string): FactRequirement => ({ name, range: '*', type: { scope: 'peer' } });
  const packages = {
    view: [peer('react'), { name: 'text', range: '*' }],
    react: [{ name: 'loose', range: '*' }],
    loose: [],
    text: [],
    lint: [peer('parser')],
    parser: [],
  };
  const requirements: RootRequirement[] = [
    { name: 'view', range: '*', scope: 'runtime' },
    { name: 'lint', range: '*', scope: 'development' },
  ];
  expect(scopesOf('npm', requirements, packages)).toEqual({
    view: 'runtime',
    react: 'peer',
    loose: 'peer',
    text: 'runtime',
    lint: 'development',
    parser: 'development',
  });
});
