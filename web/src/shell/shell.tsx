// The frame of every page for signed-in users: product name, main menu, colour scheme, user menu.
import { Menu, UnstyledButton } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import {
  IconApi,
  IconBooks,
  IconBug,
  IconChecklist,
  IconChevronDown,
  IconFolders,
  IconGavel,
  IconKeyboard,
  IconLogout,
  IconProgressBolt,
  IconSettings,
  IconShieldCog,
} from '@tabler/icons-react';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { BrandMark } from '../elements/brand.tsx';
import { SearchEverywhere } from '../search/search-everywhere.tsx';
import { useSession, useSystemPermission } from '../session/session.ts';
import { useSignOut } from '../sign-in/queries.ts';
import { UploadsKeeper } from '../uploads/uploads-keeper.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { openKeys, useKeysKey } from './keys.tsx';
import { useSearchKey } from './search-key.ts';
import classes from './shell.module.css';

export function Shell() {
  useSearchKey();
  useKeysKey();
  const administrates = useSystemPermission('system_admin');
  return (
    <div className={classes.shell}>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className={classes.header}>
        <Link to="/projects" className={classes.brand}>
          <BrandMark />
          <span className={classes.name}>Assay</span>
        </Link>
        <nav className={classes.menu} aria-label="Main menu">
          <Link to="/projects" className={classes.entry} activeProps={{ 'data-active': true }}>
            <IconFolders size={17} aria-hidden /> <span className={classes.word}>Projects</span>
          </Link>
          <Link to="/jobs" className={classes.entry} activeProps={{ 'data-active': true }}>
            <IconProgressBolt size={17} aria-hidden /> <span className={classes.word}>Jobs</span>
          </Link>
          <Link to="/vulnerabilities" className={classes.entry} activeProps={{ 'data-active': true }}>
            <IconBug size={17} aria-hidden /> <span className={classes.word}>Vulnerabilities</span>
          </Link>
          <Link to="/to-decide" className={classes.entry} activeProps={{ 'data-active': true }}>
            <IconChecklist size={17} aria-hidden /> <span className={classes.word}>To decide</span>
          </Link>
          <Link to="/policies" className={classes.entry} activeProps={{ 'data-active': true }}>
            <IconGavel size={17} aria-hidden /> <span className={classes.word}>Policies</span>
          </Link>
          <Link to="/library" className={classes.entry} activeProps={{ 'data-active': true }}>
            <IconBooks size={17} aria-hidden /> <span className={classes.word}>Library</span>
          </Link>
          <Link to="/preferences" className={classes.entry} activeProps={{ 'data-active': true }}>
            <IconSettings size={17} aria-hidden /> <span className={classes.word}>Preferences</span>
          </Link>
          {administrates && (
            <Link to="/administration" className={classes.entry} activeProps={{ 'data-active': true }}>
              <IconShieldCog size={17} aria-hidden /> <span className={classes.word}>Administration</span>
            </Link>
          )}
          <a href="/api/docs" className={classes.entry}>
            <IconApi size={18} aria-hidden /> <span className={classes.word}>API</span>
          </a>
        </nav>
        <SearchEverywhere className={classes.search} />
        <ColorSchemeSwitch className={classes.icon} />
        <UserMenu />
      </header>
      <UploadsKeeper />
      <main id="main" className={classes.main} tabIndex={-1}>
        {/* Dialogs contain links to other pages, so they are rendered inside the router. */}
        <ModalsProvider>
          <Outlet />
        </ModalsProvider>
      </main>
    </div>
  );
}

function UserMenu() {
  const session = useSession();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const name = [session.firstName, session.lastName].filter(Boolean).join(' ') || session.login;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.user} aria-label={`User menu of ${session.login} (${name})`}>
          {/* Hidden from screen readers, because they read the name. */}
          <span className={classes.initials} data-initials={initialsOf(name)} aria-hidden />
          <span className={`ellipsis ${classes.login}`}>{session.login}</span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session.email || name}</Menu.Label>
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

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const [first, last] = [words[0], words.slice(1).at(-1)];
  return `${first?.charAt(0) ?? ''}${last?.charAt(0) ?? ''}`.toUpperCase();
}
