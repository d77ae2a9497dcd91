// The filter of inventory items of a project: parameters of lists, and a member of the body of decisions about many items.
import type { ItemFilter } from '../../db/inventories/item-lists.ts';
import {
  dependencyLevels,
  dependencyScopes,
  inventoryPriorities,
  type PublicationFilter,
  publicationFilters,
} from '../../domain/inventories/inventory.ts';
import {
  itemGrounds,
  itemGroupings,
  itemSorts,
  itemTies,
  policyResults,
  readItemSort,
} from '../../domain/inventories/item-groups.ts';
import { badRequest } from '../../errors.ts';
import {
  Confidence,
  CoverageStateValue,
  InventoryStatus,
  InventoryType,
  NotComparedReasonValue,
} from './enumerations.ts';
import { Enumeration, Id, Model, type Static, Text, Type } from './schemas.ts';

export const coverageFilters = {
  coverage: Type.Optional(CoverageStateValue('Only items that were, or were not, compared with advisories')),
  notCompared: Type.Optional(NotComparedReasonValue('Only items that were not compared for this reason')),
};

const Publication = Enumeration('PublicationFilter', publicationFilters);
const Priority = Enumeration('InventoryPriority', inventoryPriorities);
const LicenseKind = Enumeration('LicenseKindFilter', ['P1', 'P2', 'P3', 'UNKNOWN']);
const VersionState = Enumeration('VersionFilter', ['KNOWN', 'UNKNOWN']);
const Level = Enumeration('DependencyLevel', dependencyLevels);
const Scope = Enumeration('DependencyScope', dependencyScopes);
const Tie = Enumeration('ItemTie', itemTies);
const PolicyResultValue = Enumeration('PolicyResult', policyResults);
const Ground = Enumeration('ItemGround', itemGrounds);
export const Grouping = Enumeration('ItemGrouping', itemGroupings);

const LICENSE_PRIORITIES = { P1: 1, P2: 2, P3: 3, UNKNOWN: 'none' } as const;

export const itemFilterMembers = {
  search: Text(255, "Part of the item's name", { default: '' }),
  reviewStatus: Type.Optional(InventoryStatus('Only items of this status')),
  published: Publication('Which items', 'ALL'),
  type: Type.Optional(InventoryType('Only items of this type')),
  priority: Type.Optional(Priority('Only items of this priority')),
  license: Type.Optional(
    Text(2000, 'Only items with this license: the SPDX id or expression as the list shows it, in any case'),
  ),
  licensePriority: Type.Optional(LicenseKind('Only items whose selected license has this priority; UNKNOWN for none')),
  version: Type.Optional(VersionState('Only items whose component has a known version, or the version Unknown')),
  ...coverageFilters,
  customFieldId: Type.Optional(Id('Custom field: only items with a value in this field')),
  customFieldValue: Text(255, 'Part of that value', { default: '' }),
  confidence: Type.Optional(Confidence('Only items of this confidence')),
  dependencyLevel: Type.Optional(Level('Only items on which the code base depends so: direct or transitive')),
  dependencyScope: Type.Optional(Scope('Only items of this scope')),
  tie: Type.Optional(Tie('Only items with files, or without files, or that the last scan no longer found')),
  policyResult: Type.Optional(
    PolicyResultValue('Only items whose status is the decision of the policy; NONE for all others'),
  ),
  ground: Type.Optional(Ground('Only items that have their status for this reason')),
  purl: Type.Optional(Text(2000, 'Part of the package URL')),
  notes: Type.Optional(Text(255, 'Part of the detection, audit, usage or remediation notes')),
  groupBy: Type.Optional(Grouping('With `group`: how the items are grouped')),
  group: Type.Optional(
    Text(4096, 'Only items of the group with this key, as the list of groups has it; with `groupBy`'),
  ),
};
const Members = Type.Object(itemFilterMembers);

/** The filter as a member of a body. */
export const ItemFilterModel = Model('ItemFilter', itemFilterMembers, {
  description: 'All items that match, as in the list of items',
});

type SentItemFilter = Static<typeof Members>;

/** Throws an AppError if only one of `groupBy` and `group` is named. */
export function itemFilterOf(sent: SentItemFilter): ItemFilter {
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
    confidence: sent.confidence,
    dependencyLevel: sent.dependencyLevel,
    dependencyScope: sent.dependencyScope,
    tie: sent.tie,
    policyResult: sent.policyResult,
    ground: sent.ground,
    purl: sent.purl?.trim() || undefined,
    notes: sent.notes?.trim() || undefined,
    group: groupOf(sent),
  };
}

function groupOf({ groupBy, group }: SentItemFilter): ItemFilter['group'] {
  if (groupBy === undefined && group === undefined) return undefined;
  if (groupBy === undefined) throw badRequest('"group" needs "groupBy", which says how the items are grouped.');
  if (group === undefined) throw badRequest('"groupBy" needs "group", the key of a group.');
  return { by: groupBy, key: group };
}

export function publishedFilter(published: PublicationFilter | 'ANY'): boolean | undefined {
  return published === 'PUBLISHED' ? true : published === 'UNPUBLISHED' ? false : undefined;
}

const SORTS = itemSorts.join(', ');

export const ItemSortValue = Text(
  20,
  `Column: ${SORTS}, or field and the id of a custom field; a minus before it is for descending order`,
  {
    default: 'name',
    pattern: `^-?(${itemSorts.join('|')}|field[0-9]{1,15})$`,
    patternText: `must be one of ${SORTS}, or field and the id of a custom field, with a minus before it for descending order`,
  },
);

export function itemSortOf(sent: string) {
  return readItemSort(sent) ?? { by: 'name' as const, descending: false };
}
