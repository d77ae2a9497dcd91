// Stacked bars, one for each recorded day. Days without a record are hatched. The legend has the figures of the newest day, each a link to what it counts;
// the table has all of them.
import { type ReactNode, useId } from 'react';
import { countText } from '../elements/quantities.ts';
import classes from './charts.module.css';
import { lengthOf, placeOf, stepsOf } from './days.ts';

const WIDTH = 640;
const HEIGHT = 170;
const LEFT = 44;
const BOTTOM = 20;
const TOP = 8;

export interface Layer {
  label: string;
  color: string;
  /** Wraps the legend's line into a link to what the newest day counts. */
  link: (content: ReactNode) => ReactNode;
}

interface DayBarsProps {
  from: string;
  to: string;
  layers: readonly Layer[];
  /** Recorded days, ascending; a value for each layer. */
  days: readonly { day: string; values: readonly number[] }[];
  gaps: readonly { from: string; to: string }[];
  /** What the chart shows, as a sentence. */
  label: string;
}

export function DayBars({ from, to, layers, days, gaps, label }: DayBarsProps) {
  const hatch = useId();
  const steps = stepsOf(Math.max(0, ...days.map(({ values }) => sumOf(values))));
  const top = steps.at(-1) ?? 1;
  const perDay = (WIDTH - LEFT) / lengthOf(from, to);
  const x = (day: string) => LEFT + placeOf(day, from) * perDay;
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  const bar = Math.max(1, perDay - Math.min(2, perDay / 4));
  return (
    <svg className={classes.bars} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" y1="0" x2="0" y2="6" className={classes.hatch} />
        </pattern>
      </defs>
      {steps.map((step) => (
        <g key={step}>
          <line x1={LEFT} x2={WIDTH} y1={y(step)} y2={y(step)} className={classes.ground} />
          <text x={LEFT - 6} y={y(step) + 3.5} textAnchor="end" className={classes.tick}>
            {countText(step)}
          </text>
        </g>
      ))}
      {gaps.map((gap) => (
        <rect
          key={gap.from}
          x={x(gap.from)}
          width={lengthOf(gap.from, gap.to) * perDay}
          y={TOP}
          height={HEIGHT - TOP - BOTTOM}
          fill={`url(#${hatch})`}
        >
          <title>{gap.from === gap.to ? `${gap.from}: not recorded` : `${gap.from} to ${gap.to}: not recorded`}</title>
        </rect>
      ))}
      {days.map(({ day, values }) => (
        <g key={day}>
          <title>{`${day}: ${layers.map((layer, at) => `${layer.label} ${countText(values[at] ?? 0)}`).join(', ')}`}</title>
          {layers.map((layer, at) => {
            const below = sumOf(values.slice(0, at));
            const value = values[at] ?? 0;
            return (
              value > 0 && (
                <rect
                  key={layer.label}
                  x={x(day)}
                  width={bar}
                  y={y(below + value)}
                  height={y(below) - y(below + value)}
                  fill={layer.color}
                />
              )
            );
          })}
        </g>
      ))}
      <text x={LEFT} y={HEIGHT - 5} className={classes.tick}>
        {from}
      </text>
      <text x={WIDTH} y={HEIGHT - 5} textAnchor="end" className={classes.tick}>
        {to}
      </text>
    </svg>
  );
}

const sumOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0);

/** @param newest the values of the newest recorded day; undefined if no day is recorded */
export function BarLegend({ layers, newest }: { layers: readonly Layer[]; newest: readonly number[] | undefined }) {
  return (
    <ul className={classes.legend}>
      {layers.map((layer, at) => (
        <li key={layer.label}>
          {layer.link(
            <>
              <i className={classes.dot} style={{ background: layer.color }} />
              <span>{layer.label}</span>
              <b className="number">{newest === undefined ? '–' : countText(newest[at] ?? 0)}</b>
            </>,
          )}
        </li>
      ))}
    </ul>
  );
}

/** The same as text. */
export function DayTable({ layers, days, caption }: Pick<DayBarsProps, 'layers' | 'days'> & { caption: string }) {
  return (
    <section className={classes.tableBox} aria-label={caption}>
      <table className={classes.table}>
        <caption className={classes.caption}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {layers.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, values }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {layers.map(({ label }, at) => (
                <td key={label} className="number">
                  {countText(values[at] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
