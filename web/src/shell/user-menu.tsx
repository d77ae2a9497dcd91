// The menu of the signed-in user. It is loaded when somebody opens it, and opens at once.
import { Menu } from '@mantine/core';
import { IconKeyboard, IconLogout, IconSettings } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../session/session.ts';
import { useSignOut } from '../sign-in/queries.ts';
import { openKeys } from './keys.tsx';
import { nameOf, UserButton } from './user-button.tsx';

export function UserMenu() {
  const session = useSession();
  const signOut = useSignOut();
  const navigate = useNavigate();
  return (
    <Menu defaultOpened position="bottom-end" width={220}>
      <Menu.Target>
        <UserButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session.email || nameOf(session)}</Menu.Label>
        <Menu.Item leftSection={<IconSettings size={16} />} onClick={() => navigate({ to: '/preferences' })}>
          Preferences
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={openKeys}>
          Keyboard shortcuts{' '}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          onClick={() => signOut.mutate(undefined, { onSettled: () => navigate({ to: '/login', search: {} }) })}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
