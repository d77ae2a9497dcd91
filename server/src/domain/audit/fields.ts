// What a changed field is called in sentences of the audit log. Names that read well when their words are separated need no row.
import { sentItemFields } from '../inventories/inventory-fields.ts';

const LABELS: Readonly<Record<string, string>> = {
  selectedLicenseId: 'license',
  componentId: 'component',
  componentVersionId: 'version',
  provenanceInventoryId: 'item that it comes from',
  inventoryReviewStatus: 'review status',
  policyProfileName: 'policy',
  scanProfileName: 'scan profile',
  projectVisibiity: 'visibility',
  folderId: 'folder',
  parentFolderId: 'parent folder',
  ownerId: 'owner',
  isActive: 'state “active”',
  isEnabled: 'state “enabled”',
  isAsked: 'state “asked by scans”',
  ...Object.fromEntries(sentItemFields.map(({ shownName, label }) => [shownName, lowered(label)])),
};

/** "selectedLicenseId" is "license", "minimumConfidence" "minimum confidence". */
export function labelOfField(field: string): string {
  if (Object.hasOwn(LABELS, field)) return LABELS[field] as string;
  if (/^[A-Z_]+$/.test(field)) return `role ${field.toLowerCase().replaceAll('_', ' ')}`;
  return field.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

/** Abbreviations at the beginning stay: "URL". */
function lowered(label: string): string {
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
