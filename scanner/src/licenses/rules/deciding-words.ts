// Checks the words of an imported rule against its author's claims: "or later", a version, the right to modify. Pure.
import type { RuleKind } from '../engine/index-format.ts';
import { hasLaterName, isGnuSoftware, permitsModification } from './license-ids.ts';

const LATER_ALLOWED =
  /\b(?:version|gpl|v)[\s-]*\d(?:\.\d)?\+|\bor\b[^.;]{0,60}\b(?:later|newer|higher)\b|\band later\b/i;
const ONLY_THIS =
  /\bonly\b|\bno (?:later|other|newer)\b|\bnot\b[^.]{0,160}\b(?:later|newer|higher)\b|how to apply these terms/i;
/** Most words of a notice; a longer rule contains a license text, which mentions later versions itself. */
const LONGEST_NOTICE = 250;

/** A notice with its version before these words has no room for later versions behind them. */
const THIS_VERSION = /\bversion\s+\d(?:\.\d)?\W{1,6}as\W{1,6}published\b/i;
/** Any sign of later versions, also in words with typing errors and of other languages. */
const HINTS_LATER =
  /later|latter|newer|higher|\+|\bplus\b|\bany version|subsequent|greater|above|>=|future|your option|\bor any\b|onward|upward/i;

/** The expression of a rule: a GNU license "or later" if its words say so, and only its version if they leave no room for it. */
export function decidedExpression(expression: string, text: string, kind: RuleKind): string {
  if (kind === 'text' || !isGnuSoftware(expression) || text.split(/\s+/).length > LONGEST_NOTICE) return expression;
  if (kind === 'notice' && THIS_VERSION.test(text) && !HINTS_LATER.test(text))
    return expression.replace(/-or-later$/, '-only');
  if (!LATER_ALLOWED.test(text) || ONLY_THIS.test(text)) return expression;
  return expression.replace(/-only$/, '-or-later');
}

/** Whether another rule with the same words is more credible: words without a version leave it open, words with only a version do not. */
export function isDoubtful(expression: string, text: string): boolean {
  if (!isGnuSoftware(expression)) return false;
  const isOpen = expression.endsWith('-or-later');
  if (/\d/.test(text.replace(/\S+:\/\/\S+/g, ''))) return isOpen && !LATER_ALLOWED.test(text);
  return !isOpen || hasLaterName(expression, text);
}

const UNMODIFIED_ONLY = /\bforms?,?\s+(?:only,?\s+)?without\s+modification/i;

/** Why a rule cannot be right; '' when its words do not contradict it. */
export function contradiction(expression: string, text: string): string {
  if (!permitsModification(expression) || !UNMODIFIED_ONLY.test(text)) return '';
  return `its words forbid modification, and ${expression} permits it`;
}
