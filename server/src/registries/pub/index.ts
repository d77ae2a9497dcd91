// pub.dev. https://github.com/dart-lang/pub/blob/master/doc/repository-spec-v2.md
import type { VersionFacts } from '../../domain/derivation/registries.ts';
import { listOf, membersOf, momentOf, textOf } from '../answers.ts';
import type { Registry } from '../registry.ts';

export const pub: Registry = {
  name: 'pub',
  title: 'pub.dev',
  publicAddress: 'https://pub.dev',
  documentation: 'https://pub.dev/help/api',
  search: {
    async find(server, words, limit) {
      const answer = await server.json(`/api/search?q=${encodeURIComponent(words)}`);
      return listOf(membersOf(answer).get('packages'))
        .slice(0, limit)
        .map((one) => ({
          namespace: '',
          name: textOf(membersOf(one).get('package')),
          description: '',
          homepageUrl: '',
          version: '',
          license: '',
        }));
    },
  },
  async fetchFacts(server, { name }) {
    const path = `/api/packages/${encodeURIComponent(name)}`;
    const answer = await server.json(path);
    if (answer === undefined) return undefined;
    const latest = membersOf(membersOf(answer).get('latest'));
    const pubspec = membersOf(latest.get('pubspec'));
    const license = await licenseOfLatest(server.json(`${path}/score`));
    return {
      description: textOf(pubspec.get('description')),
      homepageUrl: textOf(pubspec.get('homepage')) || textOf(pubspec.get('repository')),
      versions: listOf(membersOf(answer).get('versions')).map((one) =>
        versionFacts(membersOf(one), textOf(latest.get('version')), license),
      ),
    };
  },
  source: {
    isNested: false,
    async find(server, { name, version }) {
      const answer = await server.json(`/api/packages/${encodeURIComponent(name)}`);
      if (answer === undefined) return undefined;
      const versions = listOf(membersOf(answer).get('versions')).map(membersOf);
      const found = versions.find((one) => one.get('version') === version);
      const [url, digest] = [textOf(found?.get('archive_url')), textOf(found?.get('archive_sha256'))];
      return {
        source: url !== '' && SHA256.test(digest) ? { url, algorithm: 'sha256', digest } : undefined,
        versions: versions.map((one) => textOf(one.get('version'))),
      };
    },
  },
};

const SHA256 = /^[0-9a-f]{64}$/;

/** The server reads the license of the latest version and returns it as a tag. */
async function licenseOfLatest(score: Promise<unknown>): Promise<string> {
  const tags = listOf(membersOf(await score).get('tags')).map(textOf);
  const named = tags.flatMap((tag) => /^license:(?!fsf-libre|osi-approved|unknown)(.+)$/.exec(tag)?.[1] ?? []);
  return named.length === 1 ? (named[0] ?? '') : '';
}

/** The tags of the latest version do not apply to other versions. */
function versionFacts(one: Map<string, unknown>, latest: string, license: string): VersionFacts {
  const version = textOf(one.get('version'));
  return {
    version,
    license: version === latest ? license : '',
    releasedOn: momentOf(one.get('published')),
    isWithdrawn: one.get('retracted') === true,
    requirements: [...membersOf(membersOf(one.get('pubspec')).get('dependencies'))]
      .filter(([, range]) => typeof range === 'string')
      .map(([name, range]) => ({ name, range: textOf(range) })),
  };
}
