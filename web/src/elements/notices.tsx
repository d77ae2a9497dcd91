// Short messages in a corner of every page. What draws them is loaded with the first message.
import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useState } from 'react';

const NoticesList = lazy(async () => ({ default: (await import('./notices-list.tsx')).NoticesList }));

export function Notices() {
  const isFirst = useNotifications().notifications.length > 0;
  const [isWanted, setWanted] = useState(false);
  if (isFirst && !isWanted) setWanted(true);
  return isWanted ? (
    <Suspense fallback={null}>
      <NoticesList />
    </Suspense>
  ) : null;
}
