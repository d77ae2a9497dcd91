// Settings of the signed-in user: the account, and API tokens for scripts.

import { useSession } from '../session/session.ts';
import { AccountPanels } from './account-panels.tsx';
import classes from './preferences-page.module.css';
import { TokensPanel } from './tokens-panel.tsx';

export function PreferencesPage() {
  const session = useSession();
  const name = [session.firstName, session.lastName].filter(Boolean).join(' ');
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>Preferences</h1>
        <p className={classes.who}>
          Signed in as <b>{session.login}</b>
          {name && ` (${name})`}
          {session.email && `, ${session.email}`}
        </p>
      </header>
      <AccountPanels />
      <TokensPanel />
    </div>
  );
}
