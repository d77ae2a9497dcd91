// What an import is asked with, and the files that it finds by it.
import type { Project } from '../db/projects/projects.ts';
import { keyOfFile, type MatchedFile, type MatchingRule } from '../domain/file-matching.ts';
import type { HistoryAction } from '../domain/inventory-history.ts';
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
  /** In whose name; decisions are taken as far as the rights allow. */
  actor: { id: number; login: string };
  mayReview: boolean;
  mayPublish: boolean;
  mayAnalyze: boolean;
  /** Whether the items that are made bring their history. */
  keepsHistory: boolean;
  action: HistoryAction;
  now: Date;
  /** Called between batches; may throw to end the import, of which then nothing is left. */
  progress(done: number, total: number): Promise<void>;
}

export interface TargetFile extends MatchedFile {
  id: number;
  sha256: string;
  isReviewed: boolean;
}

/** Why a file matches none, in words. */
export function unmatchedText(file: MatchedFile, rule: MatchingRule): string {
  if (keyOfFile(file, rule) === undefined)
    return `The data does not say the content of ${file.path}, which ${rule.criterion} asks for.`;
  const depth = rule.criterion.includes('PARTIAL') ? ` (depth ${rule.depth})` : '';
  return `No file of the project is ${file.path} by ${rule.criterion}${depth}.`;
}
