// What the model of roles may read of the names of a file. It is asked about short names in prose; GNU notices, texts, tags, data and code speak for
// themselves. Pure.
import { isSpdxException } from '../../expressions/index.ts';
import type { LicenseRole } from '../../findings.ts';
import type { Candidate } from '../engine/select.ts';
import type { Surroundings } from '../roles/features.ts';
import type { ModelRole } from '../roles/model.ts';
import type { Verdict } from '../roles/roles.ts';
import { THIS_NAME } from '../roles/signs.ts';
import type { Read } from '../roles/weighing.ts';
import { isGnu } from '../rules/license-ids.ts';
import { noticeAround } from './gnu-notices.ts';
import { COMPARED, isShortName } from './short-names.ts';
import { standingOf } from './statements.ts';
import { stretchOf } from './stretch.ts';

interface Judged {
  /** Of the grammar. */
  verdicts: ReadonlyMap<Candidate, Verdict>;
  surroundings: ReadonlyMap<Candidate, Surroundings>;
  /** Names that are mentions by the short form around them. */
  passing: ReadonlyMap<Candidate, Verdict>;
  /** Names that tell the version of a statement. */
  versions: ReadonlySet<Candidate>;
  /** Names that mean other things, too. */
  isFaint: ReadonlySet<Candidate>;
}

/** In the order of the candidates; none if no name is in prose. */
export function readsOf(bytes: Uint8Array, candidates: readonly Candidate[], judged: Judged): Read[] {
  if (judged.surroundings.size === 0) return [];
  const hasException = candidates.some(({ expression }) => isSpdxException(expression));
  return candidates.map((one, i) => {
    const before = candidates[i - 1];
    const isJoined = before !== undefined && isInRow(bytes, before, one);
    return { ...readOf(bytes, one, judged, candidates, hasException), isJoined };
  });
}

/** Whether the model is asked at all: a file that grants one license in plain words, as most do, needs none. */
export function isInQuestion(reads: readonly Read[]): boolean {
  const [first] = reads;
  return reads.some((one) => one.expression !== first?.expression || !isPlainGrant(one));
}

const GRANTING: ReadonlySet<string> = new Set(['grant', 'granted_behind', 'this', 'itself', 'be', 'stands', 'it', 'article', 'material', 'preposition']); // biome-ignore format: one list

/** "Licensed under MIT", "foo is under the MIT license", or the name alone. */
function isPlainGrant({ surroundings, standing, known, weak }: Read): boolean {
  if (!surroundings) return known === 'grants';
  if (standing !== 'stated' || weak !== undefined || (known !== undefined && known !== 'grants')) return false;
  const items = surroundings.views('sentence')?.items ?? [];
  return items.every(({ word, classes }, i) => isPlainWord(word, classes, i));
}

const isPlainWord = (word: string, classes: ReadonlySet<string>, at: number): boolean =>
  word === THIS_NAME ||
  !/[\p{L}\p{N}]/u.test(word) ||
  (classes.size === 0 ? at === 0 : [...classes].some((name) => GRANTING.has(name)));

function readOf(
  bytes: Uint8Array,
  one: Candidate,
  { verdicts, surroundings, passing, versions, isFaint }: Judged,
  candidates: readonly Candidate[],
  hasException: boolean,
): Omit<Read, 'isJoined'> {
  const { expression, family } = one;
  const verdict = verdicts.get(one);
  const isMention = passing.has(one);
  const isFirm =
    !isShortName(one) ||
    PUBLIC_DOMAIN.test(expression) ||
    one.isEcho ||
    versions.has(one) ||
    isVersionOf(one, candidates) ||
    (family !== '' && !one.isVersioned && (isMention || (verdict !== undefined && !LICENSING.has(verdict.role)))) ||
    (hasException && family !== '') ||
    (verdict === undefined && isInNotice(bytes, one));
  const around = isFirm ? undefined : inProse(surroundings.get(one));
  const byForm = around ? undefined : isMention || isFaint.has(one) ? 'other-work' : 'grants';
  const known = verdict && !verdict.isWeak ? modelRole(verdict.role) : byForm;
  const weak = verdict?.isWeak ? verdict.role : undefined;
  const standing = isFaint.has(one) ? 'faint' : standingIn(passing.get(one));
  const form = () => standingOf(bytes, one.startByte, one.endByte);
  return { expression, surroundings: around, known, weak, standing, form };
}

const LICENSING: ReadonlySet<LicenseRole> = new Set(['grants', 'choice', 'bundled', 'documentation']);

const PUBLIC_DOMAIN = /public-domain/;

const standingIn = (passing: Verdict | undefined): Read['standing'] =>
  passing === undefined ? 'stated' : passing.why === COMPARED ? 'compared' : 'mentioned';

const ROW_BYTES = 40;
const LINK =
  /^\w*["'*_\x60)]*\s*(?:[,/&、，]|(?:,\s*)?(?:and|or|und|oder|et|ou|y|o|e|en|of|и|или|和|或|と|や|か|및|또는)(?=\W))\s*["'*_\x60(]*(?:the\s)?$/iu;

/** "MIT, ISC or the …": nothing but a link between them. */
const isInRow = (bytes: Uint8Array, { endByte }: Candidate, { startByte }: Candidate): boolean =>
  startByte - endByte < ROW_BYTES &&
  LINK.test(Buffer.from(stretchOf(bytes, endByte, startByte), 'latin1').toString('utf8'));

/** The role by which the model knows it. */
const modelRole = (role: LicenseRole): ModelRole => (role === 'documentation' ? 'bundled' : role);

/** "This program is free software; you can redistribute it …": longer than the name. */
function isInNotice(bytes: Uint8Array, { family, isVersioned, startByte, endByte }: Candidate): boolean {
  if (!isVersioned || !isGnu(family)) return false;
  const { start, end } = noticeAround(bytes, startByte, endByte);
  return start < startByte || end > endByte;
}

/** "…, which is GPLv2": the version that another name of the file lacks. */
const isVersionOf = ({ family, isVersioned }: Candidate, candidates: readonly Candidate[]): boolean =>
  isVersioned && family !== '' && candidates.some((one) => one.family === family && !one.isVersioned && !one.isEcho);

/** Signs of data and code in a line that is no row of a table. */
const NO_PROSE = /\t|[{}\\]|<\/?[A-Za-z]\w*>|\w\(|\w\s*=\s|\S\|\S|:\/\/\S*$|^\s*"[\w-]+"\s*:|^\s*["'][^"']*["'],?\s*$/;
const ROW = /^\s*\|/;
/** `License :: OSI Approved :: MIT`, a field of its own. */
const FIELD = new RegExp(`^\\W*licen[cs]es?\\b[\\w :-]{0,40}[:=]\\s*["'*_]*[${THIS_NAME}]\\W*$`, 'i');

function inProse(around: Surroundings | undefined): Surroundings | undefined {
  if (!around) return undefined;
  const { line, isListed, headings } = around.passage;
  if (NO_PROSE.test(line) && !ROW.test(line)) return undefined;
  return FIELD.test(line) && !isListed && headings.length === 0 ? undefined : around;
}
