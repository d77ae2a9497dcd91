// Dialogs that create, rename and delete a folder.
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useNavigate } from '@tanstack/react-router';
import { wordsOf } from '../api/client.ts';
import { notifyDone } from '../elements/notify.ts';
import { countOf } from '../elements/quantities.ts';
import { type Folder, useCreateFolder, useDeleteFolder, useRenameFolder } from '../folders/queries.ts';

const MODAL = 'folder';
type Named = Pick<Folder, 'id' | 'name'>;

export function openNewFolder(parent: Named): void {
  modals.open({ modalId: MODAL, title: `New folder in ${parent.name}`, children: <NewFolder parent={parent} /> });
}

export function openRenameFolder(folder: Folder): void {
  modals.open({ modalId: MODAL, title: `Rename folder ${folder.name}`, children: <RenameFolder folder={folder} /> });
}

export function openDeleteFolder(folder: Folder): void {
  modals.open({ modalId: MODAL, title: `Delete folder ${folder.name}?`, children: <DeleteFolder folder={folder} /> });
}

function NewFolder({ parent }: { parent: Named }) {
  const create = useCreateFolder();
  return (
    <NameForm
      action="Create folder"
      isPending={create.isPending}
      error={create.error}
      onSubmit={(name) =>
        create.mutate(
          { name, parentFolderId: parent.id },
          {
            onSuccess: () => {
              modals.close(MODAL);
              notifyDone(`Folder ${name} was created.`);
            },
          },
        )
      }
    />
  );
}

function RenameFolder({ folder }: { folder: Folder }) {
  const rename = useRenameFolder(folder);
  return (
    <NameForm
      action="Rename"
      name={folder.name}
      isPending={rename.isPending}
      error={rename.error}
      onSubmit={(name) =>
        rename.mutate(
          { folderId: folder.id, name, parentFolderId: folder.parentFolderId ?? undefined },
          { onSuccess: () => modals.close(MODAL) },
        )
      }
    />
  );
}

function NameForm(props: {
  action: string;
  name?: string;
  isPending: boolean;
  error: unknown;
  onSubmit: (name: string) => void;
}) {
  const form = useForm({
    initialValues: { name: props.name ?? '' },
    validate: {
      name: (name) =>
        name.trim() === '' ? 'Enter a name.' : name.length > 255 ? 'A name has at most 255 characters.' : null,
    },
  });
  const refused = props.error ? folderWords(wordsOf(props.error)) : undefined;
  return (
    <form onSubmit={form.onSubmit(({ name }) => props.onSubmit(name.trim()))} noValidate>
      <TextInput
        label="Name"
        data-autofocus
        mb="lg"
        {...form.getInputProps('name')}
        error={form.errors.name ?? refused}
      />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => modals.close(MODAL)}>
          Cancel
        </Button>
        <Button type="submit" loading={props.isPending}>
          {props.action}
        </Button>
      </Group>
    </form>
  );
}

/** The text of the server ends with the id of the other folder. Clients need that, users do not. */
function folderWords(message: string): string {
  return message.startsWith('Duplicate folder name') ? 'There is already a folder with this name here.' : message;
}

function DeleteFolder({ folder }: { folder: Folder }) {
  const remove = useDeleteFolder();
  const navigate = useNavigate();
  const confirm = () =>
    remove.mutate(folder.id, {
      onSuccess: () => {
        modals.close(MODAL);
        notifyDone(`Folder ${folder.name} was deleted.`);
        void navigate({ to: '/projects', search: { folder: folder.parentFolderId ?? undefined } });
      },
    });
  return (
    <>
      <Text size="sm" mb="sm">
        {folder.subFolders.length > 0 &&
          `Its ${countOf(folder.subFolders.length, 'subfolder')}, with all folders below, will be deleted too. `}
        No project is deleted. The projects in these folders move to the folder above.
      </Text>
      {remove.isError && (
        <Text size="sm" c="red" mb="sm" role="alert">
          {wordsOf(remove.error)}
        </Text>
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => modals.close(MODAL)} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={remove.isPending} onClick={confirm}>
          Delete folder
        </Button>
      </Group>
    </>
  );
}
