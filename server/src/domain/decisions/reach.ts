// How far the review of an item reaches that a person has widened (docs/adr/0057). Pure.
//
//   Scope    | counts by itself                                         | who may say so
//   ---------+-----------------------------------------------------------+--------------------------------------------
//   ITEM     | nowhere else: settings say what becomes of other versions | who may review the item
//   PROJECT  | for the versions of the range, in the project             | who may review the item
//   FAMILY   | also in the projects above and below it, at any depth      | also: who may edit policies
//   FOLDER   | also in the other projects of a folder and its subfolders | also: who may edit policies
//   SITE     | also in all other projects                                | also: who may edit policies
//
// It never counts if something differs on which the review rested (item-carrying.ts), or if another review says otherwise. The reviews of a private project
// reach no other project, and a family does not go on beyond a private project: nobody learns from a review what a private project is linked with.
import { canonicalVers, parseVers, versionInRange } from '@assay/scanner/versions';
import { type Refusal, refuse } from '../refusal.ts';

/** Those that are stored. */
export const widerScopes = ['PROJECT', 'FAMILY', 'FOLDER', 'SITE'] as const;
export const reachScopes = ['ITEM', ...widerScopes] as const;
type ReachScope = (typeof reachScopes)[number];

export interface Reach {
  scope: (typeof widerScopes)[number];
  /** Canonical `vers`; '' for the version that was decided about. */
  versions: string;
}

export const reachesOtherProjects = (scope: ReachScope): boolean => scope !== 'ITEM' && scope !== 'PROJECT';

/** Whether a review with this reach counts by itself for a version. */
export function reaches({ versions }: Reach, decidedFor: string, version: string): boolean {
  return version === decidedFor || (versions !== '' && versionInRange(versions, version));
}

/** The range as it is stored, or why it is none for this component. */
export function rangeFor(versions: string, { type, version }: { type: string; version: string }): string | Refusal {
  if (versions.trim() === '') return '';
  const range = canonicalVers(versions.trim());
  if ('problem' in range) return refuse('invalid', `The field "versions" is no range of versions: ${range.problem}.`);
  const read = parseVers(range.value);
  const scheme = 'problem' in read ? '' : read.value.scheme;
  if (scheme !== type)
    return refuse(
      'invalid',
      `The field "versions" is a range of ${scheme}, but versions of this item are those of ${type}.`,
    );
  if (!versionInRange(range.value, version))
    return refuse('invalid', `The range ${range.value} does not contain ${version}, about which was decided.`);
  return range.value;
}

const WHERE: Record<Reach['scope'], string> = {
  PROJECT: 'in this project',
  FAMILY: 'in a project and those above and below it',
  FOLDER: 'in the projects of a folder',
  SITE: 'in all projects',
};

/** "1.2.3 and vers:npm/>=1.0.0|<2.0.0, in all projects" */
export function reachWords({ scope, versions }: Reach, version: string): string {
  return `${version}${versions === '' ? '' : ` and ${versions}`}, ${WHERE[scope]}`;
}
