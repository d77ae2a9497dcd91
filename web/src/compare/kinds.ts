// The kinds of differences, in the order of the list, in words.
import type { DifferenceRow } from '../api/models.ts';

export type Kind = DifferenceRow['kind'];
type Tone = 'good' | 'bad' | 'notice' | 'wait';

const WORDS: Record<Kind, { label: string; tone: Tone }> = {
  ADDED: { label: 'Added', tone: 'good' },
  REMOVED: { label: 'Removed', tone: 'bad' },
  UPGRADED: { label: 'Upgraded', tone: 'good' },
  DOWNGRADED: { label: 'Downgraded', tone: 'notice' },
  OTHER_VERSIONS: { label: 'Other versions', tone: 'notice' },
  LICENSE: { label: 'License', tone: 'notice' },
  DECLARED_LICENSE: { label: 'Declared license', tone: 'notice' },
  VULNERABILITY_NEW: { label: 'New vulnerability', tone: 'bad' },
  VULNERABILITY_GONE: { label: 'Fixed', tone: 'good' },
  VULNERABILITY_NOT_COMPARED: { label: 'Not compared', tone: 'wait' },
  ANALYSIS: { label: 'Analysis', tone: 'notice' },
  DECISION: { label: 'Review', tone: 'notice' },
  DECISION_CARRIED: { label: 'Decision carried', tone: 'good' },
  DECISION_NEW: { label: 'Decision new', tone: 'notice' },
  DECISION_LAPSED: { label: 'Decision lapsed', tone: 'bad' },
  DECISION_WITHDRAWN: { label: 'Decision withdrawn', tone: 'notice' },
  OBLIGATIONS: { label: 'Obligations', tone: 'notice' },
  HOLDERS: { label: 'Holders', tone: 'notice' },
  DEPENDENCY_ADDED: { label: 'Dependency added', tone: 'notice' },
  DEPENDENCY_REMOVED: { label: 'Dependency removed', tone: 'notice' },
  SERVICE_ADDED: { label: 'Service added', tone: 'notice' },
  SERVICE_REMOVED: { label: 'Service removed', tone: 'notice' },
  SERVICE_CHANGED: { label: 'Service changed', tone: 'notice' },
  FILE_ADDED: { label: 'File added', tone: 'good' },
  FILE_REMOVED: { label: 'File removed', tone: 'bad' },
  FILE_CHANGED: { label: 'File changed', tone: 'notice' },
};

export const KINDS = Object.keys(WORDS) as Kind[];
export const labelOf = (kind: Kind): string => WORDS[kind].label;
export const toneOf = (kind: Kind): Tone => WORDS[kind].tone;

/** Why a vulnerability or a dependency is new or gone, or which side says nothing of it; the ground of a review. */
export function whyText({ kind, why, before }: DifferenceRow): string {
  if (kind === 'VULNERABILITY_NOT_COMPARED')
    return `The ${why === 'after' ? 'later' : 'earlier'} side was not compared with advisories: nobody knows.`;
  if (kind.startsWith('DECISION')) return why;
  if (why === 'unstated')
    return `The ${before.length === 0 ? 'earlier' : 'later'} side names nothing that it needs: nobody knows.`;
  if (why === 'version') return 'With another version.';
  if (why === 'match') return 'Same version, by newer data or another source.';
  if (why === 'component') return before.length === 0 ? 'Came with the component.' : 'Went with the component.';
  return '';
}
