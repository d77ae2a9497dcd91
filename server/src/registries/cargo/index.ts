// crates.io. https://crates.io/data-access
import { listOf, membersOf, momentOf, textOf } from '../answers.ts';
import type { Registry } from '../registry.ts';

export const cargo: Registry = {
  name: 'cargo',
  title: 'crates.io',
  publicAddress: 'https://crates.io',
  documentation: 'https://crates.io/data-access',
  search: {
    async find(server, words, limit) {
      const answer = await server.json(`/api/v1/crates?q=${encodeURIComponent(words)}&per_page=${limit}`);
      return listOf(membersOf(answer).get('crates'))
        .map(membersOf)
        .map((crate) => ({
          namespace: '',
          name: textOf(crate.get('name')),
          description: textOf(crate.get('description')),
          homepageUrl: textOf(crate.get('homepage')) || textOf(crate.get('repository')),
          version: textOf(crate.get('max_stable_version')) || textOf(crate.get('max_version')),
          license: '',
        }));
    },
  },
  async fetchFacts(server, { name }) {
    const answer = await server.json(`/api/v1/crates/${encodeURIComponent(name)}`);
    if (answer === undefined) return undefined;
    const crate = membersOf(membersOf(answer).get('crate'));
    return {
      description: textOf(crate.get('description')),
      homepageUrl: textOf(crate.get('homepage')) || textOf(crate.get('repository')),
      versions: listOf(membersOf(answer).get('versions')).map((one) => {
        const about = membersOf(one);
        return {
          version: textOf(about.get('num')),
          license: textOf(about.get('license')),
          releasedOn: momentOf(about.get('created_at')),
          isWithdrawn: about.get('yanked') === true,
          requirements: [],
        };
      }),
    };
  },
  source: {
    isNested: false,
    async find(server, { name, version }) {
      const answer = await server.json(`/api/v1/crates/${encodeURIComponent(name)}`);
      if (answer === undefined) return undefined;
      const versions = listOf(membersOf(answer).get('versions')).map(membersOf);
      const found = versions.find((one) => one.get('num') === version);
      const [url, digest] = [textOf(found?.get('dl_path')), textOf(found?.get('checksum'))];
      return {
        source: url.startsWith('/') && /^[0-9a-f]{64}$/.test(digest) ? { url, algorithm: 'sha256', digest } : undefined,
        versions: versions.map((one) => textOf(one.get('num'))),
      };
    },
  },
};
