// The packages that a source of packages names, by their package URLs. Pure.
import { formatPurl, parsePurl } from '@assay/scanner/packages';
import type { RegistryName } from '../derivation/registries.ts';
import { type Refusal, refuse } from '../refusal.ts';

export const MOST_PACKAGES = 200;

export interface WantedSource {
  /** In canonical form. */
  purl: string;
  registry: RegistryName;
  namespace: string;
  name: string;
  version: string;
  /** The folder of its files in that of the source: `npm/@scope/x@1.0.0`. */
  folder: string;
}

/** Package URLs, each once; separated by blanks, commas or ends of lines. `registries` are those whose packages can be fetched. */
export function readPackageList(text: string, registries: readonly RegistryName[]): WantedSource[] | Refusal {
  const wanted = new Map<string, WantedSource>();
  for (const part of text.split(/[\s,]+/).filter((one) => one !== '')) {
    const source = readPackage(part, registries);
    if ('refusal' in source) return source;
    wanted.set(source.purl, source);
  }
  if (wanted.size === 0)
    return refuse('invalid', 'No package is named: write package URLs, such as pkg:npm/lodash@4.17.21.');
  if (wanted.size > MOST_PACKAGES)
    return refuse('invalid', `A source has at most ${MOST_PACKAGES} packages; this one names ${wanted.size}.`);
  return [...wanted.values()];
}

function readPackage(text: string, registries: readonly RegistryName[]): WantedSource | Refusal {
  const shown = JSON.stringify(text.slice(0, 200));
  const read = parsePurl(text);
  if ('problem' in read) return refuse('invalid', `${shown} is no package URL: ${read.problem}.`);
  const { type, namespace, name, version, qualifiers, subpath } = read.value;
  const registry = registries.find((known) => known === type);
  if (registry === undefined)
    return refuse(
      'invalid',
      `${shown} cannot be fetched: sources of the type "${type}" are not fetched, only those of ${registries.join(', ')}.`,
    );
  if (version === null || version === '')
    return refuse('invalid', `${shown} names no version: write it behind an @, such as pkg:npm/lodash@4.17.21.`);
  if (qualifiers !== null || subpath !== null)
    return refuse('invalid', `${shown} has qualifiers or a subpath, which have no meaning here.`);
  const parts = [...(namespace ?? '').split('/'), name, version].filter((part) => part !== '');
  if (parts.some((part) => part === '.' || part === '..' || /[\\\p{Cc}]/u.test(part)) || /\//.test(name + version))
    return refuse('invalid', `${shown} names a folder elsewhere.`);
  const canonical = formatPurl({ type, namespace, name, version });
  if ('problem' in canonical) return refuse('invalid', `${shown} is no package URL: ${canonical.problem}.`);
  const folder = [type, ...(namespace ?? '').split('/').filter((part) => part !== ''), `${name}@${version}`].join('/');
  return { purl: canonical.value, registry, namespace: namespace ?? '', name, version, folder };
}
