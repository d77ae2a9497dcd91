// Stacked bars, one for each recorded day or each release. What was not recorded is hatched. The legend has the figures of the newest day, each a link to what it counts;
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
  /** Of a value; a whole number by default. */
  text?: (value: number) => string;
}

/** Null where there is nothing to measure. */
type Values = readonly (number | null)[];

interface DayBarsProps {
  from: string;
  to: string;
  layers: readonly Layer[];
  /** Recorded days, ascending; a value for each layer. */
  days: readonly { day: string; values: Values }[];
  gaps: readonly { from: string; to: string }[];
  /** What the chart shows, as a sentence. */
  label: string;
}

export function DayBars({ from, to, layers, days, gaps, label }: DayBarsProps) {
  const perDay = ROOM / lengthOf(from, to);
  const x = (day: string) => LEFT + placeOf(day, from) * perDay;
  return (
    <StackedBars
      layers={layers}
      label={label}
      bars={days.map(({ day, values }) => ({ name: day, x: x(day), room: perDay, values }))}
      ends={[from, to]}
    >
      {(hatch) =>
        gaps.map((gap) => (
          <rect
            key={gap.from}
            x={x(gap.from)}
            width={lengthOf(gap.from, gap.to) * perDay}
            y={TOP}
            height={HEIGHT - TOP - BOTTOM}
            fill={`url(#${hatch})`}
          >
            <title>
              {gap.from === gap.to ? `${gap.from}: not recorded` : `${gap.from} to ${gap.to}: not recorded`}
            </title>
          </rect>
        ))
      }
    </StackedBars>
  );
}

interface NamedBarsProps {
  layers: readonly Layer[];
  /** In order; a value for each layer, null where it is not known. */
  bars: readonly { name: string; values: Values }[];
  label: string;
}

/** Bars of equal width beside each other, such as one for each release. One of which nothing is known is hatched. */
export function NamedBars({ layers, bars, label }: NamedBarsProps) {
  const room = ROOM / Math.max(1, bars.length);
  const placed = bars.map((bar, at) => ({ ...bar, x: LEFT + at * room, room }));
  return (
    <StackedBars layers={layers} label={label} bars={placed} ends={[bars[0]?.name ?? '', bars.at(-1)?.name ?? '']}>
      {(hatch) =>
        placed
          .filter(({ values }) => values.every((value) => value === null))
          .map(({ name, x }) => (
            <rect key={name} x={x} width={barOf(room)} y={TOP} height={HEIGHT - TOP - BOTTOM} fill={`url(#${hatch})`}>
              <title>{`${name}: not known`}</title>
            </rect>
          ))
      }
    </StackedBars>
  );
}

const ROOM = WIDTH - LEFT;
/** Between two bars there is a little room; a chart with few bars has no blocks. */
const WIDEST = 40;
const barOf = (room: number) => Math.min(WIDEST, Math.max(1, room - Math.min(2, room / 4)));

interface StackedBarsProps {
  layers: readonly Layer[];
  bars: readonly { name: string; x: number; room: number; values: Values }[];
  ends: readonly [string, string];
  label: string;
  /** Drawn behind the bars. @param hatch id of the pattern for what is not known */
  children: (hatch: string) => ReactNode;
}

function StackedBars({ layers, bars, ends, label, children }: StackedBarsProps) {
  const hatch = useId();
  const steps = stepsOf(Math.max(0, ...bars.map(({ values }) => sumOf(values))));
  const top = steps.at(-1) ?? 1;
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
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
      {children(hatch)}
      {bars.map(({ name, x, room, values }) => (
        <g key={name}>
          <title>{`${name}: ${layers.map((layer, at) => `${layer.label} ${shown(layer, values[at])}`).join(', ')}`}</title>
          {layers.map((layer, at) => {
            const below = sumOf(values.slice(0, at));
            const value = values[at] ?? 0;
            return (
              value > 0 && (
                <rect
                  key={layer.label}
                  x={x}
                  width={barOf(room)}
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
        {ends[0]}
      </text>
      <text x={WIDTH} y={HEIGHT - 5} textAnchor="end" className={classes.tick}>
        {ends[1] === ends[0] ? '' : ends[1]}
      </text>
    </svg>
  );
}

const sumOf = (values: Values) => values.reduce<number>((sum, one) => sum + (one ?? 0), 0);

/** What is not known is not 0. */
const shown = ({ text = countText }: Layer, value: number | null | undefined) => (value == null ? '–' : text(value));

/** @param newest the values of the newest recorded day; undefined if no day is recorded */
export function BarLegend({ layers, newest }: { layers: readonly Layer[]; newest: Values | undefined }) {
  return (
    <ul className={classes.legend}>
      {layers.map((layer, at) => (
        <li key={layer.label}>
          {layer.link(
            <>
              <i className={classes.dot} style={{ background: layer.color }} />
              <span>{layer.label}</span>
              <b className="number">{newest === undefined ? '–' : shown(layer, newest[at])}</b>
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
              {layers.map((layer, at) => (
                <td key={layer.label} className="number">
                  {shown(layer, values[at])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
