// The tarball of a version of an npm package, with the digest that the registry states (Subresource Integrity, or SHA-1 of old versions).
import { membersOf, textOf } from '../answers.ts';
import type { FoundSource, PackageSource } from '../registry.ts';

export function sourceIn(answer: unknown, version: string): FoundSource {
  const versions = membersOf(membersOf(answer).get('versions'));
  const dist = membersOf(membersOf(versions.get(version)).get('dist'));
  return { source: sourceOf(dist), versions: [...versions.keys()] };
}

function sourceOf(dist: Map<string, unknown>): PackageSource | undefined {
  const url = textOf(dist.get('tarball'));
  const [, integrity] = /(?:^|\s)sha512-([A-Za-z0-9+/]{86}==)/.exec(textOf(dist.get('integrity'))) ?? [];
  const shasum = textOf(dist.get('shasum'));
  if (url === '') return undefined;
  if (integrity !== undefined)
    return { url, algorithm: 'sha512', digest: Buffer.from(integrity, 'base64').toString('hex') };
  return /^[0-9a-f]{40}$/.test(shasum) ? { url, algorithm: 'sha1', digest: shasum } : undefined;
}
