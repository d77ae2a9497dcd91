// Maven Central, and other Maven repositories. https://central.sonatype.org/search/rest-api-guide/ and
// https://maven.apache.org/repositories/layout.html The dependencies and license of a version may be in a parent of its pom.
import type { FactRequirement, VersionFacts } from '../../domain/derivation/registries.ts';
import { choiceOf, listOf, membersOf, textOf } from '../answers.ts';
import type { Registry, RegistryServer } from '../registry.ts';
import type { MavenCoordinates } from './effective-pom.ts';
import { versionsOfMetadata } from './metadata.ts';
import { type CompletePom, completePom, fetchPom, folderOf } from './repository.ts';

/** Central has SHA-1 for all files, and better ones for new files. */
const DIGEST_FILES = [
  ['sha256', 64],
  ['sha1', 40],
] as const;

export const maven: Registry = {
  name: 'maven',
  title: 'Maven Central',
  publicAddress: 'https://repo1.maven.org/maven2',
  documentation: 'https://maven.apache.org/repositories/layout.html',
  search: {
    publicAddress: 'https://search.maven.org',
    async find(server, words, limit) {
      const answer = await server.json(`/solrsearch/select?q=${encodeURIComponent(words)}&rows=${limit}&wt=json`);
      return listOf(membersOf(membersOf(answer).get('response')).get('docs'))
        .map(membersOf)
        .map((found) => ({
          namespace: textOf(found.get('g')),
          name: textOf(found.get('a')),
          description: '',
          homepageUrl: '',
          version: textOf(found.get('latestVersion')),
          license: '',
        }));
    },
  },
  async fetchFacts(server, { namespace, name, versions }) {
    const metadata = await server.text(`${folderOf(namespace, name)}/maven-metadata.xml`);
    if (metadata === undefined) return undefined;
    const all = versionsOfMetadata(metadata);
    const poms = new Map<string, CompletePom>();
    for (const version of versions) {
      const pom = await pomOf(server, namespace, name, version);
      if (pom !== undefined) poms.set(version, pom);
    }
    const last = [...poms.values()].at(-1);
    // Some repositories do not list all versions that they have.
    const unlisted = [...poms.keys()].filter((version) => !all.includes(version));
    return {
      description: textOf(last?.chain[0]?.description),
      homepageUrl: textOf(firstOf(last, ({ url }) => url)),
      versions: [...all, ...unlisted].map((version) => versionFacts(version, poms.get(version))),
    };
  },
  source: {
    isNested: false,
    /** The jar with the sources, and the digest in the file beside it. */
    async find(server, { namespace, name, version }) {
      const folder = folderOf(namespace, name);
      const url = `${folder}/${encodeURIComponent(version)}/${encodeURIComponent(`${name}-${version}-sources.jar`)}`;
      for (const [algorithm, digits] of DIGEST_FILES) {
        const [digest = ''] = (await server.text(`${url}.${algorithm}`))?.trim().toLowerCase().split(/\s+/) ?? [];
        if (digest.length === digits && /^[0-9a-f]+$/.test(digest))
          return { source: { url, algorithm, digest }, versions: [] };
      }
      const metadata = await server.text(`${folder}/maven-metadata.xml`);
      return metadata === undefined ? undefined : { source: undefined, versions: versionsOfMetadata(metadata) };
    },
  },
};

async function pomOf(
  server: RegistryServer,
  group: string,
  artifact: string,
  version: string,
): Promise<CompletePom | undefined> {
  const pom = await fetchPom(server, { group, artifact, version });
  return pom === undefined ? undefined : completePom(server, pom);
}

/** If the pom does not state it, a parent may. */
function firstOf(pom: CompletePom | undefined, said: (pom: CompletePom['chain'][number]) => string): string {
  return pom?.chain.map(said).find((text) => text !== '') ?? '';
}

function versionFacts(version: string, pom: CompletePom | undefined): VersionFacts {
  return {
    version,
    license: pom === undefined ? null : firstOf(pom, ({ licenses }) => choiceOf(licenses.map(textOf))),
    releasedOn: '',
    isWithdrawn: false,
    requirements: pom === undefined ? [] : pom.effective.requirements.flatMap(requirementOf),
    ...(pom?.effective.relocation && { relocatedTo: textOf(coordinatesText(pom.effective.relocation)) }),
  };
}

function coordinatesText({ group, artifact, version }: MavenCoordinates): string {
  return `${group}:${artifact}:${version}`;
}

/** Users do not need the test dependencies of the package. */
function requirementOf({ name, range, type }: CompletePom['effective']['requirements'][number]): FactRequirement[] {
  if (type.has('test')) return [];
  return [{ name, range, ...(type.size > 0 && { type: Object.fromEntries(type) }) }];
}
