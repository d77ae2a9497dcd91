// In which words the subject of a lapsed decision differs from what was decided on. Made when somebody asks, of contents and texts that are kept until somebody
// decides again; scans do nothing for it.
import { readHint } from '@assay/scanner/analyze';
import { regionKindOf, statedText } from '@assay/scanner/evidence-digests';
import type { App } from '../../app.ts';
import { readingStored } from '../../contents/stored-bytes.ts';
import { decodeText } from '../../contents/text-lines.ts';
import {
  findContentNow,
  findReviewedTexts,
  listFormerContents,
  type SaidContent,
} from '../../db/decisions/changed-contents.ts';
import { type DecisionToConfirm, listToConfirm } from '../../db/decisions/to-decide.ts';
import { countOf } from '../../domain/count-text.ts';
import { type ChangedText, changedTexts, type NamedText } from '../../domain/decisions/changed-words.ts';
import { notFound } from '../../errors.ts';
import { parseLocation } from '../../store/index.ts';
import { giveWay } from '../../turns.ts';

interface ChangedWords {
  texts: ChangedText[];
  /** What cannot be compared, and why, as sentences; '' if everything was. */
  missing: string;
}

const MOST_LINES = 200_000;
/** Former and later license texts of an item that are compared; of more, the answer says so. */
const MOST_TEXTS = 20;

export async function changedWords(app: App, projectId: number, decisionId: number): Promise<ChangedWords> {
  const decision = (await listToConfirm(app.db, projectId, [decisionId])).get(decisionId);
  if (decision === undefined) throw notFound('Decision to be taken again', decisionId);
  if (decision.kind === 'review') return wordsOfReview(app, decisionId);
  if (decision.kind === 'file-reviewed' || decision.kind === 'file-tied') return wordsOfFile(app, decision);
  return { texts: [], missing: 'This decision does not rest on the words of a text.' };
}

async function wordsOfReview({ db }: App, decisionId: number): Promise<ChangedWords> {
  const found = await findReviewedTexts(db, decisionId);
  if (found === undefined) return { texts: [], missing: 'The texts on which the review rested were not noted.' };
  const [former, now] = [new Set(found.former), new Set(found.now.map(({ words }) => words))];
  const gone = found.stored.filter(({ words }) => !now.has(words)).map(({ text }) => ({ path: '', text }));
  const added = found.now.filter(({ words }) => !former.has(words));
  const lost = [...former].filter((words) => !now.has(words)).length - gone.length;
  const left = Math.max(0, gone.length - MOST_TEXTS) + Math.max(0, added.length - MOST_TEXTS);
  const missing = [
    ...(lost === 0 ? [] : [`${countOf(lost, 'former text')} ${lost === 1 ? 'is' : 'are'} no longer stored.`]),
    ...(left === 0 ? [] : [`${countOf(left, 'text')} more ${left === 1 ? 'was' : 'were'} not compared.`]),
  ].join(' ');
  return { texts: await compared(gone.slice(0, MOST_TEXTS), added.slice(0, MOST_TEXTS)), missing };
}

async function wordsOfFile(app: App, { decisionId, path }: DecisionToConfirm): Promise<ChangedWords> {
  const now = await findContentNow(app.db, decisionId);
  if (now === undefined) return { texts: [], missing: 'There is no text in its place that could be compared.' };
  // A decision about a path was made on one content.
  const [then] = (await listFormerContents(app.db, decisionId)).filter(({ sha256 }) => sha256 !== now.sha256);
  if (then === undefined) return { texts: [], missing: 'The former contents are no longer stored, or are no text.' };
  const [before, after] = [await statedIn(app, then, path ?? ''), await statedIn(app, now, path ?? '')];
  return { texts: await compared([before], [after]), missing: '' };
}

async function statedIn({ store }: App, { location, facts, hint }: SaidContent, path: string): Promise<NamedText> {
  const known = readHint(hint);
  const { text } = await readingStored(`The file "${path}"`, () =>
    decodeText(store.stream(parseLocation(location)), { startLine: 1, maxLines: MOST_LINES }),
  );
  return { path, text: statedText(text, facts, regionKindOf(facts.language || known.language, known)) };
}

async function compared(former: readonly NamedText[], now: readonly NamedText[]): Promise<ChangedText[]> {
  const steps = changedTexts(former, now);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await giveWay();
  }
}
