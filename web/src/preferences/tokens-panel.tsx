// The list of the user's API tokens.
import { Button } from '@mantine/core';
import { IconKey, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { dateText, momentOf, momentText } from '../elements/quantities.ts';
import { RowAction } from '../elements/row-action.tsx';
import classes from './preferences-page.module.css';
import { type Token, tokensQuery } from './queries.ts';
import { openNewToken, openRenameToken, openRevokeToken } from './token-forms.tsx';

export function TokensPanel() {
  const tokens = useQuery(tokensQuery);
  return (
    <Panel
      isFlush
      title="API tokens"
      actions={
        <Button size="compact-sm" leftSection={<IconPlus size={15} />} onClick={openNewToken}>
          New token
        </Button>
      }
    >
      {!tokens.isSuccess ? (
        <Waiting query={tokens} rows={3} title="The tokens could not be loaded" />
      ) : tokens.data.length === 0 ? (
        <Empty icon={<IconKey />} title="No tokens yet">
          With a token, a script or a build server can call the API with your rights and without your password.
        </Empty>
      ) : (
        <TokenTable tokens={tokens.data} />
      )}
    </Panel>
  );
}

function TokenTable({ tokens }: { tokens: Token[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">May</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">Expires</th>
          <th scope="col" aria-label="Actions" />
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id}>
            <td>{token.name}</td>
            <td>{scopeText(token)}</td>
            <td>{momentText(token.createdOn)}</td>
            <td>{token.lastUsedOn ? momentText(token.lastUsedOn) : 'never'}</td>
            <td>
              <Expiry on={token.expiresOn} />
            </td>
            <td>
              <RowAction label="Rename" name={`Rename token ${token.name}`} onClick={() => openRenameToken(token)}>
                <IconPencil size={15} />
              </RowAction>
              <RowAction
                label="Revoke"
                name={`Revoke token ${token.name}`}
                isDangerous
                onClick={() => openRevokeToken(token)}
              >
                <IconTrash size={15} />
              </RowAction>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a token may do, in few words: "read only, in project 7". */
export function scopeText({ access, projectIds }: Pick<Token, 'access' | 'projectIds'>): string {
  const deed = access === 'READ' ? 'read only' : 'all that the owner may';
  if (projectIds === null) return deed;
  return `${deed}, in ${projectIds.length === 1 ? 'project' : 'projects'} ${projectIds.join(', ')}`;
}

export function Expiry({ on }: { on: string | null }) {
  if (on === null) return <span>never</span>;
  const end = momentOf(on);
  const isOver = end !== undefined && end.getTime() < Date.now();
  return (
    <span className={isOver ? classes.expired : undefined}>{isOver ? `expired on ${dateText(on)}` : dateText(on)}</span>
  );
}
