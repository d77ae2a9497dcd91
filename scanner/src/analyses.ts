// What can be said about a vulnerability of a package: the words of analyses.

/** The values of VEX in CycloneDX, in capitals. */
export const analysisStates = [
  'RESOLVED',
  'RESOLVED_WITH_PEDIGREE',
  'EXPLOITABLE',
  'IN_TRIAGE',
  'FALSE_POSITIVE',
  'NOT_AFFECTED',
] as const;
export const analysisJustifications = [
  'CODE_NOT_PRESENT',
  'CODE_NOT_REACHABLE',
  'REQUIRES_CONFIGURATION',
  'REQUIRES_DEPENDENCY',
  'REQUIRES_ENVIRONMENT',
  'PROTECTED_BY_COMPILER',
  'PROTECTED_AT_RUNTIME',
  'PROTECTED_AT_PERIMETER',
  'PROTECTED_BY_MITIGATING_CONTROL',
] as const;
export const analysisResponses = ['CAN_NOT_FIX', 'WILL_NOT_FIX', 'UPDATE', 'ROLLBACK', 'WORKAROUND_AVAILABLE'] as const;

export interface AnalysisWords {
  state: (typeof analysisStates)[number];
  justification?: (typeof analysisJustifications)[number];
  response?: (typeof analysisResponses)[number];
  detail?: string;
}
