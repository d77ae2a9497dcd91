// Projects whose name, contact or id matches the search text, and whose items were compared with advisories or not.
import { IconZoomExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Coverage } from '../elements/coverages.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countOf, countText } from '../elements/quantities.ts';
import { projectSearchQuery } from '../folders/queries.ts';
import { ProjectTable } from './folder-contents.tsx';
import classes from './projects-page.module.css';

export function SearchResults({ find, coverage }: { find: string; coverage: Coverage | undefined }) {
  const search = useQuery(projectSearchQuery(find, coverage));
  if (!search.isSuccess) return <Waiting query={search} />;
  const { data } = search;
  const found = data.rows.map((project) => ({ kind: 'project' as const, ...project }));
  if (found.length === 0) {
    return (
      <Empty icon={<IconZoomExclamation />} title="No project matches">
        {find !== '' &&
          `No name, contact or id contains “${find}”${coverage ? ' in the projects of this choice' : ''}.`}
        {find === '' &&
          (coverage === 'compared'
            ? 'In no project were all items compared with advisories.'
            : 'No project has an item that was not compared with advisories.')}
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
