// The one place that asks the machine what time it is. Operations, jobs and background steps take the time from `app.now()`, so that a
// test can hand in its own; only what runs without an app takes it from here. Waits and measurements take performance.now(), which no
// change of the machine's clock can turn back.

export function machineNow(): Date {
  return new Date();
}
