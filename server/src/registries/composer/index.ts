// Packagist, and repositories of Composer 2. https://packagist.org/apidoc#get-package-data
import type { VersionFacts } from '../../domain/derivation/registries.ts';
import { choiceOf, listOf, membersOf, momentOf, textOf } from '../answers.ts';
import type { Registry } from '../registry.ts';

export const composer: Registry = {
  name: 'composer',
  title: 'Packagist',
  publicAddress: 'https://repo.packagist.org',
  documentation: 'https://packagist.org/apidoc',
  search: {
    publicAddress: 'https://packagist.org',
    async find(server, words, limit) {
      const answer = await server.json(`/search.json?q=${encodeURIComponent(words)}&per_page=${limit}`);
      return listOf(membersOf(answer).get('results'))
        .map(membersOf)
        .map((found) => {
          const [namespace = '', name = ''] = textOf(found.get('name')).split('/');
          const [description, homepageUrl] = [textOf(found.get('description')), textOf(found.get('repository'))];
          return { namespace, name, description, homepageUrl, version: '', license: '' };
        });
    },
  },
  async fetchFacts(server, { namespace, name }) {
    const full = `${namespace}/${name}`;
    const answer = await server.json(`/p2/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}.json`);
    if (answer === undefined) return undefined;
    const entries = expanded(listOf(membersOf(membersOf(answer).get('packages')).get(full)).map(membersOf));
    return {
      description: textOf(entries[0]?.get('description')),
      homepageUrl: textOf(entries[0]?.get('homepage')) || textOf(membersOf(entries[0]?.get('source')).get('url')),
      versions: entries.map(versionFacts),
    };
  },
  // https://getcomposer.org/doc/04-schema.md#package
  source: {
    isNested: false,
    /** Packagist itself states no digests of the archives, which lie at code hosts; repositories of one's own (Satis, Private Packagist) do. */
    async find(server, { namespace, name, version }) {
      const answer = await server.json(`/p2/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}.json`);
      if (answer === undefined) return undefined;
      const all = listOf(membersOf(membersOf(answer).get('packages')).get(`${namespace}/${name}`)).map(membersOf);
      const entries = expanded(all);
      const dist = membersOf(entries.find((one) => one.get('version') === version)?.get('dist'));
      const [url, digest] = [textOf(dist.get('url')), textOf(dist.get('shasum'))];
      return {
        source: url !== '' && /^[0-9a-f]{40}$/.test(digest) ? { url, algorithm: 'sha1', digest } : undefined,
        versions: entries.map((one) => textOf(one.get('version'))),
      };
    },
  },
};

/** Each entry has only the differences from the one before it. https://github.com/composer/metadata-minifier */
function expanded(entries: readonly Map<string, unknown>[]): Map<string, unknown>[] {
  let before = new Map<string, unknown>();
  return entries.map((entry) => {
    before = new Map([...before, ...entry]);
    for (const [key, value] of before) if (value === '__unset') before.delete(key);
    return before;
  });
}

function versionFacts(entry: Map<string, unknown>): VersionFacts {
  return {
    version: textOf(entry.get('version')),
    license: choiceOf(listOf(entry.get('license')).map(textOf)),
    releasedOn: momentOf(entry.get('time')),
    isWithdrawn: entry.has('abandoned') && entry.get('abandoned') !== false,
    requirements: [...membersOf(entry.get('require'))]
      // A name without a vendor is PHP itself or a part of it.
      .filter(([name]) => name.includes('/'))
      .map(([name, range]) => ({ name, range: textOf(range) })),
  };
}
