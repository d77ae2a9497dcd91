// The progress bar of a scan on a terminal: files done of known, rate, time left. Formats and paints; counts nothing.
import type { Writable } from 'node:stream';
import type { ScanProgress } from '../scan/index.ts';

export interface ProgressBar {
  show(progress: ScanProgress): void;
  /** Wipes the bar. */
  clear(): void;
}

const MIN_INTERVAL_MS = 100;
const BAR_CELLS = 24;

/** A bar on a terminal, repainted at most ten times a second. `now` gives milliseconds of a steady clock. */
export function createProgressBar(terminal: Writable, now: () => number = () => performance.now()): ProgressBar {
  const startedAt = now();
  let paintedAt = Number.NEGATIVE_INFINITY;
  let isPainted = false;
  return {
    show(progress) {
      const at = now();
      if (at - paintedAt < MIN_INTERVAL_MS) return;
      paintedAt = at;
      isPainted = true;
      terminal.write(`\r\x1b[2K${progressLine(progress, at - startedAt)}`);
    },
    clear() {
      if (isPainted) terminal.write('\r\x1b[2K');
      isPainted = false;
    },
  };
}

/** `[######------------------]  25 %  500 of 2,000 files  1,000 files/s  0:02 left` */
export function progressLine({ filesDone, filesKnown, bytesDone }: ScanProgress, elapsedMs: number): string {
  const seconds = Math.max(elapsedMs / 1000, 0.001);
  const rate = filesDone / seconds;
  const speed = `${number(rate)} files/s  ${(bytesDone / 1e6 / seconds).toFixed(1)} MB/s`;
  if (filesKnown === undefined) return `${number(filesDone)} files  ${speed}`;
  // New files can appear while the scan runs, so there may be more than were counted.
  const share = filesKnown === 0 ? 1 : Math.min(1, filesDone / filesKnown);
  const filled = Math.floor(share * BAR_CELLS);
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(BAR_CELLS - filled)}]`;
  const left = rate > 0 ? `${duration(Math.max(0, filesKnown - filesDone) / rate)} left` : '';
  return `${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${number(filesDone)} of ${number(filesKnown)} files  ${speed}  ${left}`;
}

function number(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** `0:07`, `12:30`, `1:02:03` */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const padded = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${padded}` : `${minutes}:${padded}`;
}
