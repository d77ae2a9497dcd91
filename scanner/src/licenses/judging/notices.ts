// Judgements of statements that only repeat what the file states elsewhere, or say it less exactly.
import { familyStem, idsOf, isSpdxException } from '../../expressions/index.ts';
import type { LicenseRole } from '../../findings.ts';
import { FLAG_IMPORTED, FLAG_WEAK } from '../engine/index-format.ts';
import type { Candidate } from '../engine/select.ts';
import { isUnknownLicense } from '../reading/references.ts';
import { isUnnamed } from '../reading/statements.ts';
import { stretchOf } from '../reading/stretch.ts';
import { knowledge } from '../rules/knowledge.ts';
import { isWithoutVersion, namesGnu } from '../rules/license-ids.ts';
import type { Judgement } from './judgement.ts';

/** Bytes between a notice and the warranty paragraph after it. */
const SAME_NOTICE_BYTES = 200;

/**
 * "… See the GNU General Public License for more details": imported rules have this part of a notice as a rule of its
 * own.
 */
export const restOfNotice: Judgement = {
  name: 'rest-of-notice',
  why: 'it continues the notice before it, and that notice names the version',
  keeps: (candidate, { known }) => !known(restsOfNotices).has(candidate),
};

/** The parts behind notices with a version. A notice may go on in several of them. */
function restsOfNotices(candidates: readonly Candidate[]): Set<Candidate> {
  const rests = new Set<Candidate>();
  let first: Candidate | undefined;
  let end = 0;
  for (const candidate of candidates) {
    const { flags, kind, expression, startByte, endByte } = candidate;
    const isRest =
      first !== undefined &&
      (flags & FLAG_IMPORTED) !== 0 &&
      kind === 'notice' &&
      isWithoutVersion(expression) &&
      !isWithoutVersion(first.expression) &&
      startByte - end < SAME_NOTICE_BYTES &&
      idsOf(first.expression).some((id) => familyStem(id) === familyStem(expression));
    if (isRest) rests.add(candidate);
    else first = candidate;
    end = endByte;
  }
  return rests;
}

/** "You should have received a copy of the GNU General Public License" occurs in the notices of all GNU licenses. */
export const echo: Judgement = {
  name: 'echo',
  why: 'it only repeats a license that the file states elsewhere',
  keeps: ({ isEcho }, { known }) => !isEcho || !known(statesGnuLicense),
};

const statesGnuLicense = (candidates: readonly Candidate[]): boolean =>
  candidates.some(({ isEcho, expression }) => !isEcho && namesGnu(expression));

