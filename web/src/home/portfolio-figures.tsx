// The sums over all projects that the user may see, and whether they are getting better.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Sparkline } from '../charts/sparkline.tsx';
import { Waiting } from '../elements/page-state.tsx';
import { countOf, countText } from '../elements/quantities.ts';
import { Direction } from '../trend/direction.tsx';
import classes from './home.module.css';
import { portfolioTrendQuery } from './queries.ts';

export function PortfolioFigures() {
  const trend = useQuery(portfolioTrendQuery);
  if (!trend.data) return <Waiting query={trend} rows={2} title="The figures could not be loaded" />;
  const { data, dataIsStale, dataAsOf } = trend.data;
  const newest = data.days.at(-1);
  if (newest === undefined)
    return (
      <p className={classes.soft}>Nothing is recorded yet. The figures of a project are recorded within a minute.</p>
    );
  const grave = data.days.map(({ day, open }) => ({ day, value: open.critical + open.high }));
  const { compared, notCompared } = newest.compared;
  const seen = compared === 0 ? 'nothing' : notCompared > 0 || dataIsStale ? 'a part' : 'all';
  return (
    <section className={classes.figures} aria-label="All projects that you may see">
      <Figure label="Critical" value={newest.open.critical} isBad={newest.open.critical > 0} seen={seen}>
        <Link to="/vulnerabilities" search={{ severity: 'CRITICAL' }}>
          in the list
        </Link>
      </Figure>
      <Figure label="High" value={newest.open.high} isBad={newest.open.high > 0} seen={seen}>
        <Link to="/vulnerabilities" search={{ severity: 'HIGH' }}>
          in the list
        </Link>
      </Figure>
      <div className={classes.figure}>
        <span className={classes.course}>
          <Sparkline
            days={grave}
            from={data.from}
            to={data.to}
            label={`Critical and high vulnerabilities of all projects, ${data.from} to ${data.to}`}
          />
          <Direction of={data.direction} words={data.words} />
        </span>
        <span className={classes.soft}>{data.words}</span>
      </div>
      <Figure label="to decide" value={newest.review.draft}>
        <Link to="/to-decide">by project</Link>
      </Figure>
      <div className={classes.figure}>
        <span className={classes.value}>{countText(notCompared)}</span>
        <span className={classes.soft}>
          of {countOf(compared + notCompared, 'item')} not compared
          {dataAsOf === null ? '; some advisories are missing' : dataIsStale ? '; the advisories are old' : ''}
        </span>
      </div>
      {newest.missing > 0 && (
        <p className={classes.soft} role="status">
          {countOf(newest.missing, 'project')} not recorded on {newest.day}: the sums lack{' '}
          {newest.missing === 1 ? 'it' : 'them'}.
        </p>
      )}
    </section>
  );
}

interface FigureProps {
  label: string;
  value: number;
  isBad?: boolean;
  /** How much of the inventory was compared with advisories that are not old, if the figure rests on that. */
  seen?: 'all' | 'a part' | 'nothing';
  children: ReactNode;
}

/** A vulnerability counts once in each project that has it. Nothing compared is no zero. */
function Figure({ label, value, isBad = false, seen = 'all', children }: FigureProps) {
  const isUnknown = seen === 'nothing' && value === 0;
  return (
    <div className={classes.figure}>
      <span className={classes.value} data-bad={isBad || undefined}>
        {isUnknown ? 'Unknown' : countText(value)}
      </span>
      <span className={classes.soft}>
        {label}
        {isUnknown ? ', as nothing was compared' : seen === 'all' ? '' : ', as far as compared'} · {children}
      </span>
    </div>
  );
}
