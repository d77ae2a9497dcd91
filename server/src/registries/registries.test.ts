// All registries against recorded answers over HTTP on the loopback.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RegistryStandIn, startRegistry } from '../../test/registry-server.ts';
import { type PackageFacts, type RegistryName, registryNames } from '../domain/derivation/registries.ts';
import { parseAllowList } from '../outgoing/allow-list.ts';
import { createOutgoing, type Outgoing } from '../outgoing/index.ts';
import { REGISTRIES } from './list.ts';
import { RegistryError } from './registry.ts';
import { openServer, type ServerLogin } from './server.ts';

let standIn: RegistryStandIn;
let other: RegistryStandIn;
let outgoing: Outgoing;
beforeAll(async () => {
  standIn = await startRegistry();
  other = await startRegistry();
  outgoing = createOutgoing(parseAllowList('127.0.0.1'));
});
afterEach(() => {
  for (const one of [standIn, other]) {
    one.answers.clear();
    one.troubles.length = 0;
    one.calls.length = 0;
  }
});
afterAll(async () => {
  await outgoing.close();
  await standIn.close();
  await other.close();
});

const now = () => new Date('2026-01-01T00:00:00Z');
const server = (login: Partial<ServerLogin> = {}) =>
  openServer({ outgoing, now }, { address: standIn.url, userName: '', secret: '', ...login });
const fetchFacts = (name: RegistryName, namespace: string, packageName: string, versions: string[] = []) =>
  REGISTRIES[name].fetchFacts(server(), { namespace, name: packageName, versions });

const version = (text: string, license: string | null, more: Partial<PackageFacts['versions'][number]> = {}) => ({
  version: text,
  license,
  releasedOn: '',
  isWithdrawn: false,
  requirements: [],
  ...more,
});

interface Case {
  name: RegistryName;
  namespace?: string;
  package: string;
  versions?: string[];
  answers: Record<string, unknown>;
  facts: PackageFacts;
}

