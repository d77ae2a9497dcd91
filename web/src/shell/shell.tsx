// The frame of every page for signed-in users: product name, main menu, colour scheme, user menu.
import { ModalsProvider } from '@mantine/modals';
import {
  IconApi,
  IconBooks,
  IconBug,
  IconChecklist,
  IconFolders,
  IconGavel,
  IconHome,
  IconProgressBolt,
  IconSettings,
  IconShieldCog,
} from '@tabler/icons-react';
import { Link, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { BrandMark } from '../elements/brand.tsx';
import { Loading } from '../elements/page-state.tsx';
import { useLiveUpdates } from '../live/live-updates.ts';
import { SearchEverywhere } from '../search/search-everywhere.tsx';
import { useIsSignedIn, useSystemPermission } from '../session/session.ts';
import { UploadsKeeper } from '../uploads/uploads-keeper.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { useDialogFocus } from './dialog-focus.ts';
import { useKeysKey } from './keys.tsx';
import { useSearchKey } from './search-key.ts';
import classes from './shell.module.css';
import { UserButton } from './user-button.tsx';

export function Shell() {
  return useIsSignedIn() ? <Frame /> : <Loading />;
}

function Frame() {
  useSearchKey();
  useDialogFocus();
  useLiveUpdates();
  useKeysKey();
  const administrates = useSystemPermission('system_admin');
  return (
    <div className={classes.shell}>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className={classes.header}>
        <Link to="/" className={classes.brand}>
          <BrandMark />
          <span className={classes.name}>Assay</span>
        </Link>
        <nav className={classes.menu} aria-label="Main menu">
          <Link
            to="/"
            className={classes.entry}
            activeOptions={{ exact: true, includeSearch: false }}
            activeProps={{ 'data-active': true }}
          >
            <IconHome size={17} aria-hidden /> <span className={classes.word}>Overview</span>
          </Link>
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
        <UserEntry />
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

/** What the menu needs to lie beside its button is loaded when somebody opens it: the first page waits for nothing that it does not show. */
const UserMenu = lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }));

function UserEntry() {
  const [isWanted, setWanted] = useState(false);
  const button = <UserButton aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />;
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <UserMenu />
    </Suspense>
  );
}
