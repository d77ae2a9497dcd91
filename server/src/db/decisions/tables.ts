// The tables of decisions, as TypeScript types.
import type { Generated } from 'kysely';
import type { ProposalSubject } from '../../domain/decisions/carried-words.ts';
import type { CarryWay } from '../../domain/decisions/carrying.ts';
import type { DecisionGround, DecisionKind, DecisionScope, DecisionSubject } from '../../domain/decisions/decision.ts';
import type { ItemFactsThen } from '../../domain/decisions/item-carrying.ts';
import type { Reach } from '../../domain/decisions/reach.ts';
import type { Json, NullableTimestamp, Timestamp } from '../postgres/columns.ts';

export interface DecisionTables {
  decisions: DecisionsTable;
  decision_files: DecisionFilesTable;
  carried_files: CarriedFilesTable;
  review_grounds: ReviewGroundsTable;
  review_reaches: ReviewReachesTable;
  carried_reviews: CarriedReviewsTable;
  refused_proposals: RefusedProposalsTable;
  remembered_licenses: RememberedLicensesTable;
  remembered_license_grounds: RememberedLicenseGroundsTable;
}

interface DecisionsTable {
  id: Generated<number>;
  kind: DecisionKind;
  subject: Json<DecisionSubject>;
  subject_key: string;
  scope: DecisionScope;
  project_id: number | null;
  item_id: number | null;
  value: Json<Record<string, unknown>>;
  ground: Json<DecisionGround>;
  author: string;
  decided_at: Timestamp;
  expires_at: NullableTimestamp;
  supersedes: number | null;
  superseded_at: NullableTimestamp;
  /** When and why a scan reported that the decision no longer holds. */
  lapsed_at: NullableTimestamp;
  lapse: Generated<string>;
  /** Where the file lies now, if not where it was decided. */
  lapsed_path: string | null;
  /** Who took the decision back; '' for all others. */
  undone_by: Generated<string>;
}

interface DecisionFilesTable {
  decision_id: number;
  /** That of the decision. */
  project_id: number;
  sha256: Buffer;
  /** The path without version strings. */
  place_key: Generated<string>;
  text_digest: Buffer | null;
  evidence_digest: Buffer | null;
  sketch: Buffer | null;
  said: Json<{ licenses: string[]; holders: string[] }> | null;
}

interface CarriedFilesTable {
  file_id: number;
  decision_id: number;
  sha256: Buffer;
  way: CarryWay;
}

interface RememberedLicensesTable {
  version_id: number;
  license_id: number;
  user_id: number | null;
  remembered_at: Timestamp;
}

interface RememberedLicenseGroundsTable {
  decision_id: number;
  project_id: number;
  /** The evidence that the project first saw. */
  concluded: string;
  told_at: NullableTimestamp;
  /** Why the license no longer holds in the project; '' if it holds. */
  lapse: Generated<string>;
}

interface ReviewGroundsTable {
  decision_id: number;
  project_id: number;
  component: string;
  facts: Json<ItemFactsThen>;
}

interface ReviewReachesTable {
  decision_id: number;
  scope: Reach['scope'];
  folder_id: number | null;
  versions: string;
  set_by: string;
  set_at: Timestamp;
}

interface CarriedReviewsTable {
  decision_id: number;
  from_decision_id: number;
  way: CarryWay;
  is_accepted: boolean;
}

interface RefusedProposalsTable {
  project_id: number;
  subject_kind: ProposalSubject;
  subject_id: number;
  decision_id: number;
  refused_by: string;
  refused_at: Timestamp;
  words: Generated<string>;
}
