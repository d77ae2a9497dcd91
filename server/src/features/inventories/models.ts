// An inventory item as the interface shows it: the long form, the summary form, and the row of the page's list.
import type { ReadField } from '../../db/custom-fields.ts';
import type { DetailedItem } from '../../db/inventories/items.ts';
import { forgeOf } from '../../domain/forges.ts';
import {
  inventoryPriorityNames,
  inventoryStatusNames,
  inventoryTypeNames,
  UNKNOWN_VERSION,
} from '../../domain/inventories/inventory.ts';
import { shownFields } from '../../domain/inventories/inventory-fields.ts';
import { packageFactsOf, shownPackageFacts } from '../../domain/inventories/package-facts.ts';
import { NO_LICENSE_ID, NO_LICENSE_NAME } from '../../domain/licenses/license-choice.ts';
import { licenseFactsOf, shownLicenseFacts } from '../../domain/licenses/license-facts.ts';
import { shownLapse } from '../../domain/reviews/review-lapse.ts';
import { shownCoverage } from '../../domain/vulnerabilities/coverage.ts';
import { type WiredVulnerability, wiredVulnerability } from '../../domain/vulnerabilities/vulnerability-wire.ts';
import { wireTimeWithTenths } from '../../domain/wire-times.ts';

const NONE = 'N/A';

export interface PossibleLicense {
  licenseId: number;
  licenseName: string;
  licenseSPDXIdentifier: string;
}

export interface LongFormExtras {
  itemNumber: number;
  paths: string[];
  possibleLicenses: PossibleLicense[];
  /** The item that bundles or depends on this one, if there is exactly one. */
  parent?: { id: number; name: string };
  customFields: ReadField[];
  vulnerabilities?: readonly WiredVulnerability[];
  /** Present only if the request asked for them. */
  copyrights?: string[];
}

export function longForm(item: DetailedItem, extras: LongFormExtras) {
  const { name, priority, url, description, ...fields } = shownFields(item);
  return {
    itemNumber: extras.itemNumber,
    id: item.id,
    name,
    type: inventoryTypeNames[item.type],
    priority,
    createdBy: item.created_by,
    createdOn: wireTimeWithTenths(item.created_at),
    updatedOn: wireTimeWithTenths(item.updated_at),
    publishedOn: item.published_at ? wireTimeWithTenths(item.published_at) : NONE,
    url,
    componentId: item.component_id ?? NONE,
    componentName: item.component_name ?? NONE,
    componentVersionId: item.version_id ?? NONE,
    componentVersionName: versionNameOf(item),
    componentUrl: item.component_url ?? '',
    componentDescription: item.component_description ?? '',
    description,
    componentForgeName: forgeOf(item.forge_id ?? 1).name,
    ...selectedLicense(item),
    possibleLicenses: extras.possibleLicenses,
    licenseFacts: shownLicenseFacts(licenseFactsOf(item.license_facts)),
    ...shownPackageFacts(packageFactsOf(item.package_facts)),
    isOwn: item.is_own,
    inventoryReviewStatus: inventoryStatusNames[item.status],
    isPublished: item.is_published,
    ...standingMembers(item),
    ...(item.missing_since_scan !== null && {
      evidence: { missingSinceScan: item.missing_since_scan, why: item.missing_why, isKept: item.is_kept },
    }),
    ...fields,
    fileCount: item.file_count,
    filePaths: extras.paths,
    ...(extras.copyrights ? { copyrights: extras.copyrights } : {}),
    parentInventoryItem: extras.parent?.name ?? NONE,
    parentInventoryID: extras.parent?.id ?? NONE,
    provenanceInventoryId: item.provenance_id ?? NONE,
    customFields: extras.customFields,
    vulnerabilities: (extras.vulnerabilities ?? []).map(wiredVulnerability),
    coverage: shownCoverage(item),
  };
}

/**
 * What clients must know to read the status: present only for items that are gone, or whose review lapsed. The status of a gone item is a draft, because
 * no decision says anything of what is not there; the former one holds again when the evidence is back.
 */
function standingMembers({ gone_since_scan: goneSinceScan, review_lapse: lapse }: DetailedItem) {
  return {
    ...(goneSinceScan !== null && { goneSinceScan }),
    ...(goneSinceScan !== null && lapse !== null && { reviewBeforeGone: inventoryStatusNames[lapse.status] }),
    ...(goneSinceScan === null && lapse !== null && { toBeDecidedAgain: shownLapse(lapse) }),
  };
}

