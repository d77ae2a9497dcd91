// Dialogs about a saved view of a list: save a new one, rename or share one, delete one.
import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { required } from '../elements/form-faults.ts';
import { Buttons, ConfirmDelete, Refused } from '../elements/form-parts.tsx';
import { useMayIn } from '../project/queries.ts';
import { type SavedView, useDeleteView, useViewChanges, type ViewList, type ViewSettings } from './view-queries.ts';

const MODAL = 'saved-view';

/** What a view keeps, and what stays when it is deleted. */
const WORDS: Record<ViewList, { keeps: string; stays: string }> = {
  ITEMS: { keeps: 'the filters, the grouping, the columns and the order', stays: 'No item changes.' },
  FILES: { keeps: 'the filters and the grouping', stays: 'No file changes.' },
};
const close = () => modals.close(MODAL);

interface ViewFormProps {
  list: ViewList;
  projectId: number;
  /** The view that is renamed; without it, a new one is saved with these settings. */
  view?: SavedView;
  settings?: ViewSettings;
  onSaved?: (viewId: number) => void;
}

export function openViewForm(props: ViewFormProps): void {
  const title = props.view ? `Rename or share ${props.view.name}` : 'Save as a new view';
  modals.open({ modalId: MODAL, title, children: <ViewForm {...props} /> });
}

export function openDeleteView({ onGone, ...one }: OneView & { onGone: () => void }): void {
  modals.open({
    modalId: MODAL,
    title: `Delete the view ${one.view.name}?`,
    children: <Delete {...one} onGone={onGone} />,
  });
}

interface OneView {
  list: ViewList;
  projectId: number;
  view: SavedView;
}

function ViewForm({ list, projectId, view, settings, onSaved }: ViewFormProps) {
  const may = useMayIn(projectId);
  const { save, change } = useViewChanges(list, projectId);
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
          {form.values.isShared ? 'It is offered in this project.' : 'Only you see it, in every project.'} It keeps{' '}
          {WORDS[list].keeps}.
        </Text>
        <Refused error={save.error ?? change.error} />
        <Buttons action="Save" isPending={save.isPending || change.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

function Delete({ list, projectId, view, onGone }: OneView & { onGone: () => void }) {
  const remove = useDeleteView(list, projectId, view.id);
  return (
    <ConfirmDelete
      text={
        view.isShared
          ? `It is deleted for everybody who may see this project. ${WORDS[list].stays}`
          : `It is deleted in all projects. ${WORDS[list].stays}`
      }
      action="Delete view"
      done={`The view ${view.name} was deleted.`}
      remove={remove}
      onClose={close}
      onGone={onGone}
    />
  );
}
