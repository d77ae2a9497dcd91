// What people have to decide in a project: decisions that no longer hold, and items that are gone from the code.
import { getRouteApi, Link } from '@tanstack/react-router';
import { countOf } from '../elements/quantities.ts';
import { useProjectId } from '../project/queries.ts';
import { usePagedRows } from '../table/paged-rows.ts';
import { GoneTable } from './gone-table.tsx';
import { fetchGone, fetchToDecide, STANDING_KEY } from './queries.ts';
import classes from './standing.module.css';
import { ToDecideTable } from './to-decide-table.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/decide');
const CURRENT = { 'data-active': true, 'aria-current': 'page' } as const;

export function DecideTab() {
  const projectId = useProjectId();
  const { show } = route.useSearch();
  const toDecide = usePagedRows([...STANDING_KEY, 'to-decide', projectId], (page) => fetchToDecide(projectId, page));
  const gone = usePagedRows([...STANDING_KEY, 'gone', projectId], (page) => fetchGone(projectId, page));
  return (
    <div className={classes.fill}>
      <div className={classes.head}>
        <nav className={classes.parts} aria-label="Lists of decisions">
          <Link
            to="/projects/$projectId/decide"
            params={{ projectId }}
            search={{}}
            activeProps={{}}
            {...(show === undefined && CURRENT)}
          >
            To be decided again
          </Link>
          <Link
            to="/projects/$projectId/decide"
            params={{ projectId }}
            search={{ show: 'gone' }}
            activeProps={{}}
            {...(show === 'gone' && CURRENT)}
          >
            Gone from the code
          </Link>
          <span className="number">
            {show === 'gone'
              ? gone.total !== undefined && countOf(gone.total, 'item')
              : toDecide.total !== undefined && countOf(toDecide.total, 'decision')}
          </span>
        </nav>
      </div>
      {show === 'gone' ? <GoneTable rows={gone} /> : <ToDecideTable rows={toDecide} isOfAll={false} />}
    </div>
  );
}
