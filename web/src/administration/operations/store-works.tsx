// Backup, verification and collection: the last run of each, and the buttons that start the two that the server can do.
import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Link } from '@tanstack/react-router';
import type { Installation, LastRun } from '../../api/models.ts';
import { Label } from '../../elements/badges.tsx';
import { Refused } from '../../elements/form-parts.tsx';
import pageClasses from '../../elements/page.module.css';
import { Panel } from '../../elements/panel.tsx';
import { StartedJob } from '../../jobs/started-job.tsx';
import { Time } from './facts.tsx';
import { STORE_KEYS, type StoreWork, useStoreWork } from './queries.ts';
import { StoreState } from './store-state.tsx';

const WORKS: Record<StoreWork, { title: string; action: string; text: string }> = {
  verify: {
    title: 'Verify all stored files?',
    action: 'Start verification',
    text: 'Every stored file is read and compared with its digest. This takes minutes to hours; people can work meanwhile.',
  },
  collect: {
    title: 'Remove deleted files now?',
    action: 'Remove deleted files',
    text: 'The bytes of deleted projects, replaced files and old reports are removed if nothing else needs them. This cannot be undone.',
  },
};

export function StoreWorks({ state: { backup, verification, collection } }: { state: Installation }) {
  const verify = useStoreWork('verify');
  const collect = useStoreWork('collect');
  return (
    <Panel title="Backup, verification and removal of deleted files" isFlush>
      <table className={pageClasses.table}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Last time</th>
            <th scope="col">Result</th>
            <th scope="col" aria-label="Actions" />
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Backup</td>
            <Last run={backup} without="none by “assay backup” is known" />
            <td>
              <Text size="xs" c="dimmed">
                by the command “assay backup”
              </Text>
            </td>
          </tr>
          <tr>
            <td>Verification of stored files</td>
            <Last run={verification} without="never" />
            <td>
              <Start work="verify" starter={verify} />
            </td>
          </tr>
          <tr>
            <td>Removal of deleted files</td>
            <Last run={collection} without="never" />
            <td>
              <Start work="collect" starter={collect} />
            </td>
          </tr>
        </tbody>
      </table>
      <Stack gap="sm" p={14}>
        <Refused error={verify.error ?? collect.error} />
        {[verify.data, collect.data].map(
          (job) => job && <StartedJob key={job.id} id={job.id} unit="contents" changes={STORE_KEYS} />,
        )}
        <StoreState />
      </Stack>
    </Panel>
  );
}

const TONES = { Completed: 'good', Failed: 'bad', Terminated: 'bad', Unknown: 'notice' } as const;

function Last({ run: { status, on, details, jobId }, without }: { run: LastRun; without: string }) {
  return (
    <>
      <td>
        <Time on={on} without={without} />
      </td>
      <td>
        {status !== '' && (
          <Group gap={8}>
            <Label tone={TONES[status as keyof typeof TONES] ?? 'wait'}>{status}</Label>
            <Text size="sm">{details}</Text>
            {jobId !== null && (
              <Link to="/jobs" search={{ job: jobId }}>
                Log
              </Link>
            )}
          </Group>
        )}
      </td>
    </>
  );
}

function Start({ work, starter }: { work: StoreWork; starter: ReturnType<typeof useStoreWork> }) {
  const { title, action, text } = WORKS[work];
  const ask = () =>
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm: action, cancel: 'Cancel' },
      onConfirm: () => starter.mutate(),
    });
  return (
    <Button size="compact-sm" variant="default" loading={starter.isPending} onClick={ask}>
      {action}
    </Button>
  );
}
