// Names of images as people write them: `debian:12`, `docker.io/library/debian@sha256:…`, `registry.example:5000/a/b:1`. Pure.
// Grammar: "Pulling manifests" of the OCI Distribution Specification; short names belong to Docker Hub, as with Docker.
import { isDigest } from '../archives/index.ts';

export interface ImageReference {
  /** Host and port of the registry as people write it: `docker.io`. */
  registry: string;
  /** `library/debian` */
  repository: string;
  /** '' if only a digest is given. */
  tag: string;
  /** '' if only a tag is given; of the two the digest counts. */
  digest: string;
}

const HOST = /^([a-zA-Z0-9]([a-zA-Z0-9.-]{0,252})|\[[0-9a-fA-F:.]{2,45}\])(:\d{1,5})?$/;
const REPOSITORY = /^[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*(\/[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*)*$/;
const TAG = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;
const MOST_REPOSITORY = 255;

const HUB = 'docker.io';
const HUB_NAMES = new Set([HUB, 'index.docker.io', 'registry-1.docker.io', 'registry.hub.docker.com']);
/** Where Docker Hub answers. */
const HUB_SERVER = 'registry-1.docker.io';

/** A refusal ends the sentence "… is no image:". */
export function readReference(text: string): ImageReference | { refusal: string } {
  const trimmed = text.trim();
  if (/^[a-z][a-z0-9+-]*:\/\//i.test(trimmed)) return { refusal: 'write it without https://' };
  if (/[\s\p{Cc}]/u.test(trimmed)) return { refusal: 'it has blanks or control characters' };
  const [named = '', digest = '', ...more] = trimmed.split('@');
  if (more.length > 0) return { refusal: 'it has more than one @; user and password have fields of their own' };
  if (digest !== '' && !isDigest(digest))
    return { refusal: `"${digest.slice(0, 100)}" is no digest; it is written sha256: and 64 hexadecimal digits` };
  const { registry, rest } = splitRegistry(named);
  if (registry === undefined) return { refusal: `"${named.split('/', 1)[0]}" is no host of a registry` };
  const [, name = '', , tag = ''] = /^([^:]*)(:(.*))?$/s.exec(rest) ?? [];
  if (rest.includes(':') && !TAG.test(tag)) return { refusal: `"${tag.slice(0, 150)}" is no tag` };
  const repository = registry === HUB && !name.includes('/') ? `library/${name}` : name;
  if (name === '' || !REPOSITORY.test(name) || repository.length > MOST_REPOSITORY)
    return { refusal: `"${name.slice(0, 300)}" is no name of a repository: it has small letters, digits and . _ - between slashes` }; // biome-ignore format: one claim
  return { registry, repository, digest, tag: tag === '' && digest === '' ? 'latest' : tag };
}

/** The first part is a host if it has a dot or port, or is localhost: the rule of Docker. */
function splitRegistry(named: string): { registry: string | undefined; rest: string } {
  const slash = named.indexOf('/');
  const first = slash === -1 ? '' : named.slice(0, slash);
  if (!/[.:]/.test(first) && first !== 'localhost') return { registry: HUB, rest: named };
  const host = first.toLowerCase();
  if (HUB_NAMES.has(host)) return { registry: HUB, rest: named.slice(slash + 1) };
  return { registry: HOST.test(host) ? host : undefined, rest: named.slice(slash + 1) };
}

/** The reference in its full form. */
export function referenceText({ registry, repository, tag, digest }: ImageReference): string {
  return `${registry}/${repository}${tag === '' ? '' : `:${tag}`}${digest === '' ? '' : `@${digest}`}`;
}

/** `https://registry-1.docker.io` */
export function registryAddress({ registry }: ImageReference, isInsecure: boolean): string {
  return `${isInsecure ? 'http' : 'https'}://${registry === HUB ? HUB_SERVER : registry}`;
}

/** The last part of the repository, which names the folder of the files. */
export function imageName({ repository }: ImageReference): string {
  return repository.slice(repository.lastIndexOf('/') + 1);
}
