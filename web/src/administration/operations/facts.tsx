// Parts of the page about operations: a list of facts, and a time that may be unknown.
import type { ReactNode } from 'react';
import { momentText } from '../../elements/quantities.ts';
import classes from './operations.module.css';

export function Facts({ of }: { of: [label: string, value: ReactNode][] }) {
  return (
    <dl className={classes.facts}>
      {of.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `without`: what a blank time means. */
export function Time({ on, without }: { on: string; without: string }) {
  return on === '' ? <span className={classes.soft}>{without}</span> : <span>{momentText(on)}</span>;
}
