// RubyGems. https://guides.rubygems.org/rubygems-org-api/
import { choiceOf, listOf, membersOf, momentOf, textOf } from '../answers.ts';
import type { Registry } from '../registry.ts';

export const gem: Registry = {
  name: 'gem',
  title: 'RubyGems',
  publicAddress: 'https://rubygems.org',
  documentation: 'https://guides.rubygems.org/rubygems-org-api/',
  search: {
    async find(server, words, limit) {
      const answer = await server.json(`/api/v1/search.json?query=${encodeURIComponent(words)}`);
      return listOf(answer)
        .slice(0, limit)
        .map(membersOf)
        .map((found) => ({
          namespace: '',
          name: textOf(found.get('name')),
          description: textOf(found.get('info')),
          homepageUrl: textOf(found.get('homepage_uri')) || textOf(found.get('source_code_uri')),
          version: textOf(found.get('version')),
          license: choiceOf(listOf(found.get('licenses')).map(textOf)),
        }));
    },
  },
  async fetchFacts(server, { name }) {
    const answer = await server.json(`/api/v1/gems/${encodeURIComponent(name)}.json`);
    if (answer === undefined) return undefined;
    const found = membersOf(answer);
    const versions = listOf(await server.json(`/api/v1/versions/${encodeURIComponent(name)}.json`)).map(membersOf);
    return {
      description: textOf(found.get('info')),
      homepageUrl: textOf(found.get('homepage_uri')) || textOf(found.get('source_code_uri')),
      versions: versions
        // One entry per platform.
        .filter((one, at) => versions.findIndex((other) => other.get('number') === one.get('number')) === at)
        .map((one) => ({
          version: textOf(one.get('number')),
          license: choiceOf(listOf(one.get('licenses')).map(textOf)),
          releasedOn: momentOf(one.get('created_at')),
          isWithdrawn: false,
          requirements: [],
        })),
    };
  },
  source: {
    isNested: true,
    /** The gem for all platforms, which has the sources. */
    async find(server, { name, version }) {
      const answer = await server.json(`/api/v1/versions/${encodeURIComponent(name)}.json`);
      if (answer === undefined) return undefined;
      const versions = listOf(answer).map(membersOf);
      const found = versions.find((one) => one.get('number') === version && one.get('platform') === 'ruby');
      const digest = textOf(found?.get('sha'));
      const url = `/gems/${encodeURIComponent(`${name}-${version}`)}.gem`;
      return {
        source: /^[0-9a-f]{64}$/.test(digest) ? { url, algorithm: 'sha256', digest } : undefined,
        versions: versions.map((one) => textOf(one.get('number'))),
      };
    },
  },
};
