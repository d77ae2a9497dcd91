import type { ImportRules } from '../import-rules.ts';

/** An SBOM brings items without files, and no notes or usage of people. */
export const SBOM_RULES: ImportRules = {
  addFiles: false,
  inventoryRule: { criterion: 'COMPLETE_FILEPATH', depth: 1 },
  markReviewed: false,
  reviewRule: { criterion: 'COMPLETE_FILEPATH', depth: 1 },
  createEmpty: true,
  overwriteNotes: false,
  resetUsage: false,
};

/** Of a file that is sent to be imported or compared. */
export const LARGEST_SBOM_BYTES = 250 * 1024 * 1024;
