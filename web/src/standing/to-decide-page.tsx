// What is to be decided again in all projects that the user may see.
import { PageHead } from '../elements/page-head.tsx';
import { countOf } from '../elements/quantities.ts';
import { usePagedRows } from '../table/paged-rows.ts';
import { fetchToDecide, STANDING_KEY } from './queries.ts';
import classes from './standing.module.css';
import { ToDecideTable } from './to-decide-table.tsx';

export function ToDecidePage() {
  const rows = usePagedRows([...STANDING_KEY, 'to-decide', 'all'], (page) => fetchToDecide(undefined, page));
  return (
    <div className={classes.fill}>
      <div className={classes.head}>
        <PageHead
          title="To be decided again"
          intro="Decisions of all projects that you may see and that no longer hold."
        >
          <span className="number">{rows.total !== undefined && countOf(rows.total, 'decision')}</span>
        </PageHead>
      </div>
      <ToDecideTable rows={rows} isOfAll />
    </div>
  );
}
