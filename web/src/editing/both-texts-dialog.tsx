// The dialog if somebody else saved the object during editing: shows both texts side by side and asks which one to
// keep.
import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { Choice, Meeting, Question } from './both-texts.ts';

let question: Question | undefined;
const watchers = new Set<() => void>();

function show(next: Question | undefined): void {
  question = next;
  for (const tell of watchers) tell();
}

function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

/** Opens the dialog. Resolves when the user presses a button or closes it. */
export function askWhoseText(meetings: readonly Meeting[]): Promise<Choice> {
  return new Promise((resolve) => {
    question?.answer(undefined);
    show({
      meetings,
      answer: (choice) => {
        show(undefined);
        resolve(choice);
      },
    });
  });
}

/** With the first such question. */
const BothTextsModal = lazy(async () => ({ default: (await import('./both-texts-modal.tsx')).BothTextsModal }));

/** The page renders this once, outside of all dialogs, so that a form in a dialog stays open during the question. */
export function BothTextsDialog() {
  const asked = useSyncExternalStore(watch, () => question);
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <BothTextsModal asked={asked} />
    </Suspense>
  );
}
