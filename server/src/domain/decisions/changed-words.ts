// In which words texts differ from those that a decision rested on. Pure.
import { compareTexts, shortened, type TextDifference } from '../licenses/text-differences.ts';

export interface NamedText {
  /** '' for a former text, whose file nobody noted. */
  path: string;
  text: string;
}

export interface ChangedText {
  /** The file that has the later text; '' if it is gone. */
  path: string;
  /** Absent if the texts differ in more words than anybody would read, or if one of them is too long. */
  difference?: TextDifference;
}

/**
 * Each later text beside the former one that is most like it, if they have words in common; others are new, or gone. A single text in the place of a single one is that
 * text, however different. In steps, between which a server can do other work.
 */
export function* changedTexts(former: readonly NamedText[], now: readonly NamedText[]): Generator<void, ChangedText[]> {
  const isOne = former.length === 1 && now.length === 1;
  const pairs: { of: NamedText; to: NamedText; difference: TextDifference }[] = [];
  for (const of of former)
    for (const to of now) {
      yield;
      const difference = compareTexts(of.text, to.text);
      if (difference === undefined && isOne) return [{ path: to.path }];
      if (difference !== undefined && (isOne || hasMuchInCommon(difference))) pairs.push({ of, to, difference });
    }
  pairs.sort((a, b) => changesOf(a.difference) - changesOf(b.difference));
  const partners = new Map<NamedText, TextDifference>();
  const left = new Set(former);
  for (const { of, to, difference } of pairs) {
    if (!left.has(of) || partners.has(to)) continue;
    left.delete(of);
    partners.set(to, difference);
  }
  return [
    ...now.map((to) => changedText(to.path, partners.get(to) ?? compareTexts('', to.text))),
    ...[...left].map(({ text }) => changedText('', compareTexts(text, ''))),
  ];
}

const changedText = (path: string, difference: TextDifference | undefined): ChangedText => ({
  path,
  ...(difference && { difference: shortened(difference) }),
});

const changesOf = ({ added, removed }: TextDifference) => added + removed;

function hasMuchInCommon(difference: TextDifference): boolean {
  const same = difference.pieces.flatMap(({ piece, text }) => (piece === 'SAME' ? text.split(' ') : []));
  return same.length >= changesOf(difference) / 2;
}
