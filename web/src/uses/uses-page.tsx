// Where a copyright holder or a file with a digest is used, in all projects that the user may see.

import { IconSearch } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import classes from '../elements/page.module.css';
import { PageHead } from '../elements/page-head.tsx';
import { Empty } from '../elements/page-state.tsx';
import { UsesPanel } from './uses-panel.tsx';

const route = getRouteApi('/signed-in/uses');

export function UsesPage() {
  const { holder, digest } = route.useSearch();
  const subject = digest === undefined ? { holder: holder ?? '' } : { digest };
  return (
    <div className={classes.padded}>
      <div className={classes.column}>
        <PageHead
          title={digest ?? holder ?? 'Where it is used'}
          intro={
            digest === undefined
              ? 'Files that name this copyright holder, in all projects that you may see.'
              : 'Files with this digest, in all projects that you may see.'
          }
        />
        {digest === undefined && holder === undefined ? (
          <Empty icon={<IconSearch />} title="Nothing to look for">
            Search for a copyright holder or a digest with Ctrl+K.
          </Empty>
        ) : (
          <UsesPanel key={digest ?? holder} subject={subject} hasItems={false} />
        )}
      </div>
    </div>
  );
}
