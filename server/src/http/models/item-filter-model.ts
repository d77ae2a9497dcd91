// The filter of inventory items of a project: parameters of lists, and a member of the body of decisions about many items.
import type { ItemFilter } from '../../db/inventories/item-lists.ts';
import { inventoryPriorities, type PublicationFilter, publicationFilters } from '../../domain/inventories/inventory.ts';
import { CoverageStateValue, InventoryStatus, InventoryType, NotComparedReasonValue } from './enumerations.ts';
import { Id, OneOf, type Static, Text, Type } from './schemas.ts';

export const coverageFilters = {
  coverage: Type.Optional(CoverageStateValue('Only items that were, or were not, compared with advisories')),
  notCompared: Type.Optional(NotComparedReasonValue('Only items that were not compared for this reason')),
};

const LICENSE_PRIORITIES = { P1: 1, P2: 2, P3: 3, UNKNOWN: 'none' } as const;

export const itemFilterMembers = {
  search: Text(255, "Part of the item's name", { default: '' }),
  reviewStatus: Type.Optional(InventoryStatus('Only items of this status')),
  published: OneOf(publicationFilters, 'Which items', 'ALL'),
  type: Type.Optional(InventoryType('Only items of this type')),
  priority: Type.Optional(OneOf(inventoryPriorities, 'Only items of this priority')),
  license: Type.Optional(
    Text(2000, 'Only items with this license: the SPDX id or expression as the list shows it, in any case'),
  ),
  licensePriority: Type.Optional(
    OneOf(['P1', 'P2', 'P3', 'UNKNOWN'], 'Only items whose selected license has this priority; UNKNOWN for none'),
  ),
  version: Type.Optional(
    OneOf(['KNOWN', 'UNKNOWN'], 'Only items whose component has a known version, or the version Unknown'),
  ),
  ...coverageFilters,
  customFieldId: Type.Optional(Id('Custom field: only items with a value in this field')),
  customFieldValue: Text(255, 'Part of that value', { default: '' }),
};
const Members = Type.Object(itemFilterMembers);

export function itemFilterOf(sent: Static<typeof Members>): ItemFilter {
  return {
    published: publishedFilter(sent.published),
    status: sent.reviewStatus,
    type: sent.type,
    search: sent.search,
    priority: sent.priority,
    license: sent.license?.trim() || undefined,
    licensePriority: sent.licensePriority && LICENSE_PRIORITIES[sent.licensePriority],
    version: sent.version,
    coverage: sent.coverage,
    notCompared: sent.notCompared,
    customField:
      sent.customFieldId === undefined ? undefined : { id: sent.customFieldId, value: sent.customFieldValue.trim() },
  };
}

export function publishedFilter(published: PublicationFilter | 'ANY'): boolean | undefined {
  return published === 'PUBLISHED' ? true : published === 'UNPUBLISHED' ? false : undefined;
}
