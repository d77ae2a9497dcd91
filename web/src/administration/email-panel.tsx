// Administration: how mails are sent, what is wrong with templates, and what became of mails.
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
import { Refused, SaveOrDiscard } from '../elements/form-parts.tsx';
import { tellDone, tellRefused } from '../elements/notify.ts';
import { Failed, LoadingRows } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import classes from './administration-page.module.css';
import { type EmailSettings, type EmailTemplate, emailQuery, useSaveEmail, useTestEmail } from './email-queries.ts';
import { OutboxPanel } from './outbox-panel.tsx';

const SECURITIES = [
  { value: 'STARTTLS', label: 'STARTTLS: encrypted after a greeting' },
  { value: 'TLS', label: 'TLS: encrypted from the start' },
  { value: 'NONE', label: 'None: in the clear' },
];

export function EmailPanel() {
  const settings = useQuery(emailQuery);
  if (settings.isPending) return <LoadingRows />;
  if (settings.isError)
    return (
      <Failed
        error={settings.error}
        onRetry={() => settings.refetch()}
        title="The settings of mails could not be shown"
      />
    );
  const { templates, ...values } = settings.data;
  return (
    <div className={classes.column}>
      <div className={classes.bar}>
        <h1 className={classes.title}>E-mail</h1>
        {values.host !== '' && <TestButton />}
      </div>
      <p className={classes.intro}>
        People are mailed about their tasks, scans, inventory to review and accounts. Nothing is mailed until this is
        set up.
      </p>
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
      onSuccess: ({ message }) => tellDone(message),
      onError: (error) => tellRefused('The test mail was not sent', error),
    });
  return (
    <Button variant="default" loading={test.isPending} onClick={send}>
      Send me a test mail
    </Button>
  );
}

function SettingsForm({ settings }: { settings: EmailSettings }) {
  const save = useSaveEmail(settings);
  const form = useForm({
    initialValues: { ...settings, enabled: settings.enabled || settings.host === '' },
    validate: {
      host: (host) => (host.trim() === '' ? 'The mail server, such as mail.example.org.' : null),
      fromAddress: (address) => (/^\S+@\S+$/.test(address) ? null : 'An address like assay@example.org.'),
      baseUrl: (url) => (/^https?:\/\/\S+$/i.test(url) ? null : 'An address like https://assay.example.org.'),
    },
  });
  const submit = form.onSubmit((values) =>
    save.mutate(values, { onSuccess: () => tellDone('The settings of mails were saved.') }),
  );
  const isNew = settings.host === '';
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Panel title="Mail server">
          <Stack gap="sm">
            <Checkbox label="Mails are made and sent" {...form.getInputProps('enabled', { type: 'checkbox' })} />
            <SimpleGrid cols={3} spacing="sm">
              <TextInput label="Host" placeholder="mail.example.org" {...form.getInputProps('host')} />
              <NumberInput label="Port" min={1} max={65_535} {...form.getInputProps('port')} />
              <Select label="Security" data={SECURITIES} allowDeselect={false} {...form.getInputProps('security')} />
            </SimpleGrid>
            <SimpleGrid cols={2} spacing="sm">
              <TextInput
                label="Sign in as"
                description="Blank when the server asks for no name"
                {...form.getInputProps('user')}
              />
              <PasswordInput
                label="Password"
                description="To be given again when server, security or name change"
                autoComplete="new-password"
                {...form.getInputProps('password')}
              />
            </SimpleGrid>
            <Textarea
              label="Certificates to trust (PEM)"
              description="Besides the well-known authorities."
              autosize
              minRows={1}
              maxRows={8}
              {...form.getInputProps('trustedCertificates')}
            />
          </Stack>
        </Panel>
        <Panel title="Mails">
          <SimpleGrid cols={3} spacing="sm">
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

/** Files of the administrator that are not right; the mails go out all the same. */
function TemplateProblems({ templates }: { templates: EmailTemplate[] }) {
  const wrong = templates.filter(({ problems }) => problems.length > 0);
  if (wrong.length === 0) return null;
  return (
    <Panel title="Templates that are not right">
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
