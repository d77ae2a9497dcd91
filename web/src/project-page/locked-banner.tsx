// A banner on every tab of a locked project. It explains the lock and has a button that unlocks the project.
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { notifyDone, notifyRefused } from '../elements/notify.ts';
import { useIsLocked, useMay, useUnlock } from '../project/queries.ts';
import classes from './project-page.module.css';

export function LockedBanner() {
  const isLocked = useIsLocked();
  const may = useMay();
  const unlock = useUnlock();
  if (!isLocked) return null;
  return (
    <section className={classes.locked} aria-label="Locked project">
      <IconLock size={16} aria-hidden />
      <span>
        <b>This project is locked</b>: its status is Project Completed. You can read it and generate reports, but nobody
        can change it.
      </span>
      {may('UNLOCK_PROJECT') && (
        <Button
          size="compact-sm"
          variant="default"
          loading={unlock.isPending}
          onClick={() =>
            unlock.mutate(undefined, {
              onSuccess: () => notifyDone('The project is unlocked: its status is Analysis In Progress.'),
              onError: (error) => notifyRefused('The project was not unlocked', error),
            })
          }
        >
          Unlock
        </Button>
      )}
    </section>
  );
}
