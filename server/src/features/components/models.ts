// Components and versions as the interface shows them, with the licenses of their versions.

import { cpeNamesOf, cpeText, productNamesOf } from '@assay/scanner/advisories';
import { licensesOf } from '@assay/scanner/expressions';
import type { App } from '../../app.ts';
import { listVersionCoverage } from '../../db/advisories/coverage.ts';
import { listAdvisoryProducts } from '../../db/advisories/products.ts';
import {
  type Component,
  type ComponentVersion,
  listComponentExpressions,
  listPreferredLicenses,
  listVersions,
} from '../../db/components/components.ts';
import { listOrigins } from '../../db/components/learned.ts';
import type { ComponentUse } from '../../db/components/users.ts';
import type { RememberedLicense } from '../../db/decisions/remembered-licenses.ts';
import { type License, listLicensesById, listLicensesByName } from '../../db/licenses.ts';
import { listVersionExposures, listVersionNames } from '../../db/vulnerabilities/vulnerabilities.ts';
import type { LearnedOrigin } from '../../domain/components/learned.ts';
import { forgeOf } from '../../domain/forges.ts';
import { inventoryStatusNames, inventoryTypeNames, UNKNOWN_VERSION } from '../../domain/inventories/inventory.ts';
import { licenseFact, licenseFactsOf, versionLicenseFacts } from '../../domain/licenses/license-facts.ts';
import { licenseNameInLibrary } from '../../domain/licenses/license-ids.ts';
import { PENDING, shownCoverage } from '../../domain/vulnerabilities/coverage.ts';
import type { CvssChoice } from '../../domain/vulnerabilities/severity.ts';
import { vulnerabilitySummary } from '../../domain/vulnerabilities/vulnerability-counts.ts';
import { wireTime } from '../../domain/wire-times.ts';

const NONE = 'N/A';

/** Looks up the licenses of expressions: each single license, or the whole expression if the library has an entry for it. */
async function licensesByExpression(app: App, expressions: string[]) {
  const names = [...new Set(expressions.flatMap(licensesOf))];
  const known = new Map((await listLicensesByName(app.db, names)).flatMap((one) => namesOf(one).map((n) => [n, one])));
  return (expression: string): License[] => {
    const licenses = licensesOf(expression).flatMap(
      (name) => known.get(licenseNameInLibrary(name).toLowerCase()) ?? [],
    );
    return [...new Set(licenses)];
  };
}

function namesOf(license: License): string[] {
  return [license.short_name, ...(license.spdx_id ? [license.spdx_id] : [])].map((name) => name.toLowerCase());
}

