// Bundles of advisories: made here for installations without a network, and imported from others. Refuses a bundle that was changed, is older than
// the stored data, was imported already, or continues a bundle that was never imported.
import {
  type AdvisoryFile,
  type BundleHeader,
  type BundleItem,
  openBundle,
  writeBundle,
} from '@assay/scanner/advisories';
import { bundleItems, bundleMemory, findRecordIds, setBundleMemory } from '../db/advisories/bundles.ts';
import { listSources } from '../db/advisories/sources.ts';
import type { Db } from '../db/postgres/connection.ts';
import { installationId, siteSettings } from '../db/site-settings.ts';
import { badRequest } from '../errors.ts';
import { type ImportOptions, type ImportPlace, type ImportResult, importAdvisories } from './import.ts';
import { removeRecords } from './settle.ts';

const ITEMS_AT_ONCE = 1000;

/** `basis` is the number of the other side's last bundle; 0 for a complete one. */
export async function makeBundle(
  place: ImportPlace,
  file: string,
  privateKey: string,
  basis: number,
): Promise<BundleHeader> {
  const at = place.now();
  const sources = (await listSources(place.db)).map(({ name, dataAsOf }) => ({
    name,
    dataAsOf: (dataAsOf ?? new Date(0)).toISOString(),
  }));
  const about = {
    installation: await installationId(place.db),
    sequence: at.getTime(),
    basis,
    createdAt: at.toISOString(),
    sources,
  };
  return writeBundle(file, about, bundleItems(place.db, basis === 0 ? undefined : new Date(basis)), privateKey);
}

export async function importBundle(
  place: ImportPlace,
  file: string,
  options: Pick<ImportOptions, 'signal' | 'onProgress' | 'onIssues' | 'isForced'>,
): Promise<ImportResult[]> {
  const memory = await bundleMemory(place.db);
  const bundle = await openBundle(file, memory.trusted);
  if ('problem' in bundle) throw badRequest(`${bundle.problem} Nothing was imported.`);
  const { header } = bundle;
  refuseOld(header, memory.imported[header.installation] ?? 0);
  const results: ImportResult[] = [];
  for (const { name, dataAsOf } of header.sources) {
    const files = itemsOf(bundle.items(), name);
    const found = await importAdvisories(place, files, {
      ...options,
      source: name,
      isFull: header.basis === 0,
      mayBeEmpty: true,
      dataAsOf: new Date(dataAsOf),
    });
    const removed = header.basis === 0 ? 0 : await removeNamed(place.db, bundle.items(), name);
    results.push({ ...found, removed: found.removed + removed });
  }
  const now = await bundleMemory(place.db);
  await setBundleMemory(place.db, { ...now, imported: { ...now.imported, [header.installation]: header.sequence } });
  return results;
}

function refuseOld({ sequence, basis, createdAt }: BundleHeader, last: number): void {
  if (sequence === last) throw badRequest(`The bundle of ${createdAt} was already imported. Nothing was imported.`);
  if (sequence < last)
    throw badRequest(
      `The bundle of ${createdAt} is older than the one of ${new Date(last).toISOString()}, which was imported. Nothing was imported.`,
    );
  if (basis !== 0 && basis !== last)
    throw badRequest(
      `The bundle contains changes since the one of ${new Date(basis).toISOString()}, but ${last === 0 ? 'none was imported yet' : `the last one imported is of ${new Date(last).toISOString()}`}. Import a whole bundle. Nothing was imported.`,
    );
}

async function* itemsOf(items: AsyncIterable<BundleItem>, source: string): AsyncGenerator<AdvisoryFile> {
  let batch: Extract<AdvisoryFile, { type: 'items' }>['items'] = [];
  for await (const one of items) {
    if (one.source !== source || !('item' in one)) continue;
    batch.push(one.item);
    if (batch.length < ITEMS_AT_ONCE) continue;
    yield { type: 'items', items: batch };
    batch = [];
  }
  yield { type: 'items', items: batch };
  yield { type: 'end', problem: '' };
}

async function removeNamed(db: Db, items: AsyncIterable<BundleItem>, source: string): Promise<number> {
  const names: string[] = [];
  for await (const one of items) if (one.source === source && 'removed' in one) names.push(one.removed);
  const ids = await findRecordIds(db, source, names);
  await removeRecords(db, ids, (await siteSettings(db)).severitySources);
  return ids.length;
}

export async function trustKey(db: Db, key: string): Promise<void> {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(key))
    throw badRequest(
      `"${key}" is not a key. A key has 44 characters of base64, as "assay advisories bundle" prints it.`,
    );
  const memory = await bundleMemory(db);
  await setBundleMemory(db, { ...memory, trusted: [...new Set([...memory.trusted, key])] });
}

/** False if the key was not trusted. */
export async function distrustKey(db: Db, key: string): Promise<boolean> {
  const memory = await bundleMemory(db);
  const trusted = memory.trusted.filter((one) => one !== key);
  await setBundleMemory(db, { ...memory, trusted });
  return trusted.length < memory.trusted.length;
}
