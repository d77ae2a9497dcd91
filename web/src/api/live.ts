// Whether the server tells this page what changes. Known here, because queries that ask again and again do so seldom while they are told.

/** Nothing asks more often than this. */
const LEAST_MS = 5_000;
/** For what is told anyway: in case that a word got lost. */
const TOLD_MS = 30_000;

let isTold = false;

export function setTold(now: boolean): void {
  isTold = now;
}

/** How long to wait before asking again for something whose changes the server tells, too. */
export function askAgainAfter(): number {
  return isTold ? TOLD_MS : LEAST_MS;
}
