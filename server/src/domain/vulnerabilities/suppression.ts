// Suppressed vulnerabilities: their values, and the versions of a component that a suppression covers. Pure.
export {
  type AnalysisWords,
  analysisJustifications,
  analysisResponses,
  analysisStates,
} from '@assay/scanner/vex-words';

import { type Refusal, refuse } from '../refusal.ts';
import { parseWireTime } from '../wire-times.ts';

export const suppressionReasons = ['FALSE_POSITIVE', 'REMEDIATED', 'OTHER'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];
export const versionScopes = ['SPECIFIC_VERSIONS', 'ALL_CURRENT_VERSIONS'] as const;
export const suppressionScopes = ['GLOBAL', 'PROJECT'] as const;

/** The reason of a suppression that corresponds to this analysis. */
export function reasonOfState(state: string): SuppressionReason {
  if (state === 'FALSE_POSITIVE' || state === 'NOT_AFFECTED') return 'FALSE_POSITIVE';
  return state === 'RESOLVED' || state === 'RESOLVED_WITH_PEDIGREE' ? 'REMEDIATED' : 'OTHER';
}

/** The end of a decision; null for none. If the text is a day, the decision ends with it. */
export function expiryOf(text: string | undefined, now: Date): Date | null | Refusal {
  if (text === undefined || text.trim() === '') return null;
  const parsed = parseWireTime(text);
  if (parsed === undefined)
    return refuse('invalid', `The field "expiresOn" is "${text}", but it must be a day such as 2027-05-01, or a time.`);
  const end = text.trim().length <= 10 ? new Date(parsed.getTime() + 86_399_000) : parsed;
  if (end <= now) return refuse('invalid', `The field "expiresOn" is ${text}, but it must be in the future.`);
  return end;
}

/** The versions to suppress: the named ones, which the component must have, or all its current ones. */
export function versionsToSuppress(
  scope: (typeof versionScopes)[number],
  named: readonly number[],
  current: readonly number[],
): number[] | Refusal {
  if (scope === 'ALL_CURRENT_VERSIONS')
    return current.length > 0 ? [...current] : refuse('invalid', 'The component has no versions to suppress it for.');
  if (named.length === 0)
    return refuse('invalid', 'The field "versionIds" must name versions if "versionScope" is SPECIFIC_VERSIONS.');
  return versionsOf(named, current);
}

export function versionsOf(named: readonly number[], current: readonly number[]): number[] | Refusal {
  const foreign = named.find((id) => !current.includes(id));
  if (foreign !== undefined)
    return refuse('invalid', `The field "versionIds" names version ${foreign}, which the component does not have.`);
  return [...new Set(named)];
}
