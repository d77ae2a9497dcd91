// The dialog with the API tokens of a user, in which an administrator revokes one or all.
import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Refused } from '../../elements/form-parts.tsx';
import { notifyDone } from '../../elements/notify.ts';
import { Waiting } from '../../elements/page-state.tsx';
import { momentText } from '../../elements/quantities.ts';
import { RowAction } from '../../elements/row-action.tsx';
import classes from '../../preferences/preferences-page.module.css';
import { Expiry, scopeText } from '../../preferences/tokens-panel.tsx';
import { tokensOfUserQuery, useRevokeTokensOf } from './queries.ts';

export function openTokensOf(login: string): void {
  modals.open({
    modalId: 'tokens-of-user',
    size: 'xl',
    title: `API tokens of ${login}`,
    children: <TokensOf login={login} />,
  });
}

export function TokensOf({ login }: { login: string }) {
  const tokens = useQuery(tokensOfUserQuery(login));
  const revoke = useRevokeTokensOf(login);
  if (!tokens.isSuccess) return <Waiting query={tokens} rows={3} title="The tokens could not be loaded" />;
  const end = (tokenId?: number) => revoke.mutate(tokenId, { onSuccess: ({ message }) => notifyDone(message) });
  return (
    <Stack gap="sm">
      {tokens.data.length === 0 ? (
        <Text size="sm">The user has no API tokens.</Text>
      ) : (
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
            {tokens.data.map(({ id, name, createdOn, lastUsedOn, expiresOn, ...scope }) => (
              <tr key={id}>
                <td>{name}</td>
                <td>{scopeText(scope)}</td>
                <td>{momentText(createdOn)}</td>
                <td>{lastUsedOn ? momentText(lastUsedOn) : 'never'}</td>
                <td>
                  <Expiry on={expiresOn} />
                </td>
                <td>
                  <RowAction label="Revoke" name={`Revoke token ${name}`} isDangerous onClick={() => end(id)}>
                    <IconTrash size={15} />
                  </RowAction>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Refused error={revoke.error} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Revoked tokens stop working at once and cannot be restored.
        </Text>
        <Button color="red" loading={revoke.isPending} onClick={() => end()}>
          Revoke all and end all sessions
        </Button>
      </Group>
    </Stack>
  );
}
