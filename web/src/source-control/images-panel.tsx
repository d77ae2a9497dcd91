// The container images that a project names, and the layers of the images in its code base.
import { Button, Text } from '@mantine/core';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ImageSource, ProjectImage } from '../api/models.ts';
import classes from '../elements/page.module.css';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { Attached, attachedText } from './attached.tsx';
import { openDeleteImage, openEditImage, openNewImage } from './image-forms.tsx';
import { imagesQuery, useTestImage } from './image-queries.ts';
import { SourceActions } from './source-actions.tsx';
import { SourcePanel, SourceTable } from './source-panel.tsx';

const SHOWN_DIGEST = 'sha256:'.length + 12;

export function ImagesPanel({ projectId, mayEdit }: { projectId: number; mayEdit: boolean }) {
  const query = useQuery(imagesQuery(projectId));
  const { sources = [], images = [] } = query.data ?? {};
  return (
    <SourcePanel
      projectId={projectId}
      title="Container images"
      fetchLabel="Fetch images now"
      hasSources={sources.length > 0}
      refusal="The images were not fetched"
      add={
        mayEdit && (
          <Button size="xs" leftSection={<IconPlus size={15} />} onClick={() => openNewImage(projectId)}>
            Add image
          </Button>
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
          {sources.length > 0 && (
            <SourceTable
              what="Image"
              sources={sources}
              contentsOf={({ image, platform }) => (
                <>
                  {image} <div>{platform}</div>
                </>
              )}
              actionsOf={(source) => mayEdit && <Actions projectId={projectId} source={source} />}
            />
          )}
          {images.map((image) => (
            <Layers
              key={image.folder}
              projectId={projectId}
              image={image}
              instanceId={sources.find((source) => image.folder.startsWith(`${source.folder}/`))?.instanceId}
            />
          ))}
        </>
      )}
    </SourcePanel>
  );
}

const GROUNDS: Readonly<Record<NonNullable<ProjectImage['base']>['by'], string>> = {
  annotation: 'as the image says',
  image: 'which has just these layers',
  history: 'by the steps of its build',
};

interface LayersProps {
  projectId: number;
  image: ProjectImage;
  /** Of the source whose image it is; undefined for one from an archive. */
  instanceId: number | undefined;
}

function Layers({ projectId, image, instanceId }: LayersProps) {
  const { folder, reference, digest, platform, layers, base, attached } = image;
  const ofBase = base?.layers ?? 0;
  const name = reference === '' ? digest.slice(0, SHOWN_DIGEST) : reference;
  return (
    <details style={{ padding: 'var(--mantine-spacing-md)' }}>
      <summary>
        {folder === '' ? name : `${folder}: ${name}`} ({layers.length} layers, {platform}
        {attached.length > 0 && `, ${attachedText(attached)}`})
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
      <Attached projectId={projectId} attached={attached} instanceId={instanceId} />
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
