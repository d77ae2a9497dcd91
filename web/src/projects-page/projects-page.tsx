// All projects: the tree of folders on the left, the contents of the selected folder on the right.
import { Button, CloseButton, Group, Splitter, TextInput } from '@mantine/core';
import { IconFolderPlus, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CoverageChoice } from '../elements/coverage-choice.tsx';
import { useIsNarrow } from '../elements/narrow.ts';
import { Waiting } from '../elements/page-state.tsx';
import { folderQuery, ROOT_FOLDER_ID } from '../folders/queries.ts';
import { useSystemPermission } from '../session/session.ts';
import { FolderContents } from './folder-contents.tsx';
import { openNewFolder } from './folder-forms.tsx';
import { openNewProject } from './project-form.tsx';
import { ProjectTree } from './project-tree.tsx';
import classes from './projects-page.module.css';
import { SearchResults } from './search-results.tsx';

const PROJECTS_WITH = { compared: 'All items compared', 'not-compared': 'With items not compared' };

const route = getRouteApi('/signed-in/projects');

export function ProjectsPage() {
  const { folder: folderId = ROOT_FOLDER_ID, find = '', coverage } = route.useSearch();
  const navigate = route.useNavigate();
  const folder = useQuery(folderQuery(folderId));
  const isNarrow = useIsNarrow();
  const mayCreate = useSystemPermission('create_project');
  const mayArrange = useSystemPermission('system_admin') || mayCreate;
  const search = (text: string) => navigate({ search: (old) => ({ ...old, find: text || undefined }), replace: true });
  return (
    <Splitter
      key={isNarrow ? 'above' : 'beside'}
      orientation={isNarrow ? 'vertical' : 'horizontal'}
      className={classes.page}
      lineSize={1}
      handleColor="var(--line)"
      withHandle={false}
    >
      <Splitter.Pane
        defaultSize={isNarrow ? '150px' : '270px'}
        min={isNarrow ? '60px' : '180px'}
        max="520px"
        className={classes.side}
      >
        <ProjectTree
          chosenFolderId={folderId}
          onChoose={(id) => navigate({ search: { folder: id === ROOT_FOLDER_ID ? undefined : id } })}
        />
      </Splitter.Pane>
      <Splitter.Pane defaultSize="100%" min={isNarrow ? '200px' : '400px'} className={classes.content}>
        <div className={classes.bar}>
          <Group gap={8} flex="1 1 auto">
            <TextInput
              className={classes.search}
              aria-label="Find a project"
              placeholder="Find a project ( / )"
              leftSection={<IconSearch size={15} />}
              rightSection={find && <CloseButton size="sm" aria-label="Clear the search" onClick={() => search('')} />}
              value={find}
              onChange={(event) => search(event.currentTarget.value)}
              data-page-search
            />
            <CoverageChoice
              value={coverage}
              onChange={(chosen) => navigate({ search: (old) => ({ ...old, coverage: chosen }), replace: true })}
              words={PROJECTS_WITH}
              width={225}
            />
          </Group>
          {folder.data && (
            <Group gap={8}>
              {mayArrange && (
                <Button
                  variant="default"
                  leftSection={<IconFolderPlus size={16} />}
                  onClick={() => openNewFolder(folder.data)}
                >
                  New folder
                </Button>
              )}
              {mayCreate && (
                <Button leftSection={<IconPlus size={16} />} onClick={() => openNewProject(folder.data)}>
                  New project
                </Button>
              )}
            </Group>
          )}
        </div>
        {find || coverage ? (
          <SearchResults find={find} coverage={coverage} />
        ) : !folder.isSuccess ? (
          <Waiting query={folder} title="This folder could not be loaded" />
        ) : (
          <FolderContents folder={folder.data} mayArrange={mayArrange} />
        )}
      </Splitter.Pane>
    </Splitter>
  );
}
