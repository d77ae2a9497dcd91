// Projects whose name, contact or id matches what was typed.
import { IconZoomExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Empty, Failed, LoadingRows } from '../elements/page-state.tsx';
import { countOf, countText } from '../elements/quantities.ts';
import { ProjectTable } from './folder-contents.tsx';
import classes from './projects-page.module.css';
import { projectSearchQuery } from './queries.ts';

export function SearchResults({ find }: { find: string }) {
  const { data, isPending, isError, error, refetch } = useQuery(projectSearchQuery(find));
  if (isPending) return <LoadingRows />;
  if (isError) return <Failed error={error} onRetry={() => refetch()} />;
  const found = data.rows.map((project) => ({ kind: 'project' as const, ...project }));
  if (found.length === 0) {
    return (
      <Empty icon={<IconZoomExclamation />} title="No project matches">
        Neither name, contact nor id of a project holds “{find}”.
      </Empty>
    );
  }
  return (
    <>
      <div className={classes.folderHead}>
        <h1>{countOf(data.total, 'project')} found</h1>
        {data.total > data.rows.length && (
          <span className={classes.path}>the first {countText(data.rows.length)} are shown</span>
        )}
      </div>
      <ProjectTable label="Projects found" rows={found} />
    </>
  );
}
