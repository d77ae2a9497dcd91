// The projects with their figures. Each figure leads to what it counts.
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ProjectFigures } from '../api/models.ts';
import { dayAfter } from '../charts/days.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import { countOf, countText, dateText } from '../elements/quantities.ts';
import { SEVERITY_COLORS } from '../trend/colors.ts';
import { Direction } from '../trend/direction.tsx';
import classes from './home.module.css';
import type { HomeSearch } from './search.ts';

type Order = NonNullable<HomeSearch['order']>;

interface RowsProps {
  rows: readonly ProjectFigures[];
  /** The advisories are missing or old: no vulnerability means nothing. */
  isStale: boolean;
  order: Order;
}

const HEADS: { order?: Order; label: string }[] = [
  { order: 'name', label: 'Project' },
  { order: 'worst', label: 'Open vulnerabilities' },
  { label: '30 days' },
  { order: 'toDecide', label: 'Reviewed' },
  { order: 'noLicense', label: 'No license' },
  { order: 'notCompared', label: 'Compared' },
  { order: 'lastScan', label: 'Last scan' },
];

const SORTED: Record<string, 'ascending' | 'descending'> = { name: 'ascending' };

export function ProjectRows({ rows, isStale, order }: RowsProps) {
  return (
    <section
      className={classes.scroll}
      aria-label="Table of projects" // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keys
      tabIndex={0}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th
                key={head.label}
                scope="col"
                {...(head.order === order && { 'aria-sort': SORTED[order] ?? 'descending' })}
              >
                {head.order === undefined ? (
                  head.label
                ) : (
                  <Link
                    to="/"
                    search={(old) => ({
                      ...old,
                      order: head.order === 'worst' ? undefined : head.order,
                      page: undefined,
                    })}
                  >
                    {head.label}
                    {head.order === order && <span aria-hidden> {order === 'name' ? '↑' : '↓'}</span>}
                  </Link>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.projectId} row={row} isStale={isStale} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ row, isStale }: { row: ProjectFigures; isStale: boolean }) {
  const { projectId, projectName, review, licenses, items, lastScan } = row;
  const to = new Date().toISOString().slice(0, 10);
  return (
    <tr>
      <th scope="row">
        <Link to="/projects/$projectId" params={{ projectId }} className={classes.name} title={projectName}>
          {projectName}
        </Link>
        {row.isPrivate && <IconLock size={13} aria-label="private" />}
      </th>
      <td>
        <Vulnerabilities row={row} isStale={isStale} />
      </td>
      <td>
        <span className={classes.course}>
          <Sparkline
            days={row.days.map(({ day, open }) => ({ day, value: open.critical + open.high }))}
            from={dayAfter(to, -29)}
            to={to}
            label={`Critical and high vulnerabilities. ${row.words}`}
          />
          <Direction of={row.direction} words={row.words} />
        </span>
      </td>
      <td>
        <Progress projectId={projectId} review={review} items={items} />
      </td>
      <td>
        {licenses.unknown === 0 ? (
          <span className={classes.soft}>0</span>
        ) : (
          <Link to="/projects/$projectId/inventory" params={{ projectId }} search={{ license: 'UNKNOWN' }}>
            {countText(licenses.unknown)}
          </Link>
        )}
      </td>
      <td>
        <Coverage row={row} />
      </td>
      <td>
        {lastScan === null ? (
          <span className={classes.soft}>never</span>
        ) : (
          <Link to="/projects/$projectId/jobs" params={{ projectId }} search={{ job: lastScan.taskId }}>
            {lastScan.endedOn === '' ? lastScan.status || `scan ${lastScan.taskId}` : dateText(lastScan.endedOn)}
          </Link>
        )}
      </td>
    </tr>
  );
}

const SEVERITIES = [
  ['critical', 'CRITICAL', 'Critical'],
  ['high', 'HIGH', 'High'],
  ['medium', 'MEDIUM', 'Medium'],
  ['low', 'LOW', 'Low'],
  ['unknown', 'UNKNOWN', 'Unknown'],
] as const;

/** No vulnerability is only said where everything was compared with advisories that are not old. */
function Vulnerabilities({
  row: { projectId, open, compared, items },
  isStale,
}: {
  row: ProjectFigures;
  isStale: boolean;
}) {
  if (open === null || compared === null) return <span className={classes.soft}>Not recorded yet</span>;
  const found = SEVERITIES.filter(([key]) => open[key] > 0);
  if (found.length === 0 && open.malware === 0)
    return <span className={classes.soft}>{noneText({ items, compared, isStale })}</span>;
  return (
    <span className={classes.severities}>
      {open.malware > 0 && <b className={classes.bad}>{countText(open.malware)} malicious</b>}
      {found.map(([key, severity, word]) => (
        <Link
          key={key}
          to="/projects/$projectId/vulnerabilities"
          params={{ projectId }}
          search={{ severity }}
          className={classes.severity}
          title={`${word}: ${countText(open[key])}`}
        >
          <i style={{ background: SEVERITY_COLORS[key] }} aria-hidden />
          <span aria-hidden>{word.charAt(0)}</span>
          <span className={classes.spoken}>{word}</span> {countText(open[key])}
        </Link>
      ))}
      {open.exploited > 0 && (
        <Link
          to="/projects/$projectId/vulnerabilities"
          params={{ projectId }}
          search={{ exploited: true }}
          className={classes.bad}
        >
          {countText(open.exploited)} exploited
        </Link>
      )}
    </span>
  );
}

function noneText({
  items,
  compared,
  isStale,
}: {
  items: number;
  compared: { compared: number; notCompared: number };
  isStale: boolean;
}): string {
  if (items === 0) return 'No items';
  if (compared.compared === 0) return 'Unknown: nothing was compared';
  if (compared.notCompared > 0) return 'None known in those that were compared';
  return isStale ? 'None in old advisories, or some are missing' : 'None known';
}

function Coverage({ row: { projectId, compared } }: { row: ProjectFigures }): ReactNode {
  if (compared === null) return <span className={classes.soft}>–</span>;
  const all = compared.compared + compared.notCompared;
  if (compared.notCompared === 0)
    return <span className={classes.soft}>{all === 0 ? 'No items' : `All ${countText(all)}`}</span>;
  return (
    <Link to="/projects/$projectId/inventory" params={{ projectId }} search={{ coverage: 'not-compared' }}>
      {countText(compared.notCompared)} of {countText(all)} not compared
    </Link>
  );
}

/** A link to what is left, and a bar of what is done. */
function Progress({ projectId, review, items }: Pick<ProjectFigures, 'projectId' | 'review' | 'items'>) {
  if (items === 0) return <span className={classes.soft}>No items</span>;
  const done = review.approved + review.rejected;
  return (
    <span className={classes.progress}>
      <span className={classes.bar} aria-hidden>
        <i style={{ width: `${(done / items) * 100}%` }} />
      </span>
      {review.draft === 0 ? (
        <span className={classes.soft}>All {countText(items)}</span>
      ) : (
        <Link
          to="/projects/$projectId/decide"
          params={{ projectId }}
          title={`${countOf(review.draft, 'item')} to decide`}
        >
          {countText(done)} of {countText(items)}
        </Link>
      )}
    </span>
  );
}
