// The dialog that fills the notices texts of all items of a project.
import { Checkbox, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { Buttons, Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
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
        notifyDone('The notices texts are being filled in the background. The Jobs tab shows the progress.');
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
          Items without a notices text get the license text of the library or, if there is none, the text found in their
          files.
        </Text>
        <Checkbox
          label="Replace existing texts"
          description="Also texts that people wrote; the history of each item keeps them."
          checked={overwrites}
          onChange={({ currentTarget }) => setOverwrites(currentTarget.checked)}
        />
        <Refused error={queue.error} />
        <Buttons action="Fill texts" isPending={queue.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}
