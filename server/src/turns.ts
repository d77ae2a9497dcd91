// Long work on the main thread gives way to the requests of others. All such work shares one place: at each turn of the event loop one piece of it goes on,
// for some milliseconds, and what waits is taken in the order in which it came. So a hundred uploads at once delay a request no more than one does.

/** After this time a piece of work gives way. */
const TURN_MS = 8;

const waiting: (() => void)[] = [];
/** When the piece that runs began to. */
let begunAt = 0;

/** Called between two steps of long work. Waits when the time of the piece that runs is over; costs next to nothing otherwise. */
export function giveWay(): Promise<void> | undefined {
  if (performance.now() - begunAt < TURN_MS) return undefined;
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  begunAt = performance.now();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}