/** Names such as `@scope/name`, `group/artifact` and `owner/repo`: the name alone is not enough to identify these components. */
function titleOf(component: Component): string {
  if (component.purl === null || component.title !== component.name) return component.title || component.name;
  const segments = component.purl.replace(/^pkg:[^/]+\//, '').split('/');
  return segments.map(decodeSegment).join('/');
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function componentHead(component: Component) {
  return {
    id: component.id,
    name: component.name,
    title: titleOf(component),
    url: component.url,
    description: component.description,
    forge: forgeOf(component.forge_id).name,
  };
}

function listedLicense(license: License) {
  return {
    id: license.id,
    name: license.name,
    url: license.url,
    priority: `P${license.priority}`,
    externalId: license.external_id ?? '',
  };
}

function versionLicense(license: License, isPreferred: boolean) {
  return {
    ...listedLicense(license),
    shortName: license.short_name,
    description: license.description,
    familyName: license.family,
    custom: license.is_custom,
    userPreferredLicense: isPreferred,
  };
}

/** The licenses of each version. A license that a person preferred comes first. */
async function licensesOfVersions(app: App, versions: ComponentVersion[]) {
  const lookUp = await licensesByExpression(
    app,
    versions.map((version) => version.license_expression),
  );
  const preferred = await listPreferredLicenses(
    app.db,
    versions.map((version) => version.id),
  );
  const preferredLicenses = new Map(
    (await listLicensesById(app.db, [...new Set(preferred.values())])).map((license) => [license.id, license]),
  );
  return (version: ComponentVersion) => {
    const first = preferredLicenses.get(preferred.get(version.id) ?? -1);
    const others = lookUp(version.license_expression).filter((license) => license.id !== first?.id);
    return [
      ...(first ? [versionLicense(first, true)] : []),
      ...others.map((license) => versionLicense(license, false)),
    ];
  };
}

export function componentUse({ status, type, versionName, goneSinceScan, ...use }: ComponentUse) {
  return {
    ...use,
    ...(goneSinceScan !== null && { goneSinceScan }),
    type: inventoryTypeNames[type],
    reviewStatus: inventoryStatusNames[status],
    versionName: versionName || UNKNOWN_VERSION,
  };
}

export function rememberedLicense({ rememberedAt, ground, ...remembered }: RememberedLicense) {
  return { ...remembered, rememberedOn: wireTime(rememberedAt), ground: { ...ground } };
}

export async function foundComponents(app: App, components: Component[], includeVersions: boolean) {
  const ids = components.map((component) => component.id);
  const expressions = await listComponentExpressions(app.db, ids);
  const lookUp = await licensesByExpression(app, [...expressions.values()].flat());
  const versions = Map.groupBy(includeVersions ? await listVersions(app.db, ids) : [], (one) => one.component_id);
  const cpes = await cpesOf(app, components);
  const origins = await listOrigins(app.db, ids);
  return components.map((component) => ({
    ...componentHead(component),
    ...learnedFrom(origins.get(component.id)),
    custom: component.is_custom,
    versionList: (versions.get(component.id) ?? []).map(({ id, name, is_custom: custom }) => ({ id, name, custom })),
    licenseList: distinctLicenses(expressions.get(component.id) ?? [], lookUp).map(listedLicense),
    cpeList: cpes(component),
  }));
}

function learnedFrom(origin: LearnedOrigin | undefined) {
  if (origin === undefined) return {};
  return { learnedFrom: { kind: origin.kind, name: origin.name, asOf: wireTime(origin.asOf) } };
}

export async function legacyComponents(app: App, components: Component[], firstListId: number) {
  const ids = components.map((component) => component.id);
  const expressions = await listComponentExpressions(app.db, ids);
  const lookUp = await licensesByExpression(app, [...expressions.values()].flat());
  const all = await listVersions(app.db, ids);
  const versions = Map.groupBy(all, (one) => one.component_id);
  const cves = await listVersionNames(
    app.db,
    all.map(({ id }) => id),
  );
  return components.map((component, index) => ({
    listId: firstListId + index,
    componentId: component.id,
    encryption: component.encryption,
    vulnerabilities: (versions.get(component.id) ?? []).some(({ id }) => cves.has(id)),
    ...componentHead(component),
    versions: (versions.get(component.id) ?? []).map(({ id, name }) => ({
      id,
      name,
      cves: (cves.get(id) ?? []).map((cve) => ({ name: cve })),
    })),
    licenseRestFormat: distinctLicenses(expressions.get(component.id) ?? [], lookUp).map(
      ({ id, name, url, priority }) => ({ id, name, url, priority }),
    ),
  }));
}

/** Looks up the CPE names of these components: those of recognised libraries, and those that advisories use. */
async function cpesOf(app: App, components: readonly Component[]) {
  const named = ({ purl, name, url }: Component) => ({ purl: purl ?? '', name, url });
  const names = new Set(components.flatMap((component) => productNamesOf(named(component))));
  const products = Map.groupBy(await listAdvisoryProducts(app.db, [...names]), ({ product }) => product);
  return (component: Component) => {
    const known = productNamesOf(named(component)).flatMap((name) => products.get(name) ?? []);
    return cpeNamesOf(named(component), known).map((cpe) => ({
      cpeName: cpeText(cpe),
      cpeVendor: cpe.vendor,
      cpeProduct: cpe.product,
    }));
  };
}

function distinctLicenses(expressions: string[], lookUp: (expression: string) => License[]): License[] {
  return [...new Set(expressions.flatMap(lookUp))];
}

export async function componentDetails(
  app: App,
  component: Component,
  options: { includeVersions: boolean; cvss: CvssChoice | undefined },
) {
  const versions = options.includeVersions ? await listVersions(app.db, [component.id]) : [];
  const exposures = await listVersionExposures(app.db, options.cvss ? versions.map(({ id }) => id) : []);
  const coverage = await listVersionCoverage(app.db, options.cvss ? versions.map(({ id }) => id) : []);
  const licenses = await licensesOfVersions(app, versions);
  const expressions = (await listComponentExpressions(app.db, [component.id])).get(component.id) ?? [];
  const lookUp = await licensesByExpression(app, expressions);
  return {
    ...componentHead(component),
    encryption: component.encryption ? 'YES' : 'NO',
    forgeId: component.forge_id,
    custom: component.is_custom,
    purl: component.purl ?? NONE,
    versionList: versions.map((version) => ({
      id: version.id,
      name: version.name,
      custom: version.is_custom,
      purl: version.purl ?? NONE,
      // A count of 0 means nothing for a version that was not compared.
      ...(options.cvss && {
        vulnerabilitySummary: vulnerabilitySummary(options.cvss, exposures.get(version.id)),
        coverage: shownCoverage(coverage.get(version.id) ?? PENDING),
      }),
      versionLicenses: licenses(version),
      licenseFacts: factsOf(version, licenses(version)),
      ...releaseOf(version),
    })),
    versions: versions.map(({ id, name }) => ({ id, name })),
    licenseList: distinctLicenses(expressions, lookUp).map(listedLicense),
    componentCPEList: (await cpesOf(app, [component]))(component),
  };
}

/** If a license is remembered for a version in all projects, a person has concluded it. */
function factsOf(version: ComponentVersion, licenses: ReturnType<typeof versionLicense>[]) {
  const facts = versionLicenseFacts(licenseFactsOf(version.license_facts));
  const preferred = licenses.find(({ userPreferredLicense }) => userPreferredLicense);
  if (preferred) {
    const words = 'A person chose it for all projects.';
    return { ...facts, concluded: licenseFact(preferred.shortName, 'person', words) };
  }
  // Versions that no scan has found, and custom versions, have only an expression.
  if (facts.concluded.expression !== '' || version.license_expression === '') return facts;
  return { ...facts, concluded: licenseFact(version.license_expression, 'library', 'The library states it.') };
}

export async function versionDetails(app: App, version: ComponentVersion, componentName: string) {
  const licenses = await licensesOfVersions(app, [version]);
  return {
    id: version.id,
    name: version.name,
    componentId: version.component_id,
    componentName,
    custom: version.is_custom,
    purl: version.purl ?? NONE,
    licenses: licenses(version),
    licenseFacts: factsOf(version, licenses(version)),
    ...releaseOf(version),
  };
}

function releaseOf(version: Pick<ComponentVersion, 'released_at' | 'is_withdrawn'>) {
  return { releaseDate: version.released_at?.toISOString() ?? '', withdrawn: version.is_withdrawn };
}
