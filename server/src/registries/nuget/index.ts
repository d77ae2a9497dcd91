// NuGet, by its registrations. https://learn.microsoft.com/nuget/api/registration-base-url-resource
import type { VersionFacts } from '../../domain/derivation/registries.ts';
import { listOf, membersOf, momentOf, textOf } from '../answers.ts';
import type { Registry } from '../registry.ts';

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
    const answer = await server.json(`/${encodeURIComponent(name.toLowerCase())}/index.json`);
    if (answer === undefined) return undefined;
    const entries: Map<string, unknown>[] = [];
    for (const page of listOf(membersOf(answer).get('items')).map(membersOf)) {
      // The pages of large packages have their own addresses.
      const items = page.has('items')
        ? page.get('items')
        : membersOf(await server.json(textOf(page.get('@id')))).get('items');
      entries.push(...listOf(items).map((item) => membersOf(membersOf(item).get('catalogEntry'))));
    }
    const last = entries.at(-1);
    return {
      description: textOf(last?.get('description')),
      homepageUrl: textOf(last?.get('projectUrl')),
      versions: entries.map(versionFacts),
    };
  },
};

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
