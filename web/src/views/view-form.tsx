// Dialogs about a saved view of the inventory: save a new one, rename or share one, delete one.
import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { InventoryView } from '../api/models.ts';
import { required } from '../elements/form-faults.ts';
import { Buttons, ConfirmDelete, Refused } from '../elements/form-parts.tsx';
import { useMayIn } from '../project/queries.ts';
import { useDeleteView, useViewChanges, type ViewSettings } from './view-queries.ts';

const MODAL = 'inventory-view';
const close = () => modals.close(MODAL);

interface ViewFormProps {
  projectId: number;
  /** The view that is renamed; without it, a new one is saved with these settings. */
  view?: InventoryView;
  settings?: ViewSettings;
  onSaved?: (viewId: number) => void;
}

export function openViewForm(props: ViewFormProps): void {
  const title = props.view ? `Rename or share ${props.view.name}` : 'Save as a new view';
  modals.open({ modalId: MODAL, title, children: <ViewForm {...props} /> });
}

export function openDeleteView(projectId: number, view: InventoryView, onGone: () => void): void {
  modals.open({
    modalId: MODAL,
    title: `Delete the view ${view.name}?`,
    children: <Delete projectId={projectId} view={view} onGone={onGone} />,
  });
}

function ViewForm({ projectId, view, settings, onSaved }: ViewFormProps) {
  const may = useMayIn(projectId);
  const { save, change } = useViewChanges(projectId);
  const form = useForm({
    initialValues: { name: view?.name ?? '', isShared: view?.isShared ?? false },
    validate: { name: required },
  });
  const submit = form.onSubmit(({ name, isShared }) => {
    if (view) return change.mutate({ id: view.id, name, isShared }, { onSuccess: close });
    if (settings === undefined) return;
    save.mutate(
      { name, isShared, settings },
      {
        onSuccess({ id }) {
          close();
          onSaved?.(id);
        },
      },
    );
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <TextInput label="Name" maxLength={100} data-autofocus {...form.getInputProps('name')} />
        {may('EDIT_PROJECT') && (
          <Checkbox
            label="For everybody who may see this project"
            {...form.getInputProps('isShared', { type: 'checkbox' })}
          />
        )}
        <Text size="sm" c="dimmed">
          {form.values.isShared ? 'It is offered in this project.' : 'Only you see it, in every project.'} It keeps the
          filters, the grouping, the columns and the order.
        </Text>
        <Refused error={save.error ?? change.error} />
        <Buttons action="Save" isPending={save.isPending || change.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

function Delete({ projectId, view, onGone }: { projectId: number; view: InventoryView; onGone: () => void }) {
  const remove = useDeleteView(projectId, view.id);
  return (
    <ConfirmDelete
      text={
        view.isShared
          ? 'It is deleted for everybody who may see this project. No item changes.'
          : 'It is deleted in all projects. No item changes.'
      }
      action="Delete view"
      done={`The view ${view.name} was deleted.`}
      remove={remove}
      onClose={close}
      onGone={onGone}
    />
  );
}
