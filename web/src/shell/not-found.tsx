// Shown for an address without a page.
import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Empty } from '../elements/page-state.tsx';

export function NotFound() {
  return (
    <Empty
      icon={<IconMapOff />}
      title="Page not found"
      actions={
        <Button component={Link} to="/projects" variant="default">
          Go to the projects
        </Button>
      }
    >
      The address is wrong, or the page was deleted.
    </Empty>
  );
}
