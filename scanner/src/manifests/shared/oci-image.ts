// Reads references to container images as requests: `registry:5000/a/b:tag@sha256:…`.
// Format: https://github.com/distribution/reference
import type { DependencyScope } from '../../dependency-scopes.ts';
import type { ManifestRequirement } from './identity.ts';

/** The registry that is used if none is named, and its folder of official images. */
const DOCKER_HUB = /^(?:docker\.io|index\.docker\.io|registry-1\.docker\.io)\//;

/** undefined if the name is invalid or has variables. The version is the tag, or the digest of an image without a tag. */
export function imageRequest(
  written: string,
  scope: DependencyScope,
  line: number | undefined,
): ManifestRequirement | undefined {
  const reference = written.trim().replace(DOCKER_HUB, '');
  const at = reference.indexOf('@');
  const digest = at < 0 ? '' : reference.slice(at + 1);
  const tagged = at < 0 ? reference : reference.slice(0, at);
  const colon = tagged.lastIndexOf(':');
  const hasTag = colon > tagged.lastIndexOf('/');
  const path = hasTag ? tagged.slice(0, colon) : tagged;
  const tag = hasTag ? tagged.slice(colon + 1) : '';
  if (path.length > 400 || !/^[a-z0-9][\w./:-]*$/i.test(path)) return undefined;
  const [first = '', ...rest] = path.split('/');
  const hasRegistry = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  const name = (hasRegistry ? rest : [first, ...rest]).join('/').replace(/^library\//, '');
  // Names of images have no capital letters; another program fills in a name that has them.
  if (/[A-Z]/.test(name)) return undefined;
  if (name === '' || name.endsWith('/') || name.includes(':')) return undefined;
  const version = /^[\w][\w.-]*$/.test(tag)
    ? tag
    : /^[a-z0-9]+:[0-9a-f]{32,128}$/.test(digest) && tag === ''
      ? digest
      : '';
  return {
    fullName: name,
    version,
    requirement: [tag, digest].filter((part) => part !== '').join('@'),
    qualifiers: { repository_url: hasRegistry ? first : '' },
    scope,
    ...(line === undefined ? {} : { line }),
  };
}

const MAX_ROUNDS = 5;

/** Fills in `$name`, `${name}`, `${name:-default}` and `${name-default}`; unknown names stay as written. */
export function filledIn(text: string, values: ReadonlyMap<string, string>): string {
  let filled = text;
  for (let round = 0; round < MAX_ROUNDS && filled.includes('$') && filled.length < 2000; round++) {
    const next = filled.replace(
      /\$(?:([A-Za-z_]\w{0,99})|\{([A-Za-z_]\w{0,99})(?::?-([^{}$]{0,200}))?\})/g,
      (whole, bare: string | undefined, braced: string | undefined, fallback: string | undefined) =>
        values.get(bare ?? braced ?? '') ?? fallback ?? whole,
    );
    if (next === filled) break;
    filled = next;
  }
  return filled;
}
