// The saved views of the list of files: what they keep of it, and the address that shows it.
import { useRouter } from '@tanstack/react-router';
import type { FileView } from '../api/models.ts';
import type { components } from '../api/schema.d.ts';
import { useProjectId } from '../project/queries.ts';
import { hasAll } from '../views/view-queries.ts';
import { ViewsMenu } from '../views/views-menu.tsx';
import { fileFilterOf, searchOfFileFilter } from './file-list-queries.ts';
import type { FilesSearch } from './search.ts';

interface FileViewsProps {
  search: FilesSearch;
  onSearch: (part: Partial<FilesSearch>) => void;
}

export function FileViews({ search, onSearch }: FileViewsProps) {
  const projectId = useProjectId();
  const router = useRouter();
  const { groups } = search;
  const { href } = router.buildLocation({ to: '/projects/$projectId/files', params: { projectId }, search });
  return (
    <ViewsMenu<FileView>
      list="FILES"
      projectId={projectId}
      chosenId={search.saved}
      settings={{ filter: fileFilterOf(search), ...(groups && { groupBy: groups }) }}
      href={href}
      isAsSaved={(view) => hasAll(search, searchOfView(view))}
      onChoose={(view) => onSearch({ ...searchOfView(view), saved: view.id })}
      onSaved={(saved) => onSearch({ saved })}
    />
  );
}

/** The address of a view: everything that it says. The open file stays. */
const searchOfView = ({ settings: { filter, groupBy } }: FileView): Partial<FilesSearch> => ({
  ...searchOfFileFilter(filter as Partial<components['schemas']['FileFilter']>),
  groups: groupBy,
});
