// The only place that reads the time of the machine. Operations, jobs and background steps use `app.now()`, so that a test can give its own clock;
// only code without an app reads it here. Waits and measurements use performance.now(), which changes of the machine's clock do not affect.

export function machineNow(): Date {
  return new Date();
}