/** Every component has a version. It is Unknown if the manifest did not state it, or if the version was deleted. */
function versionNameOf(item: DetailedItem): string {
  return item.version_name ?? (item.component_id === null ? NONE : UNKNOWN_VERSION);
}

function selectedLicense(item: DetailedItem) {
  const isKnown = item.license_id !== null;
  return {
    selectedLicenseId: item.license_id ?? NO_LICENSE_ID,
    selectedLicenseName: item.license_name ?? NO_LICENSE_NAME,
    selectedLicenseSPDXIdentifier: isKnown ? spdxIdentifierOf(item) : NO_LICENSE_NAME,
    selectedLicensePriority: item.license_priority ?? item.expression_priority ?? 3,
    selectedLicenseUrl: item.license_url ?? '',
    licenseExpression: item.license_expression || NONE,
  };
}

/** The SPDX id of a license of the library. An expression of several licenses is shown as it is. A custom license has none; clients show its name. */
function spdxIdentifierOf(item: DetailedItem): string {
  if (item.license_is_custom) return NONE;
  return item.license_spdx_id ?? (item.license_expression || NONE);
}

/** Ids are texts here and numbers in the long form, because existing clients compare them so. */
export function summaryForm(
  item: DetailedItem,
  itemNumber: number,
  vulnerabilitySummary: Record<string, Record<string, number>>[] | undefined,
) {
  return {
    itemNumber,
    id: item.id,
    name: item.name,
    type: inventoryTypeNames[item.type],
    priority: inventoryPriorityNames[item.priority],
    createdBy: item.created_by,
    url: item.url,
    confidence: item.confidence,
    componentId: item.component_id === null ? NONE : String(item.component_id),
    componentName: item.component_name ?? NONE,
    componentVersionId: item.version_id === null ? NONE : String(item.version_id),
    componentVersionName: versionNameOf(item),
    reviewStatus: inventoryStatusNames[item.status],
    ...standingMembers(item),
    selectedLicenseId: String(item.license_id ?? NO_LICENSE_ID),
    selectedLicenseSPDXIdentifier: selectedLicense(item).selectedLicenseSPDXIdentifier,
    licenseExpression: item.license_expression || NONE,
    purl: item.purl === '' ? NONE : item.purl,
    ...(vulnerabilitySummary ? { vulnerabilitySummary } : {}),
    coverage: shownCoverage(item),
  };
}

export function rowForm(item: DetailedItem) {
  return {
    id: item.id,
    name: item.name,
    type: inventoryTypeNames[item.type],
    priority: inventoryPriorityNames[item.priority],
    componentName: item.component_name ?? NONE,
    componentVersionName: versionNameOf(item),
    licenseName: item.license_name ?? (item.license_expression || NO_LICENSE_NAME),
    licenseExpression: item.license_expression,
    reviewStatus: inventoryStatusNames[item.status],
    ...standingMembers(item),
    isPublished: item.is_published,
    confidence: item.confidence,
    fileCount: item.file_count,
    purl: item.purl,
    dependencyScope: item.dependency_scope,
    dependencyLevel: item.dependency_level,
    isOwn: item.is_own,
    createdOn: wireTimeWithTenths(item.created_at),
    updatedOn: wireTimeWithTenths(item.updated_at),
    coverage: shownCoverage(item),
  };
}

/** The few members of items in the lists of changed and of linked items. */
export function liteForm(item: DetailedItem) {
  return {
    id: item.id,
    name: item.name,
    type: inventoryTypeNames[item.type],
    priority: inventoryPriorityNames[item.priority],
    componentId: item.component_id ?? NONE,
    componentName: item.component_name ?? NONE,
    componentVersionId: item.version_id ?? NONE,
    componentVersionName: versionNameOf(item),
    selectedLicenseId: item.license_id ?? NO_LICENSE_ID,
    selectedLicenseName: item.license_name ?? NO_LICENSE_NAME,
    licenseExpression: item.license_expression || NONE,
    inventoryReviewStatus: inventoryStatusNames[item.status],
    ...standingMembers(item),
    isPublished: item.is_published,
    createdOn: wireTimeWithTenths(item.created_at),
    updatedOn: wireTimeWithTenths(item.updated_at),
  };
}
