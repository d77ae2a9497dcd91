// The Go module proxy. https://go.dev/ref/mod#module-proxy It knows versions, their dates and requirements, but no licenses: these are in the files
// of a module.
import { membersOf, momentOf } from '../answers.ts';
import type { Registry } from '../registry.ts';
import { escaped, findModule } from './sources.ts';

export const golang: Registry = {
  name: 'golang',
  title: 'Go module proxy',
  publicAddress: 'https://proxy.golang.org',
  documentation: 'https://go.dev/ref/mod#module-proxy',
  async fetchFacts(server, { namespace, name, versions }) {
    const path = `/${escaped(namespace === '' ? name : `${namespace}/${name}`)}/@v`;
    const list = await server.text(`${path}/list`);
    if (list === undefined) return undefined;
    // The list has no pseudo-versions.
    const all = [...new Set([...list.split(/\s+/).filter((one) => one !== ''), ...versions])];
    const dates = new Map<string, string>();
    for (const version of versions) {
      const info = await server.json(`${path}/${escaped(version)}.info`);
      if (info !== undefined) dates.set(version, momentOf(membersOf(info).get('Time')));
    }
    return {
      description: '',
      homepageUrl: '',
      versions: all
        .filter((version) => dates.has(version) || !versions.includes(version))
        .map((version) => ({
          version,
          license: '',
          releasedOn: dates.get(version) ?? '',
          isWithdrawn: false,
          requirements: [],
        })),
    };
  },
  source: {
    isNested: false,
    find: findModule,
    hashFiles: async (file, signal) => (await import('./module-hash.ts')).moduleHash(file, signal),
  },
};