const cases: Case[] = [
  {
    name: 'npm',
    namespace: '@scope',
    package: 'web',
    answers: {
      '/@scope%2Fweb': {
        description: 'A web',
        homepage: 'https://web.example',
        'dist-tags': { latest: '2.0.0' },
        time: { created: '2020-01-01T00:00:00.000Z', '1.0.0': '2020-01-02T00:00:00.000Z' },
        versions: {
          '1.0.0': {
            license: { type: 'MIT', url: 'x' },
            deprecated: 'use 2',
            dependencies: { a: '^1', b: 'npm:@c/d@2' },
          },
          '2.0.0': {
            licenses: [{ type: 'MIT' }, { type: 'GPL-2.0' }],
            peerDependencies: { react: '*', sass: '1' },
            peerDependenciesMeta: { sass: { optional: true } },
          },
        },
      },
    },
    facts: {
      description: 'A web',
      homepageUrl: 'https://web.example',
      versions: [
        version('1.0.0', 'MIT', {
          releasedOn: '2020-01-02T00:00:00.000Z',
          isWithdrawn: true,
          requirements: [
            { name: 'a', range: '^1' },
            { name: '@c/d', range: '2', type: { knownas: 'b' } },
          ],
        }),
        version('2.0.0', 'MIT OR GPL-2.0', {
          requirements: [
            { name: 'react', range: '*', type: { scope: 'peer' } },
            { name: 'sass', range: '1', type: { scope: 'peer', opt: '' } },
          ],
          tags: ['latest'],
        }),
      ],
    },
  },
  {
    name: 'pypi',
    package: 'web',
    versions: ['1.0'],
    answers: {
      '/pypi/web/json': {
        info: {
          version: '2.0',
          summary: 'A web',
          license_expression: 'MIT',
          project_urls: { Homepage: 'https://web.example' },
        },
        releases: {
          '0.9': [],
          '1.0': [{ upload_time_iso_8601: '2020-01-02T00:00:00Z', yanked: true, requires_python: '>=3' }],
          '2.0': [{ upload_time_iso_8601: '2021-01-02T00:00:00Z', yanked: false }],
        },
      },
      '/pypi/web/1.0/json': {
        info: {
          version: '1.0',
          license: 'The whole\ntext',
          classifiers: ['License :: OSI Approved :: BSD License', 'Topic :: X'],
          requires_dist: ['Log[color] (>=1,<2) ; extra == "all"', 'json>=2'],
        },
      },
    },
    facts: {
      description: 'A web',
      homepageUrl: 'https://web.example',
      versions: [
        version('0.9', null),
        version('1.0', 'License :: OSI Approved :: BSD License', {
          releasedOn: '2020-01-02T00:00:00.000Z',
          isWithdrawn: true,
          requirements: [
            { name: 'log', range: '>=1,<2', type: { environment: 'extra == "all"', enableddependencies: 'color' } },
            { name: 'json', range: '>=2' },
          ],
          requiresPython: '>=3',
        }),
        version('2.0', 'MIT', { releasedOn: '2021-01-02T00:00:00.000Z' }),
      ],
    },
  },
  {
    name: 'maven',
    namespace: 'org.web',
    package: 'core',
    // 0.9 exists and is not listed; 7 does not exist.
    versions: ['0.9', '7', '1.0'],
    answers: {
      '/org/web/core/maven-metadata.xml':
        '<metadata><versioning><latest>2.0</latest><versions><version>1.0</version><version>2.0</version></versions></versioning></metadata>',
      '/org/web/core/1.0/core-1.0.pom':
        '<project xmlns="x"><parent><groupId>org.web</groupId><artifactId>parent</artifactId><version>3</version></parent><description> A\n web</description><dependencies><dependency><groupId>org.log</groupId><artifactId>log</artifactId><exclusions><exclusion><groupId>a</groupId><artifactId>b</artifactId></exclusion></exclusions></dependency><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4</version><scope>test</scope></dependency></dependencies></project>',
      '/org/web/parent/3/parent-3.pom':
        '<project><url>https://web.example</url><licenses><license><name>Apache License 2.0</name></license><license><name>MIT</name></license></licenses><dependencyManagement><dependencies><dependency><groupId>org.web</groupId><artifactId>bom</artifactId><version>9</version><type>pom</type><scope>import</scope></dependency></dependencies></dependencyManagement></project>',
      '/org/web/bom/9/bom-9.pom':
        '<project><dependencyManagement><dependencies><dependency><groupId>org.log</groupId><artifactId>log</artifactId><version>2</version></dependency></dependencies></dependencyManagement></project>',
      '/org/web/core/0.9/core-0.9.pom': '<project/>',
    },
    facts: {
      description: 'A web',
      homepageUrl: 'https://web.example',
      versions: [
        version('1.0', '(Apache License 2.0) OR MIT', {
          requirements: [{ name: 'org.log:log', range: '2', type: { mavenexclusions: 'a:b' } }],
        }),
        version('2.0', null),
        version('0.9', ''),
      ],
    },
  },
  {
    name: 'cargo',
    package: 'web',
    answers: {
      '/api/v1/crates/web': {
        crate: { description: 'A web', repository: 'https://web.example' },
        versions: [{ num: '1.0.0', license: 'MIT/Apache-2.0', created_at: '2020-01-02T00:00:00Z', yanked: true }],
      },
    },
    facts: {
      description: 'A web',
      homepageUrl: 'https://web.example',
      versions: [version('1.0.0', 'MIT/Apache-2.0', { releasedOn: '2020-01-02T00:00:00.000Z', isWithdrawn: true })],
    },
  },
  {
    name: 'nuget',
    package: 'Web.Core',
    answers: {
      '/web.core/index.json': {
        items: [
          { '@id': '/web.core/page/1.json' },
          {
            items: [
              {
                catalogEntry: {
                  version: '2.0.0',
                  description: 'A web',
                  projectUrl: 'https://web.example',
                  licenseExpression: '',
                  licenseUrl: 'https://licenses.nuget.org/x',
                  published: '1900-01-01T00:00:00Z',
                },
              },
            ],
          },
        ],
      },
      '/web.core/page/1.json': {
        items: [
          {
            catalogEntry: {
              version: '1.0.0',
              licenseExpression: 'MIT',
              published: '2020-01-02T00:00:00Z',
              dependencyGroups: [{ dependencies: [{ id: 'Log', range: '[1.0, )' }] }],
            },
          },
        ],
      },
    },
    facts: {
      description: 'A web',
      homepageUrl: 'https://web.example',
      versions: [
        version('1.0.0', 'MIT', {
          releasedOn: '2020-01-02T00:00:00.000Z',
          requirements: [{ name: 'Log', range: '[1.0, )' }],
        }),
        version('2.0.0', '', { isWithdrawn: true }),
      ],
    },
  },
  {
    name: 'gem',
    package: 'web',
    answers: {
      '/api/v1/gems/web.json': { info: 'A web', homepage_uri: 'https://web.example' },
      '/api/v1/versions/web.json': [
        { number: '1.0', licenses: ['MIT', 'Ruby'], created_at: '2020-01-02T00:00:00Z', platform: 'ruby' },
        { number: '1.0', licenses: ['MIT'], platform: 'java' },
        { number: '0.9', licenses: null },
      ],
    },
    facts: {
      description: 'A web',
      homepageUrl: 'https://web.example',
      versions: [version('1.0', 'MIT OR Ruby', { releasedOn: '2020-01-02T00:00:00.000Z' }), version('0.9', '')],
    },
  },
  {
    name: 'composer',
    namespace: 'acme',
    package: 'web',
    answers: {
      '/p2/acme/web.json': {
        packages: {
          'acme/web': [
            {
              version: '2.0.0',
              description: 'A web',
              homepage: 'https://web.example',
              license: ['MIT'],
              require: { php: '>=8', 'psr/log': '^3' },
            },
            { version: '1.0.0', time: '2020-01-02T00:00:00+00:00', require: '__unset' },
          ],
        },
      },
    },
    facts: {
      description: 'A web',
      homepageUrl: 'https://web.example',
      versions: [
        version('2.0.0', 'MIT', { requirements: [{ name: 'psr/log', range: '^3' }] }),
        version('1.0.0', 'MIT', { releasedOn: '2020-01-02T00:00:00.000Z' }),
      ],
    },
  },
  {
    name: 'golang',
    namespace: 'github.com/Acme',
    package: 'web',
    versions: ['v1.0.0', 'v9.0.0'],
    answers: {
      '/github.com/!acme/web/@v/list': 'v1.0.0\nv1.1.0\n',
      '/github.com/!acme/web/@v/v1.0.0.info': { Version: 'v1.0.0', Time: '2020-01-02T00:00:00Z' },
    },
    facts: {
      description: '',
      homepageUrl: '',
      versions: [version('v1.0.0', '', { releasedOn: '2020-01-02T00:00:00.000Z' }), version('v1.1.0', '')],
    },
  },
  {
    name: 'pub',
    package: 'web',
    answers: {
      '/api/packages/web': {
        latest: { version: '1.0.0', pubspec: { description: 'A web', homepage: 'https://web.example' } },
        versions: [
          {
            version: '0.9.0',
            pubspec: { dependencies: { log: '^1.0.0', flutter: { sdk: 'flutter' } } },
            retracted: true,
          },
          { version: '1.0.0', pubspec: {}, published: '2020-01-02T00:00:00Z' },
        ],
      },
      '/api/packages/web/score': {
        tags: ['sdk:dart', 'license:bsd-3-clause', 'license:fsf-libre', 'license:osi-approved'],
      },
    },
    facts: {
      description: 'A web',
      homepageUrl: 'https://web.example',
      versions: [
        version('0.9.0', '', { isWithdrawn: true, requirements: [{ name: 'log', range: '^1.0.0' }] }),
        version('1.0.0', 'bsd-3-clause', { releasedOn: '2020-01-02T00:00:00.000Z' }),
      ],
    },
  },
  {
    name: 'hex',
    package: 'web',
    answers: {
      '/api/packages/web': {
        meta: { description: 'A web', licenses: ['Apache-2.0'], links: { GitHub: 'https://web.example' } },
        releases: [{ version: '1.0.0', inserted_at: '2020-01-02T00:00:00Z' }, { version: '0.9.0' }],
        retirements: { '0.9.0': { reason: 'security' } },
      },
    },
    facts: {
      description: 'A web',
      homepageUrl: 'https://web.example',
      versions: [
        version('1.0.0', 'Apache-2.0', { releasedOn: '2020-01-02T00:00:00.000Z' }),
        version('0.9.0', 'Apache-2.0', { isWithdrawn: true }),
      ],
    },
  },
];

