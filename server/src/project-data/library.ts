// Components, versions and licenses of imported items in this server's library: found by purl and name, created if missing. Ids of another server
// mean nothing here and are never used.
import { isCompound, parseSpdxExpression } from '@assay/scanner/expressions';
import type { Issues } from '@assay/scanner/member-reader';
import { declaredToExpression } from '@assay/scanner/packages';
import { sql } from 'kysely';
import {
  ensureComponents,
  ensureVersions,
  insertCustomComponent,
  keepFactsOfVersions,
  unknownVersionOf,
  versionKey,
} from '../db/components/found.ts';
import { findLicenseIds, insertFoundLicenses } from '../db/licenses.ts';
import type { Db, Tx } from '../db/postgres/connection.ts';
import { forgeIdOfPurl } from '../domain/forges.ts';
import { knownVersionName, typeOfPurl, UNKNOWN_VERSION } from '../domain/inventories/inventory.ts';
import type { LicensePriorityLookUp } from '../domain/licenses/license-priority.ts';
import { expressionPriorityOf } from '../domain/licenses/license-priority.ts';
import type { IncomingItem } from './incoming.ts';

export interface LibraryIds {
  componentId: number | null;
  versionId: number | null;
  licenseId: number | null;
  /** In the spelling of the library; a text that was not an expression is now one. */
  licenseExpression: string;
  /** The priority of an expression of several licenses. */
  expressionPriority: number | null;
}

export interface LibraryOptions {
  login: string;
  priorityOfLicense: LicensePriorityLookUp;
  issues: Issues;
  /** Number of license entries that may still be created; counted down. */
  budget: { licenses: number };
}

/** For each item, in their order. */
export async function libraryOf(
  tx: Tx,
  items: readonly IncomingItem[],
  options: LibraryOptions,
): Promise<LibraryIds[]> {
  const { login, priorityOfLicense, issues } = options;
  const { componentOf, versions } = await ensureVersionsOf(tx, items, login);
  const licenses = await licensesOf(tx, items, options);
  return items.map((item) => {
    const component = componentOf(item);
    const named = nameInLibrary(item, licenses);
    const licenseId = licenses.get(named) ?? null;
    const licenseExpression =
      licenseId !== null || isExpression(named) ? named : declaredToExpression(typeOfPurl(item.purl), named);
    if (licenseExpression === '' && item.licenseExpression !== '')
      issues.push({
        code: 'license-left-out',
        path: item.place,
        message: `"${item.licenseExpression}" of ${item.name} is neither a license of this server nor an SPDX expression; it was left out.`,
      });
    return {
      componentId: component?.id ?? null,
      versionId:
        (component && versions.get(versionKey(component.id, component.version || UNKNOWN_VERSION, item.purl))) ?? null,
      licenseId,
      licenseExpression,
      expressionPriority:
        licenseExpression === '' || licenseId !== null
          ? null
          : (expressionPriorityOf(licenseExpression, priorityOfLicense) ?? null),
    };
  });
}

/** Finds or makes the components and versions of the items. */
async function ensureVersionsOf(tx: Tx, items: readonly IncomingItem[], login: string) {
  const components = await componentsOf(tx, items, login);
  const componentOf = ({ component }: IncomingItem) => {
    const id = component && components.get(componentKey(component));
    return component === undefined || id === undefined
      ? undefined
      : { id, version: knownVersionName(component.version) };
  };
  const versions = await ensureVersions(
    tx,
    items.flatMap((item) => {
      const component = componentOf(item);
      if (component === undefined) return [];
      const { id: componentId, version: name } = component;
      if (name === '') return [unknownVersionOf(componentId)];
      return [{ componentId, name, purl: item.purl, licenseExpression: item.licenseExpression }];
    }),
  );
  await keepCpes(
    tx,
    items.flatMap((item) => {
      const component = componentOf(item);
      const id = component && versions.get(versionKey(component.id, component.version, item.purl));
      return item.cpe && id !== undefined ? [{ id, cpe: item.cpe }] : [];
    }),
  );
  await keepFactsOfVersions(
    tx,
    items.flatMap(({ component, distribution }) =>
      component?.purl && distribution
        ? [{ componentPurl: component.purl, versionName: knownVersionName(component.version), ...distribution }]
        : [],
    ),
  );
  return { componentOf, versions };
}

const ITEMS_PER_TRANSACTION = 500;

/**
 * Makes the components and versions before the import locks the project: they belong to no project, and people would wait for them. Licenses are made
 * by the import itself, which names them in its receipt.
 */
