// Finds the components, versions and licenses of a scan's inventory in the library, or creates them, and gives their ids to items.

import { isCompound } from '@assay/scanner/expressions';
import { licensesOffTheList } from '@assay/scanner/licenses';
import { matchNewVersions } from '../../advisories/match-versions.ts';
import {
  ensureComponents,
  ensureVersions,
  keepFactsOfVersions,
  unknownVersionOf,
  versionKey,
} from '../../db/components/found.ts';
import { findLicenseIds, insertFoundLicenses } from '../../db/licenses.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import type { MatchedDetectionRule } from '../../domain/derivation/detection-rules.ts';
import type { WantedItem } from '../../domain/derivation/inventory-findings.ts';
import { forgeIdOfPurl } from '../../domain/forges.ts';
import { UNKNOWN_VERSION } from '../../domain/inventories/inventory.ts';
import { type LicenseFacts, versionLicenseFacts } from '../../domain/licenses/license-facts.ts';
import { expressionPriorityOf, type LicensePriorityLookUp } from '../../domain/licenses/license-priority.ts';

/** The ids of all components, versions and licenses in the merge. */
export interface Library {
  components: Map<string, number>;
  versions: Map<string, number>;
  licenses: Map<string, number>;
  /** Items of a detection rule get its ids, because custom components have no purl. */
  rules: Map<string, MatchedDetectionRule>;
  priorityOfLicense: LicensePriorityLookUp;
}

export async function ensureLibrary(
  tx: Tx,
  found: LibraryNeeds[],
  /** All packages of the scan, also those whose items stay as they are. */
  wanted: readonly Pick<WantedItem, 'componentPurl' | 'versionName' | 'purl' | 'like'>[],
  priorityOfLicense: LicensePriorityLookUp,
  rules: Map<string, MatchedDetectionRule>,
): Promise<Library> {
  const components = await ensureComponents(
    tx,
    found.flatMap(({ componentPurl, componentName, url, description }) =>
      componentPurl
        ? [
            {
              purl: componentPurl,
              name: componentName || nameOfPurl(componentPurl),
              url,
              description,
              forgeId: forgeIdOfPurl(componentPurl),
            },
          ]
        : [],
    ),
  );
  const versions = await ensureVersions(
    tx,
    found.flatMap(({ componentPurl, versionName, purl, licenseExpression, licenseFacts }) => {
      const componentId = componentPurl ? components.get(componentPurl) : undefined;
      if (componentId === undefined) return [];
      return [
        versionName
          ? // The library stores the offered choice; each project settles it.
            {
              componentId,
              name: versionName,
              purl,
              licenseExpression: licenseFacts.concluded.expression || licenseExpression,
            }
          : unknownVersionOf(componentId),
      ];
    }),
  );
  const changed = await keepFactsOfVersions(
    tx,
    // Databases of installed packages, which a scan reads, name the source wherever it differs.
    wanted.map(({ componentPurl, versionName, purl, like }) => ({
      componentPurl,
      versionName,
      purl,
      like,
      namesSources: true,
    })),
  );
  await matchNewVersions(tx, [...versions.values(), ...changed]);
  return {
    components,
    versions,
    licenses: await ensureLicenses(
      tx,
      found.map((one) => one.licenseExpression),
      priorityOfLicense,
    ),
    rules,
    priorityOfLicense,
  };
}

type LibraryNeeds = Pick<
  WantedItem,
  | 'componentPurl'
  | 'componentName'
  | 'versionName'
  | 'purl'
  | 'url'
  | 'description'
  | 'licenseExpression'
  | 'licenseFacts'
>;

function nameOfPurl(purl: string): string {
  return decodeURIComponent(purl.slice(purl.lastIndexOf('/') + 1));
}

/** Adds licenses off the SPDX list to the library, so that items can select them. Expressions of several licenses are not added. */
async function ensureLicenses(
  tx: Tx,
  expressions: string[],
  priorityOfLicense: LicensePriorityLookUp,
): Promise<Map<string, number>> {
  const distinct = [...new Set(expressions)].filter((expression) => expression !== '');
  const known = await findLicenseIds(tx, distinct);
  const missing = distinct.filter((expression) => !known.has(expression) && !isCompound(expression));
  if (missing.length === 0) return known;
  const ours = new Map(licensesOffTheList().map((license) => [license.id, license]));
  await insertFoundLicenses(
    tx,
    missing.map((expression) => ({
      shortName: expression,
      name: ours.get(expression)?.name ?? expression,
      text: ours.get(expression)?.text ?? '',
      priority: expressionPriorityOf(expression, priorityOfLicense) ?? 3,
    })),
  );
  return findLicenseIds(tx, distinct);
}

export function libraryIds(
  item: { identity: string; componentPurl: string; versionName: string; purl: string; licenseExpression: string },
  library: Library,
) {
  const rule = library.rules.get(item.identity);
  if (rule) return { componentId: rule.componentId, versionId: rule.versionId, licenseId: rule.licenseId };
  const componentId = library.components.get(item.componentPurl) ?? null;
  const versionId =
    componentId === null
      ? null
      : (library.versions.get(versionKey(componentId, item.versionName || UNKNOWN_VERSION, item.purl)) ?? null);
  return { componentId, versionId, licenseId: library.licenses.get(item.licenseExpression) ?? null };
}

/** The priority of an item whose license is not in the library, such as an expression of several licenses. */
export function expressionPriority(item: Parameters<typeof libraryIds>[0], library: Library): number | null {
  if (item.licenseExpression === '' || libraryIds(item, library).licenseId !== null) return null;
  return expressionPriorityOf(item.licenseExpression, library.priorityOfLicense) ?? null;
}

/** License facts of versions with a known name. They come from scans, not from edits of items. */
export function factsOfVersions(
  found: readonly (Parameters<typeof libraryIds>[0] & { licenseFacts: LicenseFacts })[],
  library: Library,
): Map<number, unknown> {
  return new Map(
    found.flatMap((item) => {
      const { versionId } = libraryIds(item, library);
      return versionId === null || item.versionName === '' ? [] : [[versionId, versionLicenseFacts(item.licenseFacts)]];
    }),
  );
}
