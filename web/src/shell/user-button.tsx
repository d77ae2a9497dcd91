// The button of the user menu: initials and login.
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { type Session, useSession } from '../session/session.ts';
import classes from './shell.module.css';

export const nameOf = ({ firstName, lastName, login }: Session) =>
  [firstName, lastName].filter(Boolean).join(' ') || login;

export function UserButton(props: ComponentProps<'button'>) {
  const session = useSession();
  const name = nameOf(session);
  return (
    <UnstyledButton {...props} className={classes.user} aria-label={`User menu of ${session.login} (${name})`}>
      {/* Hidden from screen readers, because they read the name. */}
      <span className={classes.initials} data-initials={initialsOf(name)} aria-hidden />
      <span className={`ellipsis ${classes.login}`}>{session.login}</span>
      <IconChevronDown size={14} aria-hidden />
    </UnstyledButton>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const [first, last] = [words[0], words.slice(1).at(-1)];
  return `${first?.charAt(0) ?? ''}${last?.charAt(0) ?? ''}`.toUpperCase();
}
