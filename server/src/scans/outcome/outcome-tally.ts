// What the steps of a scan's outcome have done, summed up. Each step notes its part, so that the log and the mails of a run that goes on after a killed one are
// those of one run.
import type { CarryWay } from '../../domain/decisions/carrying.ts';
import type { Notice } from '../../domain/messages/mail-notices.ts';
import type { JobOutcome } from '../../queue/job-context.ts';
import type { LapsedItem } from '../../reviews/lapses.ts';

const NONE = { created: 0, updated: 0, deleted: 0, gone: 0, back: 0, followedFiles: 0 };

type Counts = typeof NONE;

interface Done {
  lapsed?: readonly LapsedItem[];
  /** Files that were marked as reviewed, by the way in which their decision reached them. */
  marked?: Partial<Record<CarryWay, number>>;
}

/** Of one step. */
export interface OutcomeStep extends Done {
  counts: Partial<Counts>;
  notices: readonly Notice[];
  /** Of the last step. */
  written?: WrittenOutcome;
}

/** The whole outcome, and what it rests on. */
export interface WrittenOutcome {
  /** Empty if the inventory was found under the lock. */
  print: string;
  analyzerVersion: string;
  outcome: JobOutcome;
}

export class OutcomeTally {
  readonly counts: Counts = { ...NONE };
  readonly lapsed: LapsedItem[] = [];
  readonly marked: Partial<Record<CarryWay, number>> = {};
  /** Mails, which are written at the end. */
  readonly notices: Notice[] = [];
  #noted = 0;

  constructor(steps: readonly OutcomeStep[]) {
    for (const step of steps) {
      this.notices.push(...step.notices);
      this.#add(step.counts, step);
      if (step.written === undefined) continue;
      // An earlier run has told all of it.
      this.notices.length = 0;
      this.lapsed.length = 0;
    }
    this.#noted = this.notices.length;
  }

  /** What the step that ends now has done, for the next run. */
  note({ lapsed, marked, ...counts }: Partial<Counts> & Done): OutcomeStep {
    const done = { ...(lapsed && { lapsed }), ...(marked && { marked }) };
    this.#add(counts, done);
    const notices = this.notices.slice(this.#noted);
    this.#noted = this.notices.length;
    return { ...done, counts, notices };
  }

  #add(counts: Partial<Counts>, { lapsed = [], marked = {} }: Done): void {
    for (const name of Object.keys(NONE) as (keyof Counts)[]) this.counts[name] += counts[name] ?? 0;
    this.lapsed.push(...lapsed);
    for (const [way, count] of Object.entries(marked) as [CarryWay, number][])
      this.marked[way] = (this.marked[way] ?? 0) + count;
  }
}
