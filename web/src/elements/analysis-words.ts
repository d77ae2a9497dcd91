// The words of decisions about vulnerabilities.
import type { AnalysisOfMany } from '../api/models.ts';

export const ANALYSIS_STATES: { value: AnalysisOfMany['state']; label: string }[] = [
  { value: 'NOT_AFFECTED', label: 'Not affected' },
  { value: 'FALSE_POSITIVE', label: 'False positive' },
  { value: 'RESOLVED', label: 'Resolved' },
  { value: 'RESOLVED_WITH_PEDIGREE', label: 'Resolved, with proof' },
  { value: 'IN_TRIAGE', label: 'In triage' },
  { value: 'EXPLOITABLE', label: 'Exploitable' },
];
export const ANALYSIS_JUSTIFICATIONS: { value: NonNullable<AnalysisOfMany['justification']>; label: string }[] = [
  { value: 'CODE_NOT_PRESENT', label: 'The vulnerable code is not present' },
  { value: 'CODE_NOT_REACHABLE', label: 'The vulnerable code is never reached' },
  { value: 'REQUIRES_CONFIGURATION', label: 'Needs a configuration that we do not use' },
  { value: 'REQUIRES_DEPENDENCY', label: 'Needs a dependency that we do not have' },
  { value: 'REQUIRES_ENVIRONMENT', label: 'Needs an environment that we do not run in' },
  { value: 'PROTECTED_BY_COMPILER', label: 'The compiler protects against it' },
  { value: 'PROTECTED_AT_RUNTIME', label: 'Protected at run time' },
  { value: 'PROTECTED_AT_PERIMETER', label: 'Protected at the perimeter' },
  { value: 'PROTECTED_BY_MITIGATING_CONTROL', label: 'Another control protects against it' },
];
export const ANALYSIS_RESPONSES: { value: NonNullable<AnalysisOfMany['response']>; label: string }[] = [
  { value: 'UPDATE', label: 'Update' },
  { value: 'ROLLBACK', label: 'Roll back' },
  { value: 'WORKAROUND_AVAILABLE', label: 'A workaround is available' },
  { value: 'WILL_NOT_FIX', label: 'Will not be fixed' },
  { value: 'CAN_NOT_FIX', label: 'Cannot be fixed' },
];
