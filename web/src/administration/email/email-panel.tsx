// Administration: how mails are sent, errors in templates, and the state of sent mails.

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
import type { EmailTemplate } from '../../api/models.ts';
import { Refused, SaveOrDiscard } from '../../elements/form-parts.tsx';
import { notifyDone, notifyRefused } from '../../elements/notify.ts';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { OutboxPanel } from './outbox-panel.tsx';
import { type EditedEmailSettings, emailQuery, useSaveEmail, useTestEmail } from './queries.ts';

const SECURITIES = [
  { value: 'STARTTLS', label: 'STARTTLS: encrypted after a greeting' },
  { value: 'TLS', label: 'TLS: encrypted from the start' },
  { value: 'NONE', label: 'None: not encrypted' },
];

export function EmailPanel() {
  const settings = useQuery(emailQuery);
  if (!settings.isSuccess) return <Waiting query={settings} title="The e-mail settings could not be loaded" />;
  const { templates, ...values } = settings.data;
  return (
    <div className={classes.column}>
      <PageHead
        title="E-mail"
        intro="Assay sends mails about tasks, scans, items to review, and accounts. It sends no mail until you set this up."
      >
        {values.host !== '' && <TestButton />}
      </PageHead>
      <SettingsForm key={settings.dataUpdatedAt} settings={values} />
      <TemplateProblems templates={templates} />
      <OutboxPanel />
    </div>
  );
}

function TestButton() {
  const test = useTestEmail();
  const send = () =>
    test.mutate(undefined, {
      onSuccess: ({ message }) => notifyDone(message),
      onError: (error) => notifyRefused('The test mail was not sent', error),
    });
  return (
    <Button variant="default" loading={test.isPending} onClick={send}>
      Send me a test mail
    </Button>
  );
}

function SettingsForm({ settings }: { settings: EditedEmailSettings }) {
  const save = useSaveEmail(settings);
  const form = useForm({
    initialValues: { ...settings, enabled: settings.enabled || settings.host === '' },
    validate: {
      host: (host) => (host.trim() === '' ? 'Enter the mail server, such as mail.example.org.' : null),
      fromAddress: (address) => (/^\S+@\S+$/.test(address) ? null : 'Enter an address such as assay@example.org.'),
      baseUrl: (url) => (/^https?:\/\/\S+$/i.test(url) ? null : 'Enter an address such as https://assay.example.org.'),
    },
  });
  const submit = form.onSubmit((values) =>
    save.mutate(values, { onSuccess: () => notifyDone('The e-mail settings were saved.') }),
  );
  const isNew = settings.host === '';
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Panel title="Mail server">
          <Stack gap="sm">
            <Checkbox label="Send e-mails" {...form.getInputProps('enabled', { type: 'checkbox' })} />
            <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
              <TextInput label="Host" placeholder="mail.example.org" {...form.getInputProps('host')} />
              <NumberInput label="Port" min={1} max={65_535} {...form.getInputProps('port')} />
              <Select label="Security" data={SECURITIES} allowDeselect={false} {...form.getInputProps('security')} />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              <TextInput
                label="User"
                description="Blank if the server needs no sign-in"
                {...form.getInputProps('user')}
              />
              <PasswordInput
                label="Password"
                description="Enter it again if you change the host, the security or the user"
                autoComplete="new-password"
                {...form.getInputProps('password')}
              />
            </SimpleGrid>
            <Textarea
              label="Certificates to trust (PEM)"
              description="In addition to the certificate authorities that the server already trusts."
              autosize
              minRows={1}
              maxRows={8}
              {...form.getInputProps('trustedCertificates')}
            />
          </Stack>
        </Panel>
        <Panel title="Mails">
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
            <TextInput label="From address" placeholder="assay@example.org" {...form.getInputProps('fromAddress')} />
            <TextInput label="From name" {...form.getInputProps('fromName')} />
            <TextInput
              label="Address of this web page"
              placeholder={location.origin}
              {...form.getInputProps('baseUrl')}
            />
          </SimpleGrid>
        </Panel>
        <Refused error={save.error} />
        <SaveOrDiscard
          label={isNew ? 'Set up mails' : 'Save'}
          isPending={save.isPending}
          isDirty={form.isDirty()}
          isReady={form.isDirty() || isNew}
          onDiscard={form.reset}
        />
      </Stack>
    </form>
  );
}

/** Lists template files with errors. Mails are sent all the same. */
function TemplateProblems({ templates }: { templates: EmailTemplate[] }) {
  const wrong = templates.filter(({ problems }) => problems.length > 0);
  if (wrong.length === 0) return null;
  return (
    <Panel title="Templates with errors">
      <Stack gap={6}>
        {wrong.map(({ name, problems }) => (
          <Alert key={name} color="brass" variant="light" title={`${name}.html`}>
            <ul className={classes.list}>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </Alert>
        ))}
      </Stack>
    </Panel>
  );
}
