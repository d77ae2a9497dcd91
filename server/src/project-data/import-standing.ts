// Finds the existing items of the project that equal imported items.

import { randomUUID } from 'node:crypto';
import { expressionKey } from '@assay/scanner/expressions';
import { type ItemKeys, listItemKeys } from '../db/inventories/items.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { isOfSbom } from '../domain/vulnerabilities/sbom.ts';
import type { IncomingItem } from './incoming.ts';
import type { LibraryIds } from './library.ts';

export class StandingItems {
  readonly #byKey: Map<string, number>;
  /** Names of the items that the project had before, by component and version. */
  readonly #namesByVersion: Map<string, string[]>;
  readonly #identities: Set<string>;
  /** Items of imported SBOMs by their identity, and of all items the first of each version. */
  readonly #ofSboms: Map<string, ItemKeys>;
  readonly #firstOfVersion: Map<number, number>;
  /** Ids of the items that no person has decided about, by the identity from a scan. */
  readonly #untouched: Map<string, number>;

  private constructor(rows: readonly ItemKeys[]) {
    // Of equal items, the oldest is used.
    this.#byKey = new Map(rows.toReversed().map((row) => [keyOf(row), row.id]));
    this.#identities = new Set(rows.map((row) => row.identity));
    this.#untouched = new Map(rows.flatMap(({ identity, id, isPersons }) => (isPersons ? [] : [[identity, id]])));
    this.#ofSboms = new Map(rows.filter(({ identity }) => isOfSbom(identity)).map((row) => [row.identity, row]));
    this.#firstOfVersion = new Map(
      rows.toReversed().flatMap(({ versionId, id }) => (versionId === null ? [] : [[versionId, id]])),
    );
    const ofVersions = rows.filter(({ versionId }) => versionId !== null);
    this.#namesByVersion = new Map(
      [...Map.groupBy(ofVersions, ({ versionId }) => String(versionId))].map(([key, same]) => [
        key,
        same.map(({ name }) => name),
      ]),
    );
  }

  static async of(tx: Tx, projectId: number): Promise<StandingItems> {
    return new StandingItems(await listItemKeys(tx, projectId));
  }

  find(key: string): number | undefined {
    return this.#byKey.get(key);
  }

  /** The same finding of a scan, which a person in the source gave another component, version or license, and nobody here. */
  findCorrected({ identity, isEdited, licenseFacts }: IncomingItem): number | undefined {
    const isCorrected = identity !== '' && (isEdited || licenseFacts?.person !== undefined);
    return isCorrected ? this.#untouched.get(identity) : undefined;
  }

  /**
   * The item of an element of an SBOM: the one that it became before, else any item of its version. `isCorrected`: the document now gives it another
   * license, and no person here has chosen one.
   */
  findOfSbom(identity: string, library: LibraryIds): { id: number; isCorrected: boolean } | undefined {
    const before = this.#ofSboms.get(identity);
    if (before !== undefined) {
      const isSameVersion = before.componentId === library.componentId && before.versionId === library.versionId;
      const isOtherLicense = licenseKey(before) !== licenseKey(library);
      return { id: before.id, isCorrected: isSameVersion && isOtherLicense && !before.hasPersonsLicense };
    }
    const id = library.versionId === null ? undefined : this.#firstOfVersion.get(library.versionId);
    return id === undefined ? undefined : { id, isCorrected: false };
  }

  /** Names of items of the same version that the project had before; to an item without an equal one, their licenses differ. */
  ofVersion(versionId: number | null): readonly string[] {
    return versionId === null ? [] : (this.#namesByVersion.get(String(versionId)) ?? []);
  }

  add(key: string, id: number): void {
    this.#byKey.set(key, id);
  }

  /** Call it when a found item gets the key of a correction: of two, the first counts. */
  correct(item: IncomingItem, key: string, id: number): void {
    this.#untouched.delete(item.identity);
    this.add(key, id);
  }

  /** Keeps the identity from a scan, so that the next scan recognises the item. Makes another one if it is in use. */
  takeIdentity(item: IncomingItem): string {
    const isFree = item.identity !== '' && !this.#identities.has(item.identity);
    const identity = isFree ? item.identity : `user:${randomUUID()}`;
    this.#identities.add(identity);
    return identity;
  }
}

export const keyOfIncoming = (item: IncomingItem, library: LibraryIds): string =>
  keyOf({ type: item.type, name: item.name, ...library });

/** Items with the same key are the same: component, version and license are equal. Work in progress is compared by name. */
function keyOf({
  type,
  name,
  componentId,
  versionId,
  licenseId,
  licenseExpression,
}: Omit<ItemKeys, 'id' | 'identity' | 'isPersons' | 'hasPersonsLicense'>): string {
  if (type === 'WORK_IN_PROGRESS') return `${type}\n${name.toLowerCase()}`;
  return [type, componentId, versionId, licenseKey({ licenseId, licenseExpression })].join('\n');
}

function licenseKey({
  licenseId,
  licenseExpression,
}: Pick<ItemKeys, 'licenseId' | 'licenseExpression'>): number | string {
  return licenseId ?? (licenseExpression === '' ? '' : expressionKey(licenseExpression));
}
