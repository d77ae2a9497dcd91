// The component library: search, components and versions, and custom components.
import type { App } from '../../app.ts';
import {
  type Component,
  findComponent,
  findVersion,
  listComponents,
  pageOfComponents,
} from '../../db/components/components.ts';
import {
  deleteComponent,
  deleteVersion,
  ensureVersions,
  insertCustomComponent,
  insertCustomVersion,
  lockComponent,
  lockVersion,
  lockVersionsOf,
  unknownVersionOf,
  updateComponent,
} from '../../db/components/found.ts';
import { listComponentUses } from '../../db/components/users.ts';
import { listRememberedOf } from '../../db/decisions/remembered-licenses.ts';
import { findLicense } from '../../db/licenses.ts';
import { batchesOf } from '../../db/list-index.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { siteSettings } from '../../db/site-settings.ts';
import { pageOfVersionVulnerabilities } from '../../db/vulnerabilities/vulnerabilities.ts';
import { type ComponentQuery, componentQuery } from '../../domain/components/component-search.ts';
import { registryQuestion } from '../../domain/components/learned.ts';
import { isForgeId } from '../../domain/forges.ts';
import { licenseFactsOf } from '../../domain/licenses/license-facts.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { CvssChoice } from '../../domain/vulnerabilities/severity.ts';
import { wiredVulnerability } from '../../domain/vulnerabilities/vulnerability-wire.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf, rowsBefore } from '../../http/paging.ts';
import { type SearchedRegistry, searchRegistries } from '../../library/registry-search.ts';
import { releaseItems } from '../../reviews/library-removal.ts';
import { changeVersionLicense, forgetVersionLicense } from '../../reviews/version-license.ts';
import {
  componentDetails,
  componentUse,
  foundComponents,
  legacyComponents,
  rememberedLicense,
  versionDetails,
} from './models.ts';
import type { ComponentChange, ComponentSearch, NewComponent, NewVersion, VersionLicenseChange } from './schemas.ts';

/** A page may have thousands of components. Their versions and licenses are looked up in batches of this size. */
const COMPONENTS_AT_ONCE = 200;

/** Registries are asked first, so that what they answer in time is found. `asked` is undefined if the site does not allow it. */
export async function findComponents(app: App, input: ComponentSearch, page: PageRequest) {
  const query = queryFrom(input);
  const asked = input.askRegistries ? await askRegistries(app, query) : undefined;
  const { ids, paging } = await search(app, query, page);
  return { components: foundRows(app, ids, input.includeVersions), paging, asked };
}

async function askRegistries(app: App, query: ComponentQuery): Promise<SearchedRegistry[] | undefined> {
  if (!(await siteSettings(app.db)).searchRegistries) return undefined;
  const question = registryQuestion(query);
  return question === undefined ? [] : searchRegistries(app, question);
}

async function* foundRows(app: App, ids: Float64Array, includeVersions: boolean) {
  for (const batch of batchesOf(ids, COMPONENTS_AT_ONCE))
    yield* await foundComponents(app, await listComponents(app.db, batch), includeVersions);
}

/** The library as a table. `find` holds words of names and titles; without words, all components are listed. */
export async function pageOfLibrary(app: App, input: { find?: string; custom: boolean }, page: PageRequest) {
  const terms = input.find?.trim().split(/\s+/).filter(Boolean) ?? [];
  const { ids, paging } = await search(app, { by: 'list', terms, onlyCustom: input.custom }, page);
  return { components: foundRows(app, ids, false), paging };
}

export async function lookUpComponents(app: App, keyword: string, page: PageRequest) {
  const query = queryFrom({ searchBy: 'NAME', filter: 'ALL_TERMS', searchTerm: keyword });
  const { ids, paging } = await search(app, query, page);
  return { components: legacyRows(app, ids, rowsBefore(page) + 1), paging };
}

