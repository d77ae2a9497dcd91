// Hex. https://github.com/hexpm/specifications/blob/main/http_api.md
import { choiceOf, listOf, membersOf, momentOf, textOf } from '../answers.ts';
import type { Registry } from '../registry.ts';

export const hex: Registry = {
  name: 'hex',
  title: 'Hex',
  publicAddress: 'https://hex.pm',
  documentation: 'https://github.com/hexpm/specifications',
  search: {
    async find(server, words, limit) {
      const answer = await server.json(`/api/packages?search=${encodeURIComponent(words)}&sort=downloads`);
      return listOf(answer)
        .slice(0, limit)
        .map(membersOf)
        .map((found) => {
          const meta = membersOf(found.get('meta'));
          return {
            namespace: '',
            name: textOf(found.get('name')),
            description: textOf(meta.get('description')),
            homepageUrl: textOf(found.get('html_url')),
            version: textOf(found.get('latest_stable_version')) || textOf(found.get('latest_version')),
            license: choiceOf(listOf(meta.get('licenses')).map(textOf)),
          };
        });
    },
  },
  async fetchFacts(server, { name }) {
    const answer = await server.json(`/api/packages/${encodeURIComponent(name)}`);
    if (answer === undefined) return undefined;
    const found = membersOf(answer);
    const meta = membersOf(found.get('meta'));
    const retired = membersOf(found.get('retirements'));
    const links = [...membersOf(meta.get('links')).values()].map(textOf);
    // Hex keeps one license for all versions.
    const license = choiceOf(listOf(meta.get('licenses')).map(textOf));
    return {
      description: textOf(meta.get('description')),
      homepageUrl: links.find((url) => /^https?:/.test(url)) ?? '',
      versions: listOf(found.get('releases')).map((one) => {
        const version = textOf(membersOf(one).get('version'));
        return {
          version,
          license,
          releasedOn: momentOf(membersOf(one).get('inserted_at')),
          isWithdrawn: retired.has(version),
          requirements: [],
        };
      }),
    };
  },
  source: {
    isNested: true,
    publicAddress: 'https://repo.hex.pm',
    /** The archive of a release, whose digest is that of the whole. */
    async find(server, { name, version }) {
      const path = `/api/packages/${encodeURIComponent(name)}`;
      const answer = await server.json(path);
      if (answer === undefined) return undefined;
      const release = await server.json(`${path}/releases/${encodeURIComponent(version)}`);
      const digest = textOf(membersOf(release).get('checksum')).toLowerCase();
      const url = `/tarballs/${encodeURIComponent(`${name}-${version}`)}.tar`;
      return {
        source: /^[0-9a-f]{64}$/.test(digest) ? { url, algorithm: 'sha256', digest } : undefined,
        versions: listOf(membersOf(answer).get('releases')).map((one) => textOf(membersOf(one).get('version'))),
      };
    },
  },
};
