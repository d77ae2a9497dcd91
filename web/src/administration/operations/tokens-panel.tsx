// The API tokens of all users.
import { TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconTicket, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { InstallationToken } from '../../api/models.ts';
import { Label } from '../../elements/badges.tsx';
import { ConfirmDelete } from '../../elements/form-parts.tsx';
import { Empty, Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { momentText } from '../../elements/quantities.ts';
import { RowAction } from '../../elements/row-action.tsx';
import { Expiry, scopeText } from '../../preferences/tokens-panel.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { ExportMenu } from '../../table/export/export-menu.tsx';
import { usePagedRows } from '../../table/paged-rows.ts';
import classes from './operations.module.css';
import { ALL_TOKENS, fetchAllTokens, useRevoke } from './queries.ts';

const columns: Column<InstallationToken>[] = [
  { id: 'owner', header: 'Owner', size: 150, cell: (token) => <Owner token={token} /> },
  { id: 'name', header: 'Name', size: 160, isGrowing: true, cell: ({ name }) => name },
  { id: 'scope', header: 'May', size: 190, cell: (token) => scopeText(token) },
  {
    id: 'used',
    header: 'Last used',
    size: 160,
    cell: ({ lastUsedOn }) => (lastUsedOn ? momentText(lastUsedOn) : 'never'),
  },
  { id: 'expires', header: 'Expires', size: 150, cell: ({ expiresOn }) => <Expiry on={expiresOn} /> },
  { id: 'actions', header: '', size: 50, cell: (token) => <Revoke token={token} /> },
];

/** So many fit into the lower panel. */
const FEW = 5;
const MODAL = 'revoke-token';
const close = () => modals.close(MODAL);

export function Tokens() {
  const [find, setFind] = useState('');
  const tokens = usePagedRows<InstallationToken>([...ALL_TOKENS, find], (page) =>
    fetchAllTokens(find || undefined, page),
  );
  return (
    <Panel
      title="API tokens of all users"
      isFlush
      className={(tokens.total ?? 0) > FEW ? classes.manyTokens : classes.tokens}
      actions={
        <>
          <TextInput
            size="xs"
            w={220}
            aria-label="Find API tokens"
            placeholder="Owner or name"
            value={find}
            onChange={({ currentTarget }) => setFind(currentTarget.value)}
          />
          <ExportMenu rows={tokens} name="api-tokens" size="xs" />
        </>
      }
    >
      {tokens.error || tokens.total === undefined ? (
        <Waiting query={tokens} title="The tokens could not be loaded" />
      ) : (
        <DataTable
          name="all-tokens"
          label="API tokens of all users"
          columns={columns}
          count={tokens.total}
          rowAt={tokens.rowAt}
          idOf={({ id }) => id}
          onRange={tokens.onRange}
          empty={
            <Empty icon={<IconTicket />} title={find === '' ? 'No API tokens' : 'No token found'}>
              {find === '' ? 'Nobody has made a token for programs.' : `No owner and no name contains “${find}”.`}
            </Empty>
          }
        />
      )}
    </Panel>
  );
}

function Owner({ token: { login, isOwnerActive } }: { token: InstallationToken }) {
  return isOwnerActive ? <span title={login}>{login}</span> : <Label tone="wait">{login} (inactive)</Label>;
}

function Revoke({ token }: { token: InstallationToken }) {
  const open = () =>
    modals.open({ modalId: MODAL, title: `Revoke ${token.name}?`, children: <ConfirmRevoke token={token} /> });
  return (
    <RowAction label="Revoke" name={`Revoke token ${token.name} of ${token.login}`} isDangerous onClick={open}>
      <IconTrash size={15} />
    </RowAction>
  );
}

function ConfirmRevoke({ token }: { token: InstallationToken }) {
  return (
    <ConfirmDelete
      text={`Programs that use this token of ${token.login} are refused at once. A revoked token cannot be restored.`}
      action="Revoke token"
      done="Token revoked."
      remove={useRevoke(token)}
      onClose={close}
    />
  );
}
