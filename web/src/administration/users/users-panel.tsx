// Administration: the users of the installation.

import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import {
  IconKey,
  IconPencil,
  IconPlugConnected,
  IconPlugConnectedX,
  IconPlus,
  IconShieldHalf,
  IconTicket,
  IconUserCheck,
  IconUserOff,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { User } from '../../api/models.ts';
import { Label } from '../../elements/badges.tsx';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Empty, Waiting } from '../../elements/page-state.tsx';
import { RowAction } from '../../elements/row-action.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { ExportMenu } from '../../table/export/export-menu.tsx';
import { usePagedRows } from '../../table/paged-rows.ts';
import { ldapQuery } from '../ldap/queries.ts';
import { fetchUsers, PERMISSIONS, USERS_KEY } from './queries.ts';
import { openEditUser, openGivePassword, openNewUser, openPermissions, openSetActive } from './user-forms.tsx';
import { openUserSource } from './user-source.tsx';
import { openTokensOf } from './user-tokens.tsx';

const route = getRouteApi('/signed-in/administration/users');

const columns: Column<User>[] = [
  { id: 'login', header: 'Login', size: 110, cell: (user) => user.login },
  {
    id: 'name',
    header: 'Name',
    size: 120,
    isGrowing: true,
    cell: (user) => `${user.firstName} ${user.lastName}`.trim(),
  },
  { id: 'email', header: 'E-mail', size: 160, cell: (user) => user.email },
  { id: 'permissions', header: 'Permissions', size: 120, cell: (user) => <Permissions of={user} /> },
  {
    id: 'state',
    header: 'State',
    size: 84,
    cell: (user) => <Label tone={user.active ? 'good' : 'wait'}>{user.active ? 'Active' : 'Inactive'}</Label>,
  },
  { id: 'actions', header: '', size: 170, cell: (user) => <Actions user={user} /> },
];

export function UsersPanel() {
  const { find } = route.useSearch();
  const navigate = route.useNavigate();
  const users = usePagedRows<User>([...USERS_KEY, find ?? ''], (page) => fetchUsers(find, page));
  return (
    <div className={classes.fill}>
      <PageHead title="Users">
        <TextInput
          aria-label="Find users"
          placeholder="Login, name or e-mail"
          value={find ?? ''}
          onChange={({ currentTarget: { value } }) => navigate({ search: { find: value || undefined }, replace: true })}
          w={260}
          data-page-search
        />
        <ExportMenu rows={users} name="users" size="sm" />
        <Button leftSection={<IconPlus size={15} />} onClick={openNewUser}>
          New user
        </Button>
      </PageHead>
      {users.error || users.total === undefined ? (
        <Waiting query={users} title="The users could not be loaded" />
      ) : (
        <DataTable
          name="users"
          label="Users"
          columns={columns}
          count={users.total}
          rowAt={users.rowAt}
          idOf={(user) => user.id}
          onRange={users.onRange}
          empty={
            <Empty icon={<IconUsers />} title="No user found">
              No login, name or e-mail address contains “{find}”.
            </Empty>
          }
        />
      )}
    </div>
  );
}

function Permissions({ of: { permissions } }: { of: User }) {
  const text = PERMISSIONS.filter(({ name }) => permissions.includes(name))
    .map(({ label }) => label)
    .join(', ');
  return (
    <span className="ellipsis" title={text}>
      {text}
    </span>
  );
}

function Actions({ user }: { user: User }) {
  const change = user.active ? `Deactivate ${user.login}` : `Activate ${user.login}`;
  return (
    <div className={classes.actions}>
      <RowAction label="Edit" name={`Edit ${user.login}`} onClick={() => openEditUser(user)}>
        <IconPencil size={15} />
      </RowAction>
      {user.source === 'LOCAL' && (
        <RowAction label="Set password" name={`Set password of ${user.login}`} onClick={() => openGivePassword(user)}>
          <IconKey size={15} />
        </RowAction>
      )}
      <SourceAction user={user} />
      <RowAction label="API tokens" name={`API tokens of ${user.login}`} onClick={() => openTokensOf(user.login)}>
        <IconTicket size={15} />
      </RowAction>
      <RowAction label="Permissions" name={`Permissions of ${user.login}`} onClick={() => openPermissions(user)}>
        <IconShieldHalf size={15} />
      </RowAction>
      <Tooltip label={user.active ? 'Deactivate' : 'Activate'}>
        <ActionIcon
          variant="subtle"
          color={user.active ? 'red' : 'gray'}
          aria-label={change}
          onClick={() => openSetActive(user)}
        >
          {user.active ? <IconUserOff size={15} /> : <IconUserCheck size={15} />}
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

/** Where there is a directory, or a user that came from one. */
function SourceAction({ user }: { user: User }) {
  const ldap = useQuery(ldapQuery);
  if (user.source === 'LOCAL' && !ldap.data?.configured) return null;
  return user.source === 'LDAP' ? (
    <RowAction label="Make local" name={`Make ${user.login} a local user`} onClick={() => openUserSource(user)}>
      <IconPlugConnectedX size={15} />
    </RowAction>
  ) : (
    <RowAction
      label="Let the directory manage"
      name={`Let the directory manage ${user.login}`}
      onClick={() => openUserSource(user)}
    >
      <IconPlugConnected size={15} />
    </RowAction>
  );
}
