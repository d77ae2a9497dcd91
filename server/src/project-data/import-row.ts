// The row of an item that an import makes.
import type { NewItem } from '../db/inventories/items.ts';
import type { LicensePriorityLookUp } from '../domain/licenses/license-priority.ts';
import { priorityOf } from '../domain/reviews/priority.ts';
import type { ImportInput } from './import-rules.ts';
import type { IncomingItem } from './incoming.ts';
import { newColumns } from './incoming-fields.ts';
import type { LibraryIds } from './library.ts';

/** What becomes one item. `identity`: the one that it gets here, which another item may have taken from it. */
export interface NewRow {
  item: IncomingItem;
  library: LibraryIds;
  identity: string;
}

export function rowOfNew(
  { item, library, identity }: NewRow,
  input: ImportInput,
  priorityOfLicense: LicensePriorityLookUp,
): NewItem {
  const { project, actor, mayReview, mayPublish, now } = input;
  return {
    project_id: project.id,
    identity,
    type: item.type,
    ...newColumns(item),
    purl: item.purl || item.component?.purl || '',
    component_id: library.componentId,
    version_id: library.versionId,
    license_id: library.licenseId,
    license_expression: library.licenseExpression,
    expression_priority: library.expressionPriority,
    possible_licenses: item.possibleLicenses,
    license_facts: JSON.stringify(item.licenseFacts ?? {}),
    package_facts: JSON.stringify(item.packageFacts ?? {}),
    priority: item.priority ?? priorityOfNew(item, library, priorityOfLicense),
    created_by: item.createdBy || actor.login,
    // A scan with the same finding continues to rewrite an item that nobody has edited.
    is_edited: item.identity === '' || item.isEdited || identity !== item.identity,
    // One statement inserts all rows, so each row must name every column.
    status: mayReview ? item.status : 'DRAFT',
    is_status_set_by_person: mayReview && item.isStatusSetByPerson,
    is_published: mayPublish && item.isPublished,
    published_at: mayPublish && item.isPublished ? now : null,
    review_lapse: mayReview && item.lapse && item.status === 'DRAFT' ? JSON.stringify(item.lapse) : null,
    had_evidence: item.missing !== undefined,
    missing_since_scan: item.missing?.sinceScan ?? null,
    missing_why: item.missing?.why ?? '',
    is_kept: mayReview && item.missing?.isKept === true,
  };
}

function priorityOfNew(item: IncomingItem, { licenseExpression }: LibraryIds, ofLicense: LicensePriorityLookUp) {
  const subject = { type: item.type, licenseExpression, foundLicenses: item.possibleLicenses, severities: [] };
  return priorityOf(subject, 'V3', ofLicense);
}
