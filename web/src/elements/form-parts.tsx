// What forms share: the refusal in words, the lines of buttons, and the question before something is deleted.
import { Button, Group, Stack, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { wordsOf } from '../api/client.ts';
import { tellDone } from './notify.ts';

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
  return (
    <Group justify="flex-end" gap={8}>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isPending} disabled={!isReady}>
        {action}
      </Button>
    </Group>
  );
}

interface SaveOrDiscardProps {
  /** Of the button that saves. */
  label?: string;
  isPending: boolean;
  isDirty: boolean;
  /** May be saved as it is, such as settings that were never saved. */
  isReady?: boolean;
  onDiscard: () => void;
}

/** Below a form that stands on a page. */
export function SaveOrDiscard({
  label = 'Save',
  isPending,
  isDirty,
  isReady = isDirty,
  onDiscard,
}: SaveOrDiscardProps) {
  return (
    <Group gap={8}>
      <Button type="submit" loading={isPending} disabled={!isReady}>
        {label}
      </Button>
      <Button variant="default" onClick={onDiscard} disabled={!isDirty}>
        Discard
      </Button>
    </Group>
  );
}

interface ConfirmDeleteProps {
  /** What is lost, and what keeps it from being deleted. */
  text: string;
  action: string;
  /** Told when it is gone. */
  done: string;
  remove: UseMutationResult<unknown, unknown, undefined>;
  onClose: () => void;
  /** Afterwards, where the page that is open has gone with it. */
  onGone?: () => void;
}

/** The content of a dialog that asks before something is deleted; a refusal is shown in it. */
export function ConfirmDelete({ text, action, done, remove, onClose, onGone }: ConfirmDeleteProps) {
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        onClose();
        onGone?.();
        tellDone(done);
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
