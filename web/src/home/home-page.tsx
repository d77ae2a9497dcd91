// The first page: which project is worst and whether it is getting better, what is to be decided, and the user's own tasks. It loads little, because
// everybody waits for it.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { countOf, countText } from '../elements/quantities.ts';
import classes from './home.module.css';
import { OwnTasks } from './own-tasks.tsx';
import { PortfolioFigures } from './portfolio-figures.tsx';
import { ProjectRows } from './project-rows.tsx';
import { figuresQuery, PROJECTS_OF_A_PAGE } from './queries.ts';
import type { HomeSearch } from './search.ts';

const route = getRouteApi('/signed-in/');

const TITLES: Record<NonNullable<HomeSearch['order']>, string> = {
  worst: 'Projects, the worst first',
  name: 'Projects by name',
  critical: 'Projects with the most critical vulnerabilities first',
  high: 'Projects with the most high vulnerabilities first',
  toDecide: 'Projects with the most to decide first',
  notCompared: 'Projects with the most that was not compared first',
  noLicense: 'Projects with the most unknown licenses first',
  lastScan: 'Projects, the last scanned first',
};

export function HomePage() {
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>Overview</h1>
      <PortfolioFigures />
      <div className={classes.columns}>
        <Projects />
        <OwnTasks />
      </div>
    </div>
  );
}

function Projects() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const figures = useQuery(figuresQuery(search));
  return (
    <Panel
      isFlush
      title={TITLES[search.order ?? 'worst']}
      actions={
        <input
          className={classes.find}
          type="search"
          aria-label="Find a project by name"
          placeholder="Find a project ( / )"
          value={search.find ?? ''}
          onChange={({ currentTarget: { value } }) =>
            navigate({ search: (old) => ({ ...old, find: value || undefined, page: undefined }), replace: true })
          }
          data-page-search
        />
      }
    >
      {!figures.data ? (
        <div className={classes.waiting}>
          <Waiting query={figures} rows={10} title="The projects could not be loaded" />
        </div>
      ) : (
        <>
          <ProjectRows rows={figures.data.rows} isStale={figures.data.dataIsStale} order={search.order ?? 'worst'} />
          {figures.data.total === 0 && (
            <p className={classes.none}>
              {search.find
                ? `No project has “${search.find}” in its name.`
                : 'There is no project yet that you may see.'}{' '}
              <Link to="/projects">All folders and projects</Link>
            </p>
          )}
          <Pages page={search.page ?? 1} total={figures.data.total} />
        </>
      )}
    </Panel>
  );
}

function Pages({ page, total }: { page: number; total: number }) {
  const pages = Math.ceil(total / PROJECTS_OF_A_PAGE);
  if (total === 0) return null;
  const first = (page - 1) * PROJECTS_OF_A_PAGE + 1;
  const last = Math.min(total, page * PROJECTS_OF_A_PAGE);
  return (
    <nav className={classes.pages} aria-label="Pages of projects">
      <span className="number">
        {pages > 1
          ? `${countText(first)} to ${countText(last)} of ${countOf(total, 'project')}`
          : countOf(total, 'project')}
      </span>
      {page > 1 && (
        <Link to="/" search={(old) => ({ ...old, page: page === 2 ? undefined : page - 1 })}>
          Earlier projects
        </Link>
      )}
      {page < pages && (
        <Link to="/" search={(old) => ({ ...old, page: page + 1 })}>
          More projects
        </Link>
      )}
    </nav>
  );
}
