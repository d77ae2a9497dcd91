// The container images that a project names, and the layers of the images in its code base.
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPackage, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ImageSource, ProjectImage } from '../api/models.ts';
import { notifyRefused } from '../elements/notify.ts';
import classes from '../elements/page.module.css';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { StartedJob } from '../jobs/started-job.tsx';
import { openDeleteImage, openEditImage, openNewImage } from './image-forms.tsx';
import { imagesKey, imagesQuery, useTestImage } from './image-queries.ts';
import { useSynchronise } from './queries.ts';
import { SourceActions } from './source-actions.tsx';
import { LastSync } from './source-control-panel.tsx';

const SHOWN_DIGEST = 'sha256:'.length + 12;

export function ImagesPanel({ projectId, mayEdit }: { projectId: number; mayEdit: boolean }) {
  const query = useQuery(imagesQuery(projectId));
  const synchronise = useSynchronise(projectId);
  const [job, setJob] = useState<number>();
  const changes = useMemo(() => [imagesKey(projectId), ['scm', projectId], ['project'], ['codebase']], [projectId]);
  const start = () =>
    synchronise.mutate(undefined, {
      onSuccess: setJob,
      onError: (error) => notifyRefused('The images were not fetched', error),
    });
  const { sources = [], images = [] } = query.data ?? {};
  return (
    <Panel
      title="Container images"
      isFlush
      actions={
        mayEdit && (
          <Group gap={8}>
            {sources.length > 0 && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconRefresh size={15} />}
                loading={synchronise.isPending}
                onClick={start}
              >
                Fetch images now
              </Button>
            )}
            <Button size="xs" leftSection={<IconPlus size={15} />} onClick={() => openNewImage(projectId)}>
              Add image
            </Button>
          </Group>
        )
      }
    >
      {!query.isSuccess ? (
        <Waiting query={query} rows={2} title="The container images could not be loaded" />
      ) : sources.length === 0 && images.length === 0 ? (
        <Empty icon={<IconPackage />} title="No container image yet">
          Name an image of a registry, and every scan fetches the layers that are new. An archive of docker save can be
          uploaded as a code base.
        </Empty>
      ) : (
        <>
          {sources.length > 0 && <Sources projectId={projectId} sources={sources} mayEdit={mayEdit} />}
          {images.map((image) => (
            <Layers key={image.folder} image={image} />
          ))}
        </>
      )}
      {job !== undefined && (
        <Stack p="md">
          <StartedJob id={job} unit="files" changes={changes} />
        </Stack>
      )}
    </Panel>
  );
}

interface SourcesProps {
  projectId: number;
  sources: ImageSource[];
  mayEdit: boolean;
}

function Sources({ projectId, sources, mayEdit }: SourcesProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Folder</th>
          <th scope="col">Image</th>
          <th scope="col">Last synchronisation</th>
          <th scope="col" aria-label="Actions" />
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <tr key={source.instanceId}>
            <td className="mono">{source.folder}</td>
            <td className="mono" style={{ overflowWrap: 'anywhere' }}>
              {source.image} <div>{source.platform}</div>
            </td>
            <td>
              <LastSync of={source} />
            </td>
            <td>{mayEdit && <Actions projectId={projectId} source={source} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const GROUNDS: Readonly<Record<NonNullable<ProjectImage['base']>['by'], string>> = {
  annotation: 'as the image says',
  image: 'which has just these layers',
  history: 'by the steps of its build',
};

function Layers({ image: { folder, reference, digest, platform, layers, base } }: { image: ProjectImage }) {
  const ofBase = base?.layers ?? 0;
  const name = reference === '' ? digest.slice(0, SHOWN_DIGEST) : reference;
  return (
    <details style={{ padding: 'var(--mantine-spacing-md)' }}>
      <summary>
        {folder === '' ? name : `${folder}: ${name}`} ({layers.length} layers, {platform})
      </summary>
      <Text size="sm" my="xs" style={{ overflowWrap: 'anywhere' }}>
        {digest}.{' '}
        {base === undefined
          ? 'Its base image is not known.'
          : `The lowest ${ofBase} came with the base image${base.name === '' ? '' : ` ${base.name}`}, ${GROUNDS[base.by]}.`}
      </Text>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Layer</th>
            <th scope="col">From</th>
            <th scope="col">Digest</th>
            <th scope="col">Made by</th>
          </tr>
        </thead>
        <tbody>
          {layers
            // A layer may come twice in an image.
            .map((layer, at) => ({ ...layer, number: at + 1 }))
            .map((layer) => (
              <tr key={layer.number}>
                <td>{layer.number}</td>
                <td>{base === undefined ? '' : layer.number <= ofBase ? 'Base' : 'Own'}</td>
                <td className="mono" title={layer.digest}>
                  {layer.digest.slice(0, SHOWN_DIGEST)}
                </td>
                <td style={{ overflowWrap: 'anywhere' }}>{layer.createdBy}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </details>
  );
}

function Actions({ projectId, source }: { projectId: number; source: ImageSource }) {
  return (
    <SourceActions
      name={source.folder}
      test={useTestImage(projectId, source.instanceId)}
      onEdit={() => openEditImage(projectId, source)}
      onDelete={() => openDeleteImage(projectId, source)}
    />
  );
}
