// The rules of an import, and the files that it finds by them.
import type { Issues } from '@assay/scanner/member-reader';
import type { Project } from '../db/projects/projects.ts';
import { keyOfFile, type MatchedFile, type MatchingRule } from '../domain/files/file-matching.ts';
import type { HistoryAction } from '../domain/inventories/inventory-history.ts';
import type { IncomingData } from './document.ts';

export interface ImportRules {
  addFiles: boolean;
  inventoryRule: MatchingRule;
  markReviewed: boolean;
  reviewRule: MatchingRule;
  createEmpty: boolean;
  overwriteNotes: boolean;
  resetUsage: boolean;
}

export interface ImportInput {
  project: Project;
  data: IncomingData;
  rules: ImportRules;
  /** New items at once; more than usual where they carry few texts. */
  newAtOnce?: number;
  /** The importing user. Decisions are imported as far as this user's rights allow. */
  actor: { id: number; login: string };
  mayReview: boolean;
  mayPublish: boolean;
  mayAnalyze: boolean;
  /** Whether created items get their imported history. */
  keepsHistory: boolean;
  action: HistoryAction;
  now: Date;
  /** Called with the items that were made, before the project is locked. */
  onMade?(ids: readonly number[]): Promise<void>;
  /** Called when all items are dealt with, before the project is locked for what is left. */
  beforeEnd?(reached: ReachedItems): Promise<void>;
  /**
   * Only the first pass: what the project does not have is made, and what it has is neither changed nor locked, so that nobody waits. The caller rolls
   * everything back.
   */
  isTrial?: true;
  /** The caller lets reviews lapse and counts the inventory itself, after its own changes. */
  leavesReviews?: boolean;
  /** Called between batches. If it throws, the import ends, and nothing of the step stays. */
  progress(done: number, total: number): Promise<void>;
}

/** The items of the data that are here by their ids in the data, and those of them that the import made. */
export interface ReachedItems {
  taken: ReadonlyMap<string, number>;
  made: ReadonlyMap<string, number>;
  lines: Issues;
}

export interface TargetFile extends MatchedFile {
  id: number;
  sha256: string;
  isReviewed: boolean;
}

/** Says in words why a file matches no other. */
export function unmatchedText(file: MatchedFile, rule: MatchingRule): string {
  if (keyOfFile(file, rule) === undefined)
    return `The data has no digest of ${file.path}, which ${rule.criterion} needs.`;
  const depth = rule.criterion.includes('PARTIAL') ? ` (depth ${rule.depth})` : '';
  return `No file of the project is ${file.path} by ${rule.criterion}${depth}.`;
}
