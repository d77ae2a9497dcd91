// The files of a build machine, one folder at a time. Their contents are not here; their evidence is.
import { Anchor, Breadcrumbs, Button, Title } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, bodyOf } from '../api/client.ts';
import { Waiting } from '../elements/page-state.tsx';
import { countOf, sizeText } from '../elements/quantities.ts';
import classes from './summary-tab.module.css';

async function fetchFolder(projectId: number, alias: string, folderPath: string, after: string) {
  const params = { path: { projectId, alias }, query: { folderPath, after } };
  return (await bodyOf(api.GET('/projects/{projectId}/scanNodes/{alias}/codebase', { params }))).data;
}

export function AgentFiles({ projectId, alias }: { projectId: number; alias: string }) {
  const [folder, setFolder] = useState('');
  const pages = useInfiniteQuery({
    queryKey: ['project', projectId, 'scanNodes', alias, 'codebase', folder],
    queryFn: ({ pageParam }) => fetchFolder(projectId, alias, folder, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  const parts = folder === '' ? [] : folder.split('/');
  return (
    <section aria-label="Files of the build machine">
      <Title order={3} size="h5" mt="md" mb="xs">
        Files
      </Title>
      <Breadcrumbs mb="xs" style={{ flexWrap: 'wrap', overflowWrap: 'anywhere' }}>
        {['', ...parts].map((name, at) => (
          <Anchor
            key={parts.slice(0, at).join('/')}
            component="button"
            type="button"
            onClick={() => setFolder(parts.slice(0, at).join('/'))}
          >
            {at === 0 ? alias : name}
          </Anchor>
        ))}
      </Breadcrumbs>
      {!pages.isSuccess ? (
        <Waiting query={pages} rows={4} title="The files could not be loaded" />
      ) : (
        pages.data.pages
          .flatMap(({ entries }) => entries)
          .map(({ kind, name, path, files, id, sizeBytes, spdx }) => (
            <div key={path} className={classes.between}>
              {kind === 'folder' ? (
                <Anchor component="button" type="button" onClick={() => setFolder(path)}>
                  {name}/
                </Anchor>
              ) : (
                <Link
                  to="/projects/$projectId/files"
                  params={{ projectId }}
                  search={{ file: id ?? 0, remote: true }}
                  onClick={() => modals.closeAll()}
                >
                  {name}
                </Link>
              )}
              <span className={classes.soft}>
                {kind === 'folder'
                  ? countOf(files, 'file')
                  : [spdx.join(', '), sizeText(sizeBytes ?? 0)].filter(Boolean).join(', ')}
              </span>
            </div>
          ))
      )}
      {pages.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          mt="xs"
          loading={pages.isFetchingNextPage}
          onClick={() => pages.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  );
}
