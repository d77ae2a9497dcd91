// Projects whose name, contact or id matches the search text.
import { IconZoomExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countOf, countText } from '../elements/quantities.ts';
import { projectSearchQuery } from '../folders/queries.ts';
import { ProjectTable } from './folder-contents.tsx';
import classes from './projects-page.module.css';

export function SearchResults({ find }: { find: string }) {
  const search = useQuery(projectSearchQuery(find));
  if (!search.isSuccess) return <Waiting query={search} />;
  const { data } = search;
  const found = data.rows.map((project) => ({ kind: 'project' as const, ...project }));
  if (found.length === 0) {
    return (
      <Empty icon={<IconZoomExclamation />} title="No project matches">
        No name, contact or id of a project contains “{find}”.
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
