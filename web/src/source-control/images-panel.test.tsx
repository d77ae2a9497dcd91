// @vitest-environment happy-dom
// The container images of a project: they are added, changed and deleted, and their layers are shown.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { ImagesPanel } from './images-panel.tsx';

let stage: Stage;
afterEach(() => stage.close());

const PATH = '/projects/7/imageSources';
const source = { instanceId: 0, image: 'r.example/a:1', platform: 'linux/amd64', userName: 'ada', password: '********', expansionLevel: 1, folder: 'image.0' }; // biome-ignore format: one claim
const digest = `sha256:${'a'.repeat(64)}`;
const image = { folder: 'image.0/a', reference: 'r.example/a:1', digest, platform: 'linux/amd64', layers: [{ digest, sizeBytes: 1, createdBy: 'ADD file' }, { digest, sizeBytes: 1, createdBy: 'COPY app' }], base: { layers: 1, name: 'debian:12', by: 'annotation' }, attached: [] as object[] }; // biome-ignore format: one claim

it('adds an image', async () => {
  stage = await startStage({
    [`GET ${PATH}`]: { body: { sources: [], images: [] } },
    [`POST ${PATH}`]: { status: 201, body: { message: 'made' } },
  });
  stage.show(<ImagesPanel projectId={7} mayEdit />);
  await stage.user.click(await screen.findByRole('button', { name: 'Add image' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add container image' });
  await stage.user.click(within(dialog).getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Enter the name of an image.')).toBeDefined();
  await stage.user.type(within(dialog).getByLabelText('Image'), 'debian:12');
  await stage.user.click(within(dialog).getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(stage.changes().map((one) => [one.what, one.body])).toEqual([
    [`POST ${PATH}`, { image: 'debian:12', platform: 'linux/amd64', userName: '', password: '', expansionLevel: 1 }],
  ]);
});

it('shows what came with the base image, and tests, changes and deletes a source', async () => {
  stage = await startStage({
    [`GET ${PATH}`]: { body: { sources: [source], images: [image] } },
    [`POST ${PATH}/0/test`]: { status: 400, body: { errors: [{ message: 'The registry is away.' }], requestId: 'x' } },
    [`PUT ${PATH}/0`]: { body: { message: 'Ok' } },
    [`DELETE ${PATH}/0`]: { body: { message: 'Ok' } },
  });
  stage.show(<ImagesPanel projectId={7} mayEdit />);
  expect(await screen.findByText(/The lowest 1 came with the base image debian:12, as the image says/)).toBeDefined();
  expect(screen.getAllByRole('row', { hidden: true }).map((row) => row.textContent)).toEqual(
    expect.arrayContaining([expect.stringContaining('1Basesha256:'), expect.stringContaining('2Ownsha256:')]),
  );
  await stage.user.click(screen.getByRole('button', { name: 'Test the connection of image.0' }));
  expect(await screen.findByText('The registry is away.')).toBeDefined();
  await stage.user.click(screen.getByRole('button', { name: 'Edit image.0' }));
  const dialog = await screen.findByRole('dialog', { name: 'Image of image.0' });
  await stage.user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await stage.user.click(screen.getByRole('button', { name: 'Delete image.0' }));
  await stage.user.click(await screen.findByRole('button', { name: 'Delete image' }));
  await waitFor(() => expect(stage.changes()).toHaveLength(3));
  expect(stage.changes().at(1)?.body).toMatchObject({ image: 'r.example/a:1', password: '********' });
});

it('shows no buttons to those who may not edit', async () => {
  stage = await startStage({ [`GET ${PATH}`]: { body: { sources: [source], images: [] } } });
  stage.show(<ImagesPanel projectId={7} mayEdit={false} />);
  expect(await screen.findByText('image.0')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
