// Judgements of statements that only repeat, or say less exactly, what the file states elsewhere.
import { familyStem, idsOf } from '../../expressions/index.ts';
import { FLAG_IMPORTED, FLAG_WEAK } from '../engine/index-format.ts';
import type { Candidate } from '../engine/select.ts';
import { stretchOf } from '../reading/stretch.ts';
import { knowledge } from '../rules/knowledge.ts';
import type { Judgement } from './judgement.ts';

/** Bytes between a notice and the paragraph on warranty behind it. */
const SAME_NOTICE_BYTES = 200;
/** What the name of a GNU license without a version means. */
const UNVERSIONED = /^(?:GPL-1\.0|LGPL-2\.0)-or-later$/;

/** "… See the GNU General Public License for more details", which imported rules have apart from the notice before it. */
export const restOfNotice: Judgement = {
  name: 'rest-of-notice',
  why: 'goes on with a notice that names the version',
  keeps(candidate, { known }) {
    if (!(candidate.flags & FLAG_IMPORTED) || candidate.kind !== 'notice') return true;
    const before = known(neighboursBefore).get(candidate);
    if (!before || !UNVERSIONED.test(candidate.expression) || UNVERSIONED.test(before.expression)) return true;
    const isSame = idsOf(before.expression).some((id) => familyStem(id) === familyStem(candidate.expression));
    return candidate.startByte - before.endByte >= SAME_NOTICE_BYTES || !isSame;
  },
};

const neighboursBefore = (candidates: readonly Candidate[]): Map<Candidate, Candidate | undefined> =>
  new Map(candidates.map((candidate, i) => [candidate, candidates[i - 1]]));

/** "You should have received a copy of the GNU General Public License": it stands in the notices of all GNU licenses. */
export const echo: Judgement = {
  name: 'echo',
  why: 'it only repeats a license that the file states elsewhere',
  keeps: ({ isEcho }, { known }) => !isEcho || !known(statesGnuLicense),
};

const statesGnuLicense = (candidates: readonly Candidate[]): boolean =>
  candidates.some(({ isEcho, expression }) => !isEcho && /(^|\W)(A|L)?GPL-|GFDL-/.test(expression));

/** "GPL" in a file that says "GPL version 2". */
export const versionElsewhere: Judgement = {
  name: 'version-elsewhere',
  why: 'the file names the version elsewhere',
  keeps: (candidate, { known }) =>
    !isUnversioned(candidate) ||
    !(known(versionedFamilies).has(candidate.family) || known(versionedStems).has(familyStem(candidate.expression))),
};

const isUnversioned = ({ family, isVersioned }: Candidate): boolean => family !== '' && !isVersioned;

const versionedFamilies = (candidates: readonly Candidate[]): Set<string> =>
  new Set(candidates.filter(({ family, isVersioned }) => family && isVersioned).map(({ family }) => family));

const versionedStems = (candidates: readonly Candidate[]): Set<string> =>
  new Set(
    candidates
      .filter((candidate) => !isUnversioned(candidate))
      .flatMap(({ expression }) => idsOf(expression))
      .map(familyStem),
  );

/** "Library" and "Lesser" without a version. */
const LATER_NAMES = knowledge('same-license').meanings('beside_a_later_name');

export const laterNameElsewhere: Judgement = {
  name: 'later-name-elsewhere',
  why: 'the file calls the license elsewhere by the name that it has in later versions',
  keeps: ({ expression, isVersioned }, { known }) =>
    isVersioned || !known(unversionedNames).has(LATER_NAMES.get(expression) ?? ''),
};

const unversionedNames = (candidates: readonly Candidate[]): Set<string> =>
  new Set(candidates.filter(isUnversioned).map(({ expression }) => expression));

/** "GPL version 2" in a file that says "version 2 or later", unless it is a grant of its own. */
export const laterElsewhere: Judgement = {
  name: 'later-elsewhere',
  why: 'the file says elsewhere that later versions may be chosen',
  keeps: ({ isImplied, expression, startByte }, { bytes, known }) =>
    !isImplied || isGrant(bytes, startByte) || !known(laterVersions).has(expression.replace(/-only$/, '-or-later')),
};

const laterVersions = (candidates: readonly Candidate[]): Set<string> =>
  new Set(
    candidates
      .filter(({ kind }) => kind !== 'tag')
      .flatMap(({ expression }) => idsOf(expression))
      .filter((id) => id.endsWith('-or-later')),
  );

/** "… is licensed under the terms of the GPL version 2": a grant of its own, which another one for later versions does not take back. */
const GRANT =
  /\b(?:is|are|be) (?:(?:hereby|also|dual|made|only) )*(?:licen[cs]ed|released|distributed|available|covered|published)\b[^.;:]{0,60}$/i;
const GRANT_REACH_BYTES = 120;

const isGrant = (bytes: Uint8Array, startByte: number): boolean =>
  GRANT.test(stretchOf(bytes, startByte - GRANT_REACH_BYTES, startByte).replace(/\s*\n[\s*#/;]*/g, ' '));

/** A name that also means other things, in a file that names the license in full. */
export const weakName: Judgement = {
  name: 'weak-name',
  why: 'the file says the same more exactly elsewhere',
  keeps: ({ flags, expression }, { known }) => !(flags & FLAG_WEAK) || !known(strongStems).has(familyStem(expression)),
};

const strongStems = (candidates: readonly Candidate[]): Set<string> =>
  new Set(
    candidates
      .filter(({ flags }) => !(flags & FLAG_WEAK))
      .flatMap(({ expression }) => idsOf(expression))
      .map(familyStem),
  );

/** Of mentions, beside what the file states. */
export const statedElsewhere: Judgement = {
  name: 'stated-elsewhere',
  why: 'mentions a license that the file states elsewhere',
  keeps: ({ expression }, { known }) => !idsOf(expression).every((id) => known(statedStems).has(familyStem(id))),
};

/** In whatever version. */
const statedStems = (candidates: readonly Candidate[]): Set<string> =>
  new Set(candidates.flatMap(({ expression }) => idsOf(expression)).map(familyStem));
