// A small line of one figure over some days. The words beside it, or its label, say what it shows: the line alone is for the eyes.
import classes from './charts.module.css';
import { lengthOf, placeOf, runsOf } from './days.ts';

const WIDTH = 92;
const HEIGHT = 22;
const EDGE = 3;

interface SparklineProps {
  /** Recorded days, ascending. */
  days: readonly { day: string; value: number }[];
  from: string;
  to: string;
  /** A whole sentence. */
  label: string;
}

export function Sparkline({ days, from, to, label }: SparklineProps) {
  const largest = Math.max(1, ...days.map(({ value }) => value));
  const x = (day: string) => EDGE + (placeOf(day, from) / Math.max(1, lengthOf(from, to) - 1)) * (WIDTH - 2 * EDGE);
  const y = (value: number) => HEIGHT - EDGE - (value / largest) * (HEIGHT - 2 * EDGE);
  const last = days.at(-1);
  return (
    <svg className={classes.spark} width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img">
      <title>{label}</title>
      <line x1={EDGE} x2={WIDTH - EDGE} y1={y(0)} y2={y(0)} className={classes.ground} />
      {runsOf(days).map((run) => (
        <polyline
          key={run[0]?.day}
          points={run.map(({ day, value }) => `${x(day)},${y(value)}`).join(' ')}
          className={classes.sparkLine}
        />
      ))}
      {last && <circle cx={x(last.day)} cy={y(last.value)} r={2.4} className={classes.sparkEnd} />}
    </svg>
  );
}
