// The npm registry, and registries with the same interface. https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md
import type { FactRequirement, VersionFacts } from '../../domain/derivation/registries.ts';
import { choiceOf, listOf, membersOf, momentOf, textOf } from '../answers.ts';
import type { Registry } from '../registry.ts';
import { sourceIn } from './source.ts';

export const npm: Registry = {
  name: 'npm',
  title: 'npm',
  publicAddress: 'https://registry.npmjs.org',
  documentation: 'https://github.com/npm/registry',
  // https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md#get-v1search
  search: {
    async find(server, words, limit) {
      const answer = await server.json(`/-/v1/search?text=${encodeURIComponent(words)}&size=${limit}`);
      return listOf(membersOf(answer).get('objects')).map((one) => {
        const found = membersOf(membersOf(one).get('package'));
        const links = membersOf(found.get('links'));
        const [, namespace = '', name = ''] = /^(?:(@[^/]+)\/)?(.*)$/s.exec(textOf(found.get('name'))) ?? [];
        return {
          namespace,
          name,
          description: textOf(found.get('description')),
          homepageUrl: textOf(links.get('homepage')) || textOf(links.get('repository')),
          version: textOf(found.get('version')),
          license: textOf(found.get('license')),
        };
      });
    },
  },
  async fetchFacts(server, { namespace, name }) {
    const answer = await server.json(pathOf(namespace, name));
    if (answer === undefined) return undefined;
    const found = membersOf(answer);
    const times = membersOf(found.get('time'));
    const tags = membersOf(found.get('dist-tags'));
    return {
      description: textOf(found.get('description')),
      homepageUrl: textOf(found.get('homepage')),
      versions: [...membersOf(found.get('versions'))].map(([version, about]) =>
        versionFacts(version, membersOf(about), times.get(version), tags),
      ),
    };
  },
  source: {
    isNested: false,
    async find(server, { namespace, name, version }) {
      const answer = await server.json(pathOf(namespace, name));
      return answer === undefined ? undefined : sourceIn(answer, version);
    },
  },
};

const pathOf = (namespace: string, name: string) =>
  `/${encodeURIComponent(namespace === '' ? name : `${namespace}/${name}`).replace('%40', '@')}`;

function versionFacts(
  version: string,
  about: Map<string, unknown>,
  time: unknown,
  tags: Map<string, unknown>,
): VersionFacts {
  const ownTags = [...tags].filter(([, tagged]) => tagged === version).map(([tag]) => tag);
  return {
    version,
    license: licenseOf(about),
    releasedOn: momentOf(time),
    isWithdrawn: about.has('deprecated') && about.get('deprecated') !== false,
    requirements: requirementsOf(about),
    ...(ownTags.length > 0 && { tags: ownTags }),
  };
}

/** Old packages have an object, or a list to choose from. */
function licenseOf(about: Map<string, unknown>): string {
  const declared = about.get('license') ?? about.get('licenses');
  const one = (value: unknown) =>
    textOf(value) || textOf(membersOf(value).get('type')) || textOf(membersOf(value).get('name'));
  return Array.isArray(declared) ? choiceOf(listOf(declared).map(one)) : one(declared);
}

function requirementsOf(about: Map<string, unknown>): FactRequirement[] {
  const of = (field: string, type?: Record<string, string>) => entriesOf(about, field, () => type);
  return [...of('dependencies'), ...of('optionalDependencies', { opt: '' }), ...peersOf(about)];
}

/** Optional peers are not installed, but restrict the version of a package that is. */
function peersOf(about: Map<string, unknown>): FactRequirement[] {
  const meta = membersOf(about.get('peerDependenciesMeta'));
  const isOptional = (name: string) => membersOf(meta.get(name)).get('optional') === true;
  return entriesOf(about, 'peerDependencies', (name) => ({ scope: 'peer', ...(isOptional(name) && { opt: '' }) }));
}

function entriesOf(
  about: Map<string, unknown>,
  field: string,
  typeOf: (name: string) => Record<string, string> | undefined,
): FactRequirement[] {
  return [...membersOf(about.get(field))].map(([name, range]) => aliased(name, textOf(range), typeOf(name)));
}

/** `npm:other@1` installs another package under this name. */
function aliased(name: string, range: string, type: Record<string, string> | undefined): FactRequirement {
  const alias = /^npm:(@?[^@]+)(?:@(.*))?$/.exec(range);
  if (alias === null) return { name, range, ...(type && { type }) };
  return { name: alias[1] ?? name, range: alias[2] ?? '*', type: { ...type, knownas: name } };
}
