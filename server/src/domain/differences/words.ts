// The kinds of differences in words, for tables.
import type { DifferenceKind } from '@assay/scanner/sbom';

export const DIFFERENCE_WORDS: Readonly<Record<DifferenceKind, string>> = {
  ADDED: 'Added',
  REMOVED: 'Removed',
  UPGRADED: 'Upgraded',
  DOWNGRADED: 'Downgraded',
  OTHER_VERSIONS: 'Other versions',
  LICENSE: 'License',
  DECLARED_LICENSE: 'Declared license',
  VULNERABILITY_NEW: 'New vulnerability',
  VULNERABILITY_GONE: 'Vulnerability gone',
  VULNERABILITY_NOT_COMPARED: 'Vulnerability, one side not compared',
  ANALYSIS: 'Analysis of a vulnerability',
  DECISION: 'Review',
  DECISION_CARRIED: 'Decision, carried',
  DECISION_NEW: 'Decision, new',
  DECISION_LAPSED: 'Decision, lapsed',
  DECISION_WITHDRAWN: 'Decision, withdrawn',
  OBLIGATIONS: 'Obligations',
  HOLDERS: 'Holders of rights',
  FILE_ADDED: 'File added',
  FILE_REMOVED: 'File removed',
  FILE_CHANGED: 'File changed',
};
