// The tables of inventory items, as TypeScript types.
import type { PackageFacts } from '@assay/scanner/package-facts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { FileGrouping } from '../../domain/files/file-groups.ts';
import type { InventoryLinkType, InventoryStatus, InventoryType } from '../../domain/inventories/inventory.ts';
import type { StoredItemFields } from '../../domain/inventories/inventory-fields.ts';
import type { ItemGrouping } from '../../domain/inventories/item-groups.ts';
import type { StatementAction } from '../../domain/inventories/notice-texts.ts';
import type { ViewList } from '../../domain/inventories/view-lists.ts';
import type { LicenseFacts } from '../../domain/licenses/license-facts.ts';
import type { FoundTextRole } from '../../domain/licenses/license-texts.ts';
import type { ReviewLapse } from '../../domain/reviews/review-lapse.ts';
import type { Json, NullableTimestamp, Timestamp } from '../postgres/columns.ts';

export interface InventoryTables {
  inventory_items: InventoryItemsTable;
  inventory_files: InventoryFilesTable;
  inventory_file_exclusions: InventoryFileExclusionsTable;
  inventory_links: InventoryLinksTable;
  inventory_history: InventoryHistoryTable;
  inventory_workflows: InventoryWorkflowsTable;
  statement_edits: StatementEditsTable;
  found_texts: FoundTextsTable;
  item_license_texts: ItemLicenseTextsTable;
  inventory_views: InventoryViewsTable;
}

/** Of a project, or of one person; one of the two ids is null. */
interface InventoryViewsTable {
  id: Generated<number>;
  name: string;
  user_id: number | null;
  project_id: number | null;
  /** Which list it is of. */
  list: Generated<ViewList>;
  settings: Json<ViewSettings>;
  updated_at: Timestamp;
  updated_by: string;
}

/** Filter, grouping, columns and order of a view, as requests write them. */
export interface ViewSettings {
  filter: Record<string, unknown>;
  groupBy?: ItemGrouping | FileGrouping;
  columns?: string[];
  sort?: string;
}

/** Every new item needs a name; the database knows the other columns of a new item. */
type FieldColumns = {
  [C in keyof StoredItemFields]: C extends 'name' ? string : Generated<StoredItemFields[C]>;
};

export interface InventoryItemsTable extends FieldColumns {
  id: Generated<number>;
  project_id: number;
  type: InventoryType;
  identity: string;
  component_id: number | null;
  version_id: number | null;
  license_id: number | null;
  license_expression: Generated<string>;
  /** The priority of an expression of several licenses, which has no entry in the library. */
  expression_priority: number | null;
  possible_licenses: Generated<string[]>;
  status: Generated<InventoryStatus>;
  is_status_set_by_person: Generated<boolean>;
  is_published: Generated<boolean>;
  published_at: NullableTimestamp;
  is_edited: Generated<boolean>;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  file_count: Generated<number>;
  provenance_id: number | null;
  /** LicenseFacts; empty before the first scan of a version with facts. */
  license_facts: Json<Partial<LicenseFacts>>;
  /** PackageFacts: supplier, digests and addresses; empty if nothing is known. */
  package_facts: Json<Partial<PackageFacts>>;
  is_own: Generated<boolean>;
  /** ReviewLapse: why the item is a draft again. */
  review_lapse: Json<ReviewLapse> | null;
  /** Whether the item has, or once had, a finding or files. */
  had_evidence: Generated<boolean>;
  /** The first scan that no longer found the evidence; null while it is there. */
  missing_since_scan: number | null;
  missing_why: Generated<string>;
  /** A person decided that the item counts without evidence. */
  is_kept: Generated<boolean>;
  is_held_by_ties: boolean | null;
  /** `missing_since_scan` of items that nobody keeps: see present.ts. */
  gone_since_scan: GeneratedAlways<number | null>;
  /** The scope that manifests gave the component; blank if it is not known. */
  found_scope: Generated<string>;
}

interface InventoryFilesTable {
  item_id: number;
  file_id: number;
  /** Tied by a scan, not by a person. */
  is_found: Generated<boolean>;
}

interface InventoryFileExclusionsTable {
  item_id: number;
  path: string;
}

export interface InventoryLinksTable {
  parent_id: number;
  child_id: number;
  type: InventoryLinkType;
  /** Only remote scans found the dependency. */
  is_remote: Generated<boolean>;
}

interface InventoryHistoryTable {
  revision: Generated<number>;
  project_id: number;
  item_id: number;
  happened_at: Timestamp;
  user_id: number | null;
  user_name: Generated<string>;
  event: string;
  action: string;
  changes: Json<{ field: string; oldValue: string; newValue: string }[]>;
}

interface InventoryWorkflowsTable {
  item_id: number;
  position: number;
  key: string;
  value: string;
}

interface StatementEditsTable {
  id: Generated<number>;
  project_id: number;
  identity: Generated<string>;
  statement: string;
  action: StatementAction;
  value: Generated<string>;
  reason: Generated<string>;
  user_id: number | null;
  user_name: string;
  created_at: Timestamp;
}

/** License texts as scans found them, by digest. */
interface FoundTextsTable {
  sha256: Buffer;
  text: string;
  words_digest: Buffer | null;
  seen_at: Timestamp;
}

interface ItemLicenseTextsTable {
  item_id: number;
  place: number;
  role: FoundTextRole;
  path: string;
  start_line: number | null;
  end_line: number | null;
  is_complete: boolean;
  expressions: Generated<string[]>;
  sha256: Buffer | null;
  problem: Generated<string>;
}
