// Dialogs for adding, changing and deleting a container image of a project.
import { PasswordInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { ImageSource, ImageSourceInput } from '../api/models.ts';
import { Buttons, ConfirmDelete, Refused } from '../elements/form-parts.tsx';
import { useRefusal } from '../elements/refused-field.ts';
import { useDeleteImage, useSaveImage } from './image-queries.ts';

const MODAL = 'image';
const close = () => modals.close(MODAL);

const LEVELS = [
  { value: '1', label: 'Keep archives as files' },
  { value: '2', label: 'Expand archives' },
  { value: '3', label: 'Expand archives, also those inside archives' },
];

export function openNewImage(projectId: number): void {
  open('Add container image', <Fields projectId={projectId} />);
}

export function openEditImage(projectId: number, source: ImageSource): void {
  open(`Image of ${source.folder}`, <Fields projectId={projectId} source={source} />);
}

export function openDeleteImage(projectId: number, source: ImageSource): void {
  open(`Delete ${source.folder}?`, <Delete projectId={projectId} source={source} />);
}

function open(title: string, children: React.ReactNode): void {
  modals.open({ modalId: MODAL, title, size: 'lg', closeOnClickOutside: false, children });
}

function Fields({ projectId, source }: { projectId: number; source?: ImageSource }) {
  const save = useSaveImage(projectId, source?.instanceId);
  const form = useForm({
    initialValues: {
      image: source?.image ?? '',
      platform: source?.platform ?? 'linux/amd64',
      userName: source?.userName ?? '',
      password: source?.password ?? '',
      expansionLevel: String(source?.expansionLevel ?? 1),
    },
    validate: {
      image: (image) => (image.trim() === '' ? 'Enter the name of an image.' : null),
      platform: (platform) => (platform.trim() === '' ? 'Enter a platform, such as linux/amd64.' : null),
    },
  });
  const unplaced = useRefusal(form, save.error);
  const submit = form.onSubmit(({ expansionLevel, ...values }) =>
    save.mutate(
      { ...values, expansionLevel: Number(expansionLevel) as ImageSourceInput['expansionLevel'] },
      { onSuccess: close },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Image"
          description="With a tag or a digest; without either, the tag latest. Names without a host belong to Docker Hub."
          placeholder="registry.example.org/team/app:1.0"
          data-autofocus
          {...form.getInputProps('image')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput label="User" description="Blank for access without sign-in" {...form.getInputProps('userName')} />
          <PasswordInput
            label="Password or token"
            description="Stored encrypted; never shown again"
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <TextInput
            label="Platform"
            description="Of an image for several platforms"
            {...form.getInputProps('platform')}
          />
          <Select
            label="Archives"
            description="In the files of the image"
            data={LEVELS}
            allowDeselect={false}
            {...form.getInputProps('expansionLevel')}
          />
        </SimpleGrid>
        <Refused error={unplaced} />
        <Buttons action={source === undefined ? 'Add' : 'Save'} isPending={save.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

function Delete({ projectId, source }: { projectId: number; source: ImageSource }) {
  return (
    <ConfirmDelete
      text={`The next synchronisation or scan removes the files in ${source.folder} from the project.`}
      action="Delete image"
      done={`The image ${source.folder} was deleted.`}
      remove={useDeleteImage(projectId, source.instanceId)}
      onClose={close}
    />
  );
}
