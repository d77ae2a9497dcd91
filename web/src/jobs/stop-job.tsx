// The button that stops a running job.
import { Button } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import type { UseMutationResult } from '@tanstack/react-query';
import { notifyRefused } from '../elements/notify.ts';

/** `cancel` takes the id of the job. */
export function StopJob({ jobId, cancel }: { jobId: number; cancel: UseMutationResult<unknown, Error, number> }) {
  const stop = () => cancel.mutate(jobId, { onError: (error) => notifyRefused('The job could not be stopped', error) });
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      leftSection={<IconPlayerStop size={14} />}
      loading={cancel.isPending}
      disabled={cancel.isSuccess}
      onClick={stop}
    >
      {cancel.isSuccess ? 'Stopping' : 'Cancel'}
    </Button>
  );
}
