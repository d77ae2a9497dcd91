// Fetches a package for `assay scan pkg:…`: from the public server of its registry, or from one that the person names. Nothing else is asked.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FetchedPackage, PackageRequest } from '@assay/scanner/cli';
import { firstOf } from '@assay/scanner/items';
import { machineNow } from '../clock.ts';
import type { Config } from '../config.ts';
import { isRefusal } from '../domain/refusal.ts';
import { readPackageList } from '../domain/scm/package-list.ts';
import { parseAllowList } from '../outgoing/allow-list.ts';
import { checkedUrl, createOutgoing } from '../outgoing/index.ts';
import { REGISTRIES, SOURCE_REGISTRIES } from '../registries/list.ts';
import { fetchPackageInto, findPackage } from '../registries/package-sources.ts';
import { openServer } from '../registries/server.ts';

export async function fetchPackage(
  { outgoingAllow }: Pick<Config, 'outgoingAllow'>,
  { purl, registry: own }: PackageRequest,
  signal: AbortSignal,
): Promise<FetchedPackage> {
  const list = readPackageList(purl, SOURCE_REGISTRIES);
  if (isRefusal(list)) throw new Error(list.refusal.message);
  if (list.length > 1) throw new Error(`${list.length} packages are named; a scan takes one.`);
  const wanted = firstOf(list);
  const { publicAddress, source } = REGISTRIES[wanted.registry];
  const address = own === '' ? publicAddress : checkedUrl(own).href.replace(/\/+$/, '');
  // Whoever names a server of the own network wants it called.
  const named = own === '' ? [] : parseAllowList(new URL(address).host);
  const outgoing = createOutgoing([...outgoingAllow, ...named]);
  const folder = await mkdtemp(join(tmpdir(), 'assay-package-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const login = { address, userName: '', secret: '' };
    const server = openServer({ outgoing, now: machineNow }, login, signal);
    const found = await findPackage({ login, server }, wanted);
    const file = join(folder, fileNameOf(found.source.url));
    const { line } = await fetchPackageInto(outgoing, found, file, signal);
    return { file, purl: wanted.purl, lines: [line], isNested: source?.isNested === true, remove };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    await outgoing.close();
  }
}

/** Its end says the format; nothing else of a foreign name is used. */
function fileNameOf(url: string): string {
  return `package${/\.(tgz|tar\.(?:gz|bz2|xz)|zip|jar|gem|crate|whl)$/i.exec(new URL(url).pathname)?.[0] ?? ''}`;
}
