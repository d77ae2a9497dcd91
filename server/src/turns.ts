// Lets long work on the main thread give way to requests. All such work shares one place: in each turn of the event loop one piece runs for some
// milliseconds, and waiting pieces run in the order of their arrival. So a hundred uploads at once delay a request no more than one does.

/** After this time a piece of work gives way. */
const TURN_MS = 8;

const waiting: (() => void)[] = [];
/** Start time of the running piece. */
let begunAt = 0;

/** Call it between two steps of long work. Waits if the time of the running piece is over; otherwise it costs almost nothing. */
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