async function* legacyRows(app: App, ids: Float64Array, firstListId: number) {
  let listId = firstListId;
  for (const batch of batchesOf(ids, COMPONENTS_AT_ONCE)) {
    const components = await listComponents(app.db, batch);
    yield* await legacyComponents(app, components, listId);
    listId += components.length;
  }
}

function queryFrom(input: Parameters<typeof componentQuery>[0]): ComponentQuery {
  const query = componentQuery(input);
  if (isRefusal(query)) throw badRequest(query.refusal.message);
  return query;
}

async function search(app: App, query: ComponentQuery, page: PageRequest) {
  const { ids, total } = await pageOfComponents(app.db, query, rangeOf(page));
  return { ids, paging: pagingOf(page, total) };
}

export async function describeComponent(
  app: App,
  componentId: number,
  options: { includeVersions: boolean; vulnerabilitySummary: boolean; cvssVersion: CvssChoice },
) {
  const component = await requireComponent(app, componentId);
  return componentDetails(app, component, {
    includeVersions: options.includeVersions,
    cvss: options.vulnerabilitySummary ? options.cvssVersion : undefined,
  });
}

export async function describeVersion(app: App, versionId: number) {
  const version = await findVersion(app.db, versionId);
  if (!version) throw notFound('Version', versionId);
  const component = await requireComponent(app, version.component_id);
  return versionDetails(app, version, component.name);
}

/** Vulnerabilities that are suppressed in all projects are left out. */
export async function versionVulnerabilities(app: App, versionId: number, page: PageRequest) {
  if (!(await findVersion(app.db, versionId))) throw notFound('Version', versionId);
  const { rows, total } = await pageOfVersionVulnerabilities(app.db, versionId, rangeOf(page));
  return { vulnerabilities: rows.map(wiredVulnerability), paging: pagingOf(page, total) };
}

export async function createComponent(app: App, caller: Caller, input: NewComponent): Promise<number> {
  if (input.title.trim() === '') throw badRequest('The field "title" must not be blank.');
  if (!isForgeId(input.forgeId))
    throw badRequest(`The field "forgeId" is ${input.forgeId}, which does not exist; 1 means Other.`);
  const component = {
    name: input.name,
    title: input.title.trim(),
    url: input.url,
    description: input.description ?? '',
    encryption: input.encryption === 'YES',
    forgeId: input.forgeId,
    createdBy: caller.login,
  };
  const id = await app.db.transaction().execute((tx) => insertCustomComponent(tx, component));
  if (id === undefined) throw new AppError('alreadyExists', { what: 'custom component', name: input.name });
  return id;
}

/** Changes title, address, description and encryption of a custom component. Items keep the values that they copied from it. */
export async function changeComponent(app: App, componentId: number, input: ComponentChange): Promise<void> {
  if (input.title?.trim() === '') throw badRequest('The field "title" must not be blank.');
  await app.db.transaction().execute(async (tx) => {
    const component = await lockComponent(tx, componentId);
    if (!component) throw notFound('Component', componentId);
    if (!component.is_custom)
      throw badRequest(`The component ${component.name} is not custom: only custom components can be changed.`);
    const { encryption, title, ...texts } = input;
    await updateComponent(tx, componentId, {
      ...texts,
      ...(title !== undefined && { title: title.trim() }),
      ...(encryption !== undefined && { encryption: encryption === 'YES' }),
    });
  });
}

/** The items that use a component or one of its versions, in the projects that the caller may see. */
export async function componentUses(
  app: App,
  caller: Caller,
  of: { componentId: number; versionId?: number },
  page: PageRequest,
) {
  await requireComponent(app, of.componentId);
  const { rows, total } = await listComponentUses(app.db, of, caller, rangeOf(page));
  return { uses: rows.map(componentUse), paging: pagingOf(page, total) };
}