it('every registry has its case', () => {
  expect(cases.map(({ name }) => name).sort()).toEqual([...registryNames].sort());
});

it.each(cases)('$name describes a package', async (one) => {
  for (const [path, answer] of Object.entries(one.answers)) standIn.answers.set(path, answer);
  expect(await fetchFacts(one.name, one.namespace ?? '', one.package, one.versions)).toEqual(one.facts);
});

describe.each([...registryNames])('%s', (name) => {
  it('does not have every package', async () => {
    expect(await fetchFacts(name, name === 'maven' ? 'g' : 'v', 'nothing', ['1'])).toBeUndefined();
  });

  it.each([
    'null',
    '[]',
    '7',
    '"x"',
    '{}',
    '{"versions":7,"items":[null,{"items":[7]}],"info":[],"releases":{"1":7},"packages":{"v/p":[[]]},"time":7,"crate":7,"meta":{"links":7}}',
  ])('reads %s as an answer without facts', async (body) => {
    const path = await pathOf(name);
    standIn.answers.set(path, body);
    const facts = await fetchFacts(name, 'v', 'p', ['1']);
    expect(facts?.description ?? '').toBe('');
  });
});

/** The first path that is requested from the registry. */
async function pathOf(name: RegistryName): Promise<string> {
  await fetchFacts(name, 'v', 'p', ['1']);
  return standIn.calls.splice(0)[0]?.path ?? '';
}