/** "GPL" in a file that says "GPL version 2". */
export const versionElsewhere: Judgement = {
  name: 'version-elsewhere',
  why: 'it names no version, and the file names the version elsewhere',
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

/** The earlier name of a license ("Library") and the later one ("Lesser"), both without a version. */
const LATER_NAMES = knowledge('same-license').meanings('beside_a_later_name');

export const laterNameElsewhere: Judgement = {
  name: 'later-name-elsewhere',
  why: 'it is the earlier name of a license, and the file also uses the later name',
  keeps: ({ expression, isVersioned }, { known }) =>
    isVersioned || !known(unversionedNames).has(LATER_NAMES.get(expression) ?? ''),
};

const unversionedNames = (candidates: readonly Candidate[]): Set<string> =>
  new Set(candidates.filter(isUnversioned).map(({ expression }) => expression));

/** "GPL version 2" in a file that says "version 2 or later", unless this match is a grant of its own. */
export const laterElsewhere: Judgement = {
  name: 'later-elsewhere',
  why: 'the file says elsewhere that you may choose a later version',
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

/**
 * "… is licensed under the terms of the GPL version 2" is a grant of its own. Another grant for later versions does not
 * change it.
 */
const GRANT =
  /\b(?:is|are|be) (?:(?:hereby|also|dual|made|only) )*(?:licen[cs]ed|released|distributed|available|covered|published)\b[^.;:]{0,60}$/i;
const GRANT_REACH_BYTES = 120;

const isGrant = (bytes: Uint8Array, startByte: number): boolean =>
  GRANT.test(stretchOf(bytes, startByte - GRANT_REACH_BYTES, startByte).replace(/\s*\n[\s*#/;]*/g, ' '));

/** From words that name no license to the license that they are about. */
const SAME_PARAGRAPH_BYTES = 600;

/** "This program is made available under the terms of the … License, which accompanies this distribution", beside the license's own name. */
export const unnamedBesideNamed: Judgement = {
  name: 'unnamed-beside-named',
  why: 'it names no license, and one is named beside it',
  keeps: (candidate, { bytes, known }) =>
    !(candidate.flags & FLAG_IMPORTED) ||
    !isUnknownLicense(candidate.expression) ||
    !known(namedOnes).some((one) => areInOneHeader(bytes, candidate, one)),
};

const WIDE_GAP = /\n[^\w\n]*\n[^\w\n]*\n/;

function areInOneHeader(bytes: Uint8Array, one: Candidate, other: Candidate): boolean {
  const from = Math.min(one.endByte, other.endByte);
  const to = Math.max(one.startByte, other.startByte);
  return to <= from || (to - from < SAME_PARAGRAPH_BYTES && !WIDE_GAP.test(stretchOf(bytes, from, to)));
}

const namedOnes = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(({ expression }) => !isUnnamed(expression) && !isSpdxException(expression));

/** A name with other meanings, in a file that names the license in full. */
export const weakName: Judgement = {
  name: 'weak-name',
  why: 'the name has other meanings too, and the file names the license more exactly elsewhere',
  keeps: ({ flags, expression }, { known }) => !(flags & FLAG_WEAK) || !known(strongStems).has(familyStem(expression)),
};

/** "MIT. The folder lib contains code under the MIT license": the exact name is that of a part, the short one that of the work. */
const OF_PARTS: ReadonlySet<LicenseRole> = new Set(['bundled', 'documentation']);

const strongStems = (candidates: readonly Candidate[]): Set<string> =>
  new Set(
    candidates
      .filter(({ flags, verdict }) => !(flags & FLAG_WEAK) && !(verdict && OF_PARTS.has(verdict.role)))
      .flatMap(({ expression }) => idsOf(expression))
      .map(familyStem),
  );

/** "It is dedicated to the public domain under CC0 1.0." */
export const publicDomainByText: Judgement = {
  name: 'public-domain-by-text',
  why: 'the words behind it name the text by which the work is in the public domain',
  keeps: ({ expression, endByte, kind }, { bytes, known }) =>
    kind === 'text' ||
    !PUBLIC_DOMAIN.test(expression) ||
    !known(dedications).some(
      ({ startByte }) =>
        startByte > endByte &&
        startByte - endByte < DEDICATION_BYTES &&
        BY_TEXT.test(stretchOf(bytes, endByte, startByte)),
    ),
};

const PUBLIC_DOMAIN = /^LicenseRef-(?:scancode-)?public-domain$/;
const DEDICATION_BYTES = 80;
const BY_TEXT = /^\w*[^.;]{0,30}\b(?:under|by|via|using|through|with|per)\b[^.;]*$/i;

const dedications = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(({ expression }) => /^(?:CC0-1\.0|Unlicense|PDDL-1\.0|CC-PDDC)$/.test(expression));

/** A mention of a license that the file also states. */
export const statedElsewhere: Judgement = {
  name: 'stated-elsewhere',
  why: 'it only mentions a license that the file states elsewhere',
  keeps: ({ expression, verdict }, { known }) =>
    verdict?.sentence
      ? !idsOf(expression).every((id) => known(statedIds).has(id))
      : !idsOf(expression).every((id) => known(statedStems).has(familyStem(id))),
};

const statedIds = (candidates: readonly Candidate[]): Set<string> =>
  new Set(candidates.flatMap(({ expression }) => idsOf(expression)));

/** The stated licenses without their versions. */
const statedStems = (candidates: readonly Candidate[]): Set<string> =>
  new Set(candidates.flatMap(({ expression }) => idsOf(expression)).map(familyStem));
