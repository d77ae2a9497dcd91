// NuGet, by its registrations. https://learn.microsoft.com/nuget/api/registration-base-url-resource
import type { VersionFacts } from '../../domain/derivation/registries.ts';
import { listOf, membersOf, momentOf, textOf } from '../answers.ts';
import type { Registry, RegistryServer } from '../registry.ts';

/** Unlisted packages have this year. */
const NEVER = '1900';

export const nuget: Registry = {
  name: 'nuget',
  title: 'NuGet',
  publicAddress: 'https://api.nuget.org/v3/registration5-gz-semver2',
  documentation: 'https://learn.microsoft.com/nuget/api/overview',
  // https://learn.microsoft.com/nuget/api/search-query-service-resource
  search: {
    publicAddress: 'https://azuresearch-usnc.nuget.org',
    async find(server, words, limit) {
      const answer = await server.json(`/query?q=${encodeURIComponent(words)}&take=${limit}&semVerLevel=2.0.0`);
      return listOf(membersOf(answer).get('data'))
        .map(membersOf)
        .map((found) => ({
          namespace: '',
          name: textOf(found.get('id')),
          description: textOf(found.get('description')),
          homepageUrl: textOf(found.get('projectUrl')),
          version: textOf(found.get('version')),
          license: usefulUrl(textOf(found.get('licenseUrl'))),
        }));
    },
  },
  async fetchFacts(server, { name }) {
    const items = await itemsOf(server, name);
    if (items === undefined) return undefined;
    const entries = items.map((item) => membersOf(item.get('catalogEntry')));
    const last = entries.at(-1);
    return {
      description: textOf(last?.get('description')),
      homepageUrl: textOf(last?.get('projectUrl')),
      versions: entries.map(versionFacts),
    };
  },
  source: {
    isNested: false,
    /** The package; its digest is in the leaf of the catalog. https://learn.microsoft.com/nuget/api/catalog-resource */
    async find(server, { name, version }) {
      const items = await itemsOf(server, name);
      if (items === undefined) return undefined;
      const entryOf = (item: Map<string, unknown>) => membersOf(item.get('catalogEntry'));
      const versionOf = (item: Map<string, unknown>) => textOf(entryOf(item).get('version'));
      const found = items.find((item) => versionOf(item).toLowerCase() === version.toLowerCase());
      const leaf = found && textOf(entryOf(found).get('@id'));
      const stated = leaf ? membersOf(await server.json(leaf)) : undefined;
      const digest = Buffer.from(textOf(stated?.get('packageHash')), 'base64');
      const url = textOf(found?.get('packageContent'));
      const isStated = /^sha512$/i.test(textOf(stated?.get('packageHashAlgorithm'))) && digest.length === SHA512_BYTES;
      return {
        source: url !== '' && isStated ? { url, algorithm: 'sha512', digest: digest.toString('hex') } : undefined,
        versions: items.map(versionOf),
      };
    },
  },
};

const SHA512_BYTES = 64;

/** A registration for each version; undefined if there is no such package. */
async function itemsOf(server: RegistryServer, name: string): Promise<Map<string, unknown>[] | undefined> {
  const answer = await server.json(`/${encodeURIComponent(name.toLowerCase())}/index.json`);
  if (answer === undefined) return undefined;
  const all: Map<string, unknown>[] = [];
  for (const page of listOf(membersOf(answer).get('items')).map(membersOf)) {
    // The pages of large packages have their own addresses.
    const items = page.has('items')
      ? page.get('items')
      : membersOf(await server.json(textOf(page.get('@id')))).get('items');
    all.push(...listOf(items).map(membersOf));
  }
  return all;
}

function versionFacts(entry: Map<string, unknown>): VersionFacts {
  const published = momentOf(entry.get('published'));
  const isListed = entry.get('listed') !== false && !published.startsWith(NEVER);
  return {
    version: textOf(entry.get('version')),
    // The address of a license also names it; the address for an expression or a file does not.
    license: textOf(entry.get('licenseExpression')) || usefulUrl(textOf(entry.get('licenseUrl'))),
    releasedOn: published.startsWith(NEVER) ? '' : published,
    isWithdrawn: !isListed || entry.has('deprecation'),
    requirements: listOf(entry.get('dependencyGroups'))
      .flatMap((group) => listOf(membersOf(group).get('dependencies')).map(membersOf))
      .map((one) => ({ name: textOf(one.get('id')), range: textOf(one.get('range')) })),
  };
}

function usefulUrl(url: string): string {
  return /(?:licenses\.nuget\.org|aka\.ms\/deprecateLicenseUrl)/i.test(url) ? '' : url;
}
