// Maven Central, and repositories of Maven. https://central.sonatype.org/search/rest-api-guide/ and https://maven.apache.org/repositories/layout.html
// The license of a version may stand in a parent of its pom.
import type { VersionFacts } from '../../domain/registries.ts';
import type { Registry, RegistryServer } from '../registry.ts';
import { type Pom, readPom, versionsOfMetadata } from './pom.ts';

/** Chains are short; a circle ends here. */
const MOST_PARENTS = 8;

export const maven: Registry = {
  name: 'maven',
  title: 'Maven Central',
  publicAddress: 'https://repo1.maven.org/maven2',
  documentation: 'https://maven.apache.org/repositories/layout.html',
  async ask(server, { namespace, name, versions }) {
    const metadata = await server.text(`${folderOf(namespace, name)}/maven-metadata.xml`);
    if (metadata === undefined) return undefined;
    const all = versionsOfMetadata(metadata);
    const told = new Map<string, Pom>();
    for (const version of versions.filter((one) => all.includes(one))) {
      const pom = await pomWithParents(server, namespace, name, version);
      if (pom !== undefined) told.set(version, pom);
    }
    const last = [...told.values()].at(-1);
    return {
      description: last?.description ?? '',
      homepageUrl: last?.url ?? '',
      versions: all.map((version) => versionFacts(version, told.get(version))),
    };
  },
};

function folderOf(group: string, artifact: string): string {
  return `/${[...group.split('.'), artifact].map(encodeURIComponent).join('/')}`;
}

/** The pom of a version; what it does not say of license and home page, its parents may. */
async function pomWithParents(
  server: RegistryServer,
  group: string,
  artifact: string,
  version: string,
): Promise<Pom | undefined> {
  const read = async (coordinates: { group: string; artifact: string; version: string }) => {
    const { group: g, artifact: a, version: v } = coordinates;
    const text = await server.text(`${folderOf(g, a)}/${encodeURIComponent(v)}/${encodeURIComponent(`${a}-${v}.pom`)}`);
    return text === undefined ? undefined : readPom(text);
  };
  const own = await read({ group, artifact, version });
  let above = own?.parent;
  for (let count = 0; own !== undefined && above !== undefined && own.license === '' && count < MOST_PARENTS; count++) {
    const parent = await read(above);
    own.license = parent?.license ?? '';
    own.url ||= parent?.url ?? '';
    above = parent?.parent;
  }
  return own;
}

function versionFacts(version: string, pom: Pom | undefined): VersionFacts {
  return {
    version,
    license: pom === undefined ? null : pom.license,
    releasedOn: '',
    isWithdrawn: false,
    requirements: [],
  };
}
