// Lets the LDAP directory manage a user, or makes a user one of this server again.
import { PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { User } from '../../api/models.ts';
import { PASSWORD_HELP, passwordFault } from '../../elements/form-faults.ts';
import { Buttons, Refused } from '../../elements/form-parts.tsx';
import { notifyDone } from '../../elements/notify.ts';
import { useRefusal } from '../../elements/refused-field.ts';
import { useSetSource } from './queries.ts';

const MODAL = 'user-source';

export function openUserSource(user: User): void {
  modals.open({
    modalId: MODAL,
    title: user.source === 'LDAP' ? `Make ${user.login} a local user` : `Let the directory manage ${user.login}`,
    closeOnClickOutside: false,
    children: <UserSourceForm user={user} />,
  });
}

export function UserSourceForm({ user: { login, source } }: { user: User }) {
  const change = useSetSource();
  const isToLocal = source === 'LDAP';
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (isToLocal ? passwordFault(password) : null) },
  });
  const unplaced = useRefusal(form, change.error);
  const submit = form.onSubmit(({ password }) =>
    change.mutate(isToLocal ? { login, source: 'LOCAL', password } : { login, source: 'LDAP' }, {
      onSuccess: () => {
        modals.close(MODAL);
        notifyDone(
          isToLocal ? `${login} signs in with the new password.` : `The directory manages ${login} from now on.`,
        );
      },
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          {isToLocal
            ? 'The directory no longer manages the user, who signs in with a password of this server.'
            : 'The next synchronisation connects the user with the entry of this login, and the directory checks the password. The password of this server is deleted.'}
        </Text>
        <Text size="sm">All sessions and API tokens of the user end at once.</Text>
        {isToLocal && (
          <PasswordInput
            label="New password"
            description={PASSWORD_HELP}
            data-autofocus
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        )}
        <Refused error={unplaced} />
        <Buttons
          action={isToLocal ? 'Make local' : 'Hand over'}
          isPending={change.isPending}
          onCancel={() => modals.close(MODAL)}
        />
      </Stack>
    </form>
  );
}