/** Items that use the component become Work in Progress. Returns their number. */
export async function removeComponent(app: App, caller: Caller, componentId: number): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    const component = await lockComponent(tx, componentId);
    if (!component) throw notFound('Component', componentId);
    if (!component.is_custom)
      throw badRequest(`The component ${component.name} is not custom: only custom components can be deleted.`);
    await lockVersionsOf(tx, componentId);
    const count = await releaseItems(tx, { part: 'component', id: componentId, name: component.name }, caller);
    await deleteComponent(tx, componentId);
    return count;
  });
}

export async function createVersion(app: App, caller: Caller, componentId: number, input: NewVersion): Promise<number> {
  const name = input.name.trim();
  if (name === '') throw badRequest('The field "name" must not be blank.');
  return app.db.transaction().execute(async (tx) => {
    const component = await lockComponent(tx, componentId);
    if (!component) throw notFound('Component', componentId);
    const license = input.licenseId === undefined ? undefined : await findLicense(tx, input.licenseId);
    if (input.licenseId !== undefined && !license)
      throw badRequest(`The field "licenseId" names license ${input.licenseId}, which does not exist.`);
    const id = await insertCustomVersion(tx, {
      componentId,
      name,
      licenseExpression: license?.short_name ?? '',
      createdBy: caller.login,
    });
    if (id === undefined) throw new AppError('alreadyExists', { what: `version of ${component.name}`, name });
    return id;
  });
}

/** Items that use the version get the version Unknown. Returns their number. */
export async function removeVersion(app: App, caller: Caller, componentId: number, versionId: number): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    const version = await lockVersion(tx, versionId);
    if (!version || version.component_id !== componentId)
      throw notFound(`Version of component ${componentId}`, versionId);
    if (!version.is_custom)
      throw badRequest(`The version ${version.name} is not custom: only custom versions can be deleted.`);
    await ensureVersions(tx, [unknownVersionOf(componentId)]);
    const count = await releaseItems(tx, { part: 'version', id: versionId, name: version.name }, caller);
    await deleteVersion(tx, versionId);
    return count;
  });
}

/** Licenses that are remembered for versions of a component in all projects, the newest first. */
export async function rememberedLicenses(
  app: App,
  of: { componentId: number; versionId: number | undefined },
  page: PageRequest,
) {
  await requireComponent(app, of.componentId);
  const { rows, total } = await listRememberedOf(app.db, of, rangeOf(page));
  return { rows: rows.map(rememberedLicense), paging: pagingOf(page, total) };
}

interface OfVersion {
  componentId: number;
  id: number;
}

/** Returns how many items of the version were changed, removed or left unchanged. */
export async function setVersionLicense(app: App, caller: Caller, of: OfVersion, input: VersionLicenseChange) {
  return app.db.transaction().execute(async (tx) => {
    const { version, component } = await requireOwnVersion(tx, of);
    const license = await findLicense(tx, input.licenseId);
    if (!license) throw badRequest(`The field "licenseId" names license ${input.licenseId}, which does not exist.`);
    const { concluded } = licenseFactsOf(version.license_facts);
    const evidence = concluded.source === 'none' ? undefined : concluded.expression;
    const said = { license, evidence, words: input.reason?.trim() };
    return changeVersionLicense(tx, { version, component }, said, caller);
  });
}

export async function forgetLicenseOf(app: App, caller: Caller, of: OfVersion, reason: string | undefined) {
  return app.db.transaction().execute(async (tx) => {
    const { version, component } = await requireOwnVersion(tx, of);
    const followed = await forgetVersionLicense(tx, { version, component }, reason?.trim(), caller);
    if (!followed) throw notFound(`Remembered license of version ${version.name} of component`, of.componentId);
    return followed;
  });
}

async function requireOwnVersion(tx: Tx, { componentId, id }: OfVersion) {
  const version = await findVersion(tx, id);
  const component = await findComponent(tx, componentId);
  if (!version || !component || version.component_id !== componentId)
    throw notFound(`Version of component ${componentId}`, id);
  return { version, component };
}

async function requireComponent(app: App, componentId: number): Promise<Component> {
  const component = await findComponent(app.db, componentId);
  if (!component) throw notFound('Component', componentId);
  return component;
}
