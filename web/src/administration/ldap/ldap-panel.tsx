// Administration: the LDAP directory from which users are imported.

import {
  Alert,
  Button,
  Checkbox,
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { LdapSync } from '../../api/models.ts';
import { Refused, SaveOrDiscard } from '../../elements/form-parts.tsx';
import { notifyDone, notifyRefused } from '../../elements/notify.ts';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { momentText } from '../../elements/quantities.ts';
import { type EditedLdapSettings, ldapQuery, useSaveLdap, useSyncLdap, useTestLdap } from './queries.ts';

const FREQUENCIES = [
  { value: 'NEVER', label: 'Only on request' },
  { value: 'HOURLY', label: 'Every few hours' },
  { value: 'DAILY', label: 'Once a day' },
];

export function LdapPanel() {
  const settings = useQuery(ldapQuery);
  const test = useTestLdap();
  if (!settings.isSuccess) return <Waiting query={settings} title="The LDAP settings could not be loaded" />;
  const { configured, lastSync, ...values } = settings.data;
  return (
    <div className={classes.column}>
      <PageHead
        title="LDAP"
        intro="Users of the directory sign in with their directory password. Users removed from it are deactivated and keep their roles. Users created here are never changed by a synchronisation."
      >
        {configured && <Actions test={test} />}
      </PageHead>
      {test.isSuccess && <Found url={test.data.url} users={test.data.users} />}
      {lastSync && <LastSync sync={lastSync} />}
      <SettingsForm key={settings.dataUpdatedAt} settings={values} isNew={!configured} />
    </div>
  );
}

function Actions({ test }: { test: ReturnType<typeof useTestLdap> }) {
  const sync = useSyncLdap();
  return (
    <>
      <Button
        variant="default"
        loading={test.isPending}
        onClick={() =>
          test.mutate(undefined, { onError: (error) => notifyRefused('The directory could not be reached', error) })
        }
      >
        Test the settings
      </Button>
      <Button
        loading={sync.isPending}
        onClick={() =>
          sync.mutate(undefined, {
            onSuccess: (done) => notifyDone(outcomeOf(done)),
            onError: (error) => notifyRefused('The users were not synchronised', error),
          })
        }
      >
        Synchronise users now
      </Button>
    </>
  );
}

interface FoundProps {
  url: string;
  users: { login: string; email: string; dn: string; usable: string }[];
}

/** The result of a test: the first users that were read, and for each skipped entry the reason. */
function Found({ url, users }: FoundProps) {
  return (
    <Panel title={`${url} answers`}>
      {users.length === 0 ? (
        'No entry matches the base DN and the filter.'
      ) : (
        <ul className={classes.list}>
          {users.map(({ dn, login, email, usable }) => (
            <li key={dn}>
              <b>{login || 'no login'}</b> {email} <span className="mono">{dn}</span>
              {usable && <span className={classes.warning}> {usable}</span>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function outcomeOf({ created, updated, deactivated, skippedCount }: LdapSync): string {
  return `${created} created, ${updated} updated, ${deactivated} deactivated, ${skippedCount} skipped`;
}

function LastSync({ sync }: { sync: LdapSync }) {
  const when = `${sync.trigger === 'SCHEDULE' ? 'Scheduled' : 'Started by a user'}, ${momentText(sync.startedOn)}`;
  return (
    <Panel title="Last synchronisation">
      <Stack gap={6}>
        <span>
          {when}: {sync.status === 'Active' ? 'running' : sync.status === 'Failed' ? 'failed' : outcomeOf(sync)}
        </span>
        {sync.error && (
          <Alert color="red" variant="light">
            {sync.error}
          </Alert>
        )}
        {sync.warnings.map((warning) => (
          <Alert key={warning} color="brass" variant="light">
            {warning}
          </Alert>
        ))}
        {sync.skipped.length > 0 && (
          <details>
            <summary>Skipped entries and reasons</summary>
            <ul className={classes.list}>
              {sync.skipped.map(({ dn, reason }) => (
                <li key={dn}>
                  <span className="mono">{dn}</span>: {reason}
                </li>
              ))}
            </ul>
          </details>
        )}
      </Stack>
    </Panel>
  );
}

function SettingsForm({ settings, isNew }: { settings: EditedLdapSettings; isNew: boolean }) {
  const save = useSaveLdap(settings);
  const form = useForm({
    initialValues: { ...settings, addresses: settings.urls.join('\n') },
    validate: {
      addresses: (text) =>
        addressesIn(text).every((url) => /^ldaps?:\/\/\S+$/i.test(url)) && addressesIn(text).length > 0
          ? null
          : 'Enter at least one address, such as ldaps://directory.example.org:636. Write one address per line.',
      base: (base) => (base.trim() === '' ? 'Enter the base DN, such as dc=example,dc=org.' : null),
    },
  });
  const submit = form.onSubmit(({ addresses, ...values }) =>
    save.mutate(
      { ...values, urls: addressesIn(addresses) },
      { onSuccess: () => notifyDone('The LDAP settings were saved.') },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Panel title="Connection">
          <Stack gap="sm">
            <Checkbox
              label="Import users from the directory and let them sign in"
              {...form.getInputProps('enabled', { type: 'checkbox' })}
            />
            <Textarea
              label="Addresses"
              description="One per line. Assay uses the first one that answers. ldaps:// connections are encrypted from the start."
              autosize
              minRows={1}
              {...form.getInputProps('addresses')}
            />
            <Checkbox
              label="STARTTLS: encrypt ldap:// connections before signing in"
              {...form.getInputProps('startTls', { type: 'checkbox' })}
            />
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              <TextInput
                label="User"
                placeholder="cn=assay,ou=services,dc=example,dc=org"
                {...form.getInputProps('bindDn')}
              />
              <PasswordInput label="Password" autoComplete="new-password" {...form.getInputProps('bindPassword')} />
            </SimpleGrid>
            <Textarea
              label="Certificates to trust (PEM)"
              description="In addition to the certificate authorities that the server already trusts."
              autosize
              minRows={1}
              maxRows={8}
              {...form.getInputProps('caCertificate')}
            />
          </Stack>
        </Panel>
        <Panel title="Users">
          <Stack gap="sm">
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              <TextInput label="Base DN" placeholder="dc=example,dc=org" {...form.getInputProps('base')} />
              <TextInput
                label="Search only below"
                placeholder="ou=people; blank: everywhere below the base DN"
                {...form.getInputProps('searchBase')}
              />
            </SimpleGrid>
            <TextInput label="Filter" {...form.getInputProps('userFilter')} />
            <SimpleGrid cols={{ base: 1, sm: 5 }} spacing="sm">
              <TextInput label="Login attribute" {...form.getInputProps('attributes.login')} />
              <TextInput label="First name attribute" {...form.getInputProps('attributes.firstName')} />
              <TextInput label="Last name attribute" {...form.getInputProps('attributes.lastName')} />
              <TextInput label="E-mail attribute" {...form.getInputProps('attributes.email')} />
              <TextInput label="Permanent id attribute" {...form.getInputProps('attributes.id')} />
            </SimpleGrid>
          </Stack>
        </Panel>
        <Panel title="Schedule">
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
            <Select
              label="Synchronise users"
              data={FREQUENCIES}
              allowDeselect={false}
              {...form.getInputProps('schedule.frequency')}
            />
            {form.values.schedule.frequency === 'HOURLY' && (
              <NumberInput label="Interval in hours" min={1} max={168} {...form.getInputProps('schedule.everyHours')} />
            )}
            {form.values.schedule.frequency === 'DAILY' && (
              <TextInput label="At (UTC)" placeholder="03:30" {...form.getInputProps('schedule.at')} />
            )}
          </SimpleGrid>
        </Panel>
        <Refused error={save.error} />
        <SaveOrDiscard
          label={isNew ? 'Set up the directory' : 'Save'}
          isPending={save.isPending}
          isDirty={form.isDirty()}
          onDiscard={form.reset}
        />
      </Stack>
    </form>
  );
}

function addressesIn(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
