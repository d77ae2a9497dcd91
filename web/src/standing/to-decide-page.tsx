// What needs a person in all projects that the user may see: by project, the decisions that no longer hold, or the reviews that reach further.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { PageHead } from '../elements/page-head.tsx';
import { countOf, countText } from '../elements/quantities.ts';
import { usePagedRows } from '../table/paged-rows.ts';
import { needSumsQuery } from './needs-queries.ts';
import { ProjectNeedsTable } from './project-needs-table.tsx';
import { fetchToDecide, STANDING_KEY } from './queries.ts';
import { ReachesTable } from './reaches-table.tsx';
import classes from './standing.module.css';
import { ToDecideTable } from './to-decide-table.tsx';

const route = getRouteApi('/signed-in/to-decide');
const CURRENT = { 'data-active': true, 'aria-current': 'page' } as const;

export function ToDecidePage() {
  const { show } = route.useSearch();
  const [isAgain, isReaches] = [show === 'again', show === 'reaches'];
  return (
    <div className={classes.fill}>
      <div className={classes.head}>
        <PageHead title="What needs a person" intro="In all projects that you may see." />
        <nav className={classes.parts} aria-label="Lists of decisions">
          <Link to="/to-decide" search={{}} activeProps={{}} {...(!isAgain && !isReaches && CURRENT)}>
            By project
          </Link>
          <Link to="/to-decide" search={{ show: 'again' }} activeProps={{}} {...(isAgain && CURRENT)}>
            Decisions that no longer hold
          </Link>
          <Link to="/to-decide" search={{ show: 'reaches' }} activeProps={{}} {...(isReaches && CURRENT)}>
            Reviews that reach further
          </Link>
          {!isAgain && !isReaches && <Sums />}
        </nav>
      </div>
      {isReaches ? <ReachesTable /> : isAgain ? <Again /> : <ProjectNeedsTable />}
    </div>
  );
}

function Again() {
  const rows = usePagedRows([...STANDING_KEY, 'to-decide', 'all'], (page) => fetchToDecide(undefined, page));
  return <ToDecideTable rows={rows} isOfAll />;
}

function Sums() {
  const { data } = useQuery(needSumsQuery);
  if (!data) return null;
  const { projects, undecided, lapsed, notCompared } = data;
  return (
    <span className="number">
      {countOf(projects, 'project')}: {countText(undecided)} undecided, {countText(lapsed)} lapsed,{' '}
      {countText(notCompared)} not compared
    </span>
  );
}
