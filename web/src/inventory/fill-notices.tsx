// The dialog that fills the notices texts of all items of a project.
import { Checkbox, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { Buttons, Refused } from '../elements/form-parts.tsx';
import { tellDone } from '../elements/notify.ts';
import { useQueueNotices } from './queries.ts';

const MODAL = 'fill-notices';
const close = () => modals.close(MODAL);

export function openFillNotices(projectId: number): void {
  modals.open({ modalId: MODAL, title: 'Fill notices texts', children: <FillNotices projectId={projectId} /> });
}

function FillNotices({ projectId }: { projectId: number }) {
  const queue = useQueueNotices(projectId);
  const [overwrites, setOverwrites] = useState(false);
  const submit = () =>
    queue.mutate(overwrites, {
      onSuccess: () => {
        close();
        tellDone('The notices texts are filled in the background; the tab Jobs shows how far that is.');
      },
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          Every item of the inventory without a notices text gets the library's text of its license, or the text found
          in its files where the library has none.
        </Text>
        <Checkbox
          label="Replace the texts that stand"
          description="What people wrote gives way, too; the history of each item keeps it."
          checked={overwrites}
          onChange={({ currentTarget }) => setOverwrites(currentTarget.checked)}
        />
        <Refused error={queue.error} />
        <Buttons action="Fill texts" isPending={queue.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}