describe('a server', () => {
  it('is called again when it was busy, as late as it says', async () => {
    standIn.troubles.push(
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 503, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' } },
    );
    standIn.answers.set('/a', { b: 1 });
    expect(await server().json('/a')).toEqual({ b: 1 });
    expect(standIn.calls).toHaveLength(3);
  });

  it.each([
    [{ status: 429, headers: { 'retry-after': '86400' } }, 'returned status 429: it received too many requests.'],
    [{ status: 401 }, 'returned status 401: the credentials are missing or wrong.'],
    [{ status: 500 }, 'returned status 500.'],
    [{ status: 200, body: '<html>' }, 'returned something other than JSON.'],
  ])('%o is reported', async (trouble, sentence) => {
    standIn.troubles.push(trouble);
    const failure = await server()
      .json('/a')
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RegistryError);
    expect((failure as Error).message).toBe(`${new URL(standIn.url).host} ${sentence}`);
  });

  it('that cannot be reached is reported', async () => {
    const gone = await startRegistry();
    await gone.close();
    await expect(server({ address: gone.url }).json('/a')).rejects.toThrow('cannot be reached');
  });

  it('in an internal network is not called unless the setting allows it', async () => {
    const strict = createOutgoing([]);
    const strictServer = openServer({ outgoing: strict, now }, { address: standIn.url, userName: '', secret: '' });
    await expect(strictServer.json('/a')).rejects.toThrow(RegistryError);
    expect(standIn.calls).toHaveLength(0);
    await strict.close();
  });

  it('gets its own credentials, and no other server does', async () => {
    other.answers.set('/b', {});
    standIn.answers.set('/a', {});
    await server({ secret: 'token' }).json('/a');
    await server({ userName: 'me', secret: 'pass' }).json('/a');
    await server({ secret: 'token' }).json(`${other.url}/b`);
    expect(standIn.calls.map(({ headers }) => headers.authorization)).toEqual(['Bearer token', 'Basic bWU6cGFzcw==']);
    expect(other.calls.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });
});
