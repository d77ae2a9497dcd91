// What is wrong with a text that was meant as a license expression: `MIT OR BSD AND`. Names and prose are no expressions and have
// no such fault. Pure.
import { parseExpression } from './expression.ts';

/** Longer texts are prose. */
const LONGEST = 400;
const OPERATOR = /^(?:and|or|with)$/i;
const NAME = /^[A-Za-z0-9][\w.:+/-]*$/;

/** What is wrong with an expression, as the end of a sentence ("is not complete: …"); undefined if it can be read, or if the text is none. */
export function expressionFault(text: string): string | undefined {
  const written = text.trim();
  if (written === '' || written.length > LONGEST || parseExpression(written) !== undefined) return undefined;
  const words = written.match(/[()]|[^\s()]+/g) ?? [];
  const isExpression = words.every((word) => word === '(' || word === ')' || OPERATOR.test(word) || NAME.test(word));
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  if (!isExpression || !words.some((word) => NAME.test(word) && !OPERATOR.test(word))) return undefined;
  if (OPERATOR.test(last)) return `is not complete: nothing follows "${last}"`;
  if (OPERATOR.test(first)) return `is not complete: nothing is before "${first}"`;
  const twice = words.findIndex((word, at) => OPERATOR.test(word) && OPERATOR.test(words[at + 1] ?? ''));
  if (twice >= 0) return `has no license between "${words[twice]}" and "${words[twice + 1]}"`;
  if (words.filter((word) => OPERATOR.test(word)).length === 0) return undefined;
  const depth = words.filter((word) => word === '(').length - words.filter((word) => word === ')').length;
  if (depth !== 0) return `has a parenthesis that is not ${depth > 0 ? 'closed' : 'opened'}`;
  // A name of several words ("Apache License 2.0 OR MIT") is no fault of the expression.
  return undefined;
}
