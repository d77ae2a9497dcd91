// Projects whose name, contact or id matches what was typed.
import { IconZoomExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Empty, Failed, LoadingRows } from '../elements/page-state.tsx';
import { countOf, countText } from '../elements/quantities.ts';
import { ProjectTable } from './folder-contents.tsx';
import classes from './projects-page.module.css';
import { allProjectsQuery } from './queries.ts';

export function SearchResults({ find }: { find: string }) {
  const { data, isPending, isError, error, refetch } = useQuery(allProjectsQuery);
  if (isPending) return <LoadingRows />;
  if (isError) return <Failed error={error} onRetry={() => refetch()} />;
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const found = data.rows
    .filter(({ id, name, owner }) => words.every((word) => `${id} ${name} ${owner}`.toLowerCase().includes(word)))
    .map((project) => ({ kind: 'project' as const, ...project }));
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
        <h1>{countOf(found.length, 'project')} found</h1>
        {data.total > data.rows.length && (
          <span className={classes.path}>
            among the first {countText(data.rows.length)} of {countText(data.total)} projects
          </span>
        )}
      </div>
      <ProjectTable label="Projects found" rows={found} />
    </>
  );
}
