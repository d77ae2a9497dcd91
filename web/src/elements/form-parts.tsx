// Common parts of forms: the text of a refusal, the rows of buttons, and the confirmation before something is deleted.
import { Button, Group, Stack, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { wordsOf } from '../api/client.ts';
import { useKeptFocus } from './kept-focus.ts';
import { notifyDone } from './notify.ts';

export function Refused({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <Text size="sm" c="red" role="alert">
      {wordsOf(error)}
    </Text>
  );
}

interface ButtonsProps {
  action: string;
  isPending: boolean;
  isReady?: boolean;
  onCancel: () => void;
}

export function Buttons({ action, isPending, isReady = true, onCancel }: ButtonsProps) {
  const button = useKeptFocus(isPending);
  return (
    <Group justify="flex-end" gap={8}>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button ref={button} type="submit" loading={isPending} disabled={!isReady}>
        {action}
      </Button>
    </Group>
  );
}

interface SaveOrDiscardProps {
  /** Of the save button. */
  label?: string;
  isPending: boolean;
  isDirty: boolean;
  /** True if the form can be saved unchanged, for example settings that were never saved. */
  isReady?: boolean;
  onDiscard: () => void;
}

/** The buttons below a form that is part of a page. */
export function SaveOrDiscard({
  label = 'Save',
  isPending,
  isDirty,
  isReady = isDirty,
  onDiscard,
}: SaveOrDiscardProps) {
  const button = useKeptFocus(isPending);
  return (
    <Group gap={8}>
      <Button ref={button} type="submit" loading={isPending} disabled={!isReady}>
        {label}
      </Button>
      <Button variant="default" onClick={onDiscard} disabled={!isDirty}>
        Discard
      </Button>
    </Group>
  );
}

interface ConfirmDeleteProps {
  /** What will be lost, and what prevents the deletion. */
  text: string;
  action: string;
  /** The message after the deletion. */
  done: string;
  remove: UseMutationResult<unknown, unknown, undefined>;
  onClose: () => void;
  /** Called after the deletion, if the open page disappears with the object. */
  onGone?: () => void;
}

/** The content of a dialog that confirms a deletion. A refusal is shown in it. */
export function ConfirmDelete({ text, action, done, remove, onClose, onGone }: ConfirmDeleteProps) {
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        onClose();
        onGone?.();
        notifyDone(done);
      },
    });
  return (
    <Stack gap="sm">
      <Text size="sm">{text}</Text>
      <Refused error={remove.error} />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={remove.isPending} onClick={confirm}>
          {action}
        </Button>
      </Group>
    </Stack>
  );
}