export async function fillLibraryAhead(
  db: Db,
  items: AsyncIterable<IncomingItem> | Iterable<IncomingItem>,
  login: string,
): Promise<void> {
  let batch: IncomingItem[] = [];
  const write = async () => {
    const items = batch;
    batch = [];
    if (items.length > 0) await db.transaction().execute((tx) => ensureVersionsOf(tx, items, login));
  };
  for await (const item of items) {
    batch.push(item);
    if (batch.length >= ITEMS_PER_TRANSACTION) await write();
  }
  await write();
}

/** A purl is the same on every server; a component without one is found by name. */
function componentKey({ purl, name }: NonNullable<IncomingItem['component']>): string {
  return purl || `name\n${name.toLowerCase()}`;
}

async function componentsOf(tx: Tx, items: readonly IncomingItem[], login: string): Promise<Map<string, number>> {
  const named = items.flatMap((item) => (item.component ? [{ item, component: item.component }] : []));
  const ids = await ensureComponents(
    tx,
    named.flatMap(({ item, component: { purl, name } }) =>
      purl ? [{ purl, name, url: item.url, description: item.description, forgeId: forgeIdOfPurl(purl) }] : [],
    ),
  );
  for (const { item, component } of named) {
    const key = componentKey(component);
    if (component.purl || ids.has(key)) continue;
    ids.set(
      key,
      (await findCustomComponent(tx, component.name)) ?? (await makeComponent(tx, component.name, item, login)),
    );
  }
  return ids;
}

/** A version without a package URL is compared by its CPE. */
async function keepCpes(tx: Tx, versions: readonly { id: number; cpe: string }[]): Promise<void> {
  if (versions.length === 0) return;
  await sql`with changed as (
      update component_versions v set cpe = t.cpe
      from unnest(${versions.map(({ id }) => id)}::bigint[], ${versions.map(({ cpe }) => cpe)}::text[]) as t(id, cpe)
      where v.id = t.id and v.cpe <> t.cpe returning v.id)
    insert into unmatched_versions (version_id) select distinct id from changed on conflict do nothing`.execute(tx);
}

async function findCustomComponent(tx: Tx, name: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('components')
    .select('id')
    .where('is_custom', '=', true)
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
}

const FORGE_OTHER = 1;

async function makeComponent(tx: Tx, name: string, item: IncomingItem, login: string): Promise<number> {
  const { url, description } = item;
  const made = { name, title: name, url, description, encryption: false, forgeId: FORGE_OTHER, createdBy: login };
  const id = await insertCustomComponent(tx, made);
  if (id === undefined) throw new Error(`The component ${name} does not exist and could not be created.`);
  return id;
}

/**
 * Single licenses become entries of the library, like those that scans find; expressions of several do not. A custom license of the other server
 * is found by its short name, else by its reference, under which its entry is made.
 */
async function licensesOf(
  tx: Tx,
  items: readonly IncomingItem[],
  { priorityOfLicense, issues, budget }: LibraryOptions,
): Promise<Map<string, number>> {
  const names = items.flatMap(({ licenseExpression, customLicense }) =>
    customLicense ? [licenseExpression, customLicense.reference] : [licenseExpression],
  );
  const known = await findLicenseIds(tx, [...new Set(names)].filter(Boolean));
  const titles = new Map(items.map((item) => [nameInLibrary(item, known), item.customLicense?.name]));
  const wanted = [...titles.keys()].filter(Boolean);
  const missing = wanted
    .filter((name) => !known.has(name) && isExpression(name) && !isCompound(name))
    .slice(0, budget.licenses);
  budget.licenses -= missing.length;
  if (missing.length === 0) return known;
  const made = missing.map((shortName) => ({
    shortName,
    name: titles.get(shortName) ?? shortName,
    text: '',
    priority: expressionPriorityOf(shortName, priorityOfLicense) ?? 3,
  }));
  for (const { shortName, priority } of made)
    issues.push({
      code: 'license-made',
      path: '',
      message: `The license ${shortName} is not in the library of this server; an entry of priority P${priority} without a text was made for it.`,
    });
  await insertFoundLicenses(tx, made);
  return findLicenseIds(tx, wanted);
}

function nameInLibrary({ licenseExpression, customLicense }: IncomingItem, known: ReadonlyMap<string, number>): string {
  if (customLicense === undefined || known.has(licenseExpression)) return licenseExpression;
  return isCompound(licenseExpression) ? licenseExpression : customLicense.reference;
}

function isExpression(text: string): boolean {
  return parseSpdxExpression(text) !== undefined;
}
