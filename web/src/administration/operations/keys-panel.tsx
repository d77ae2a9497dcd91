// The key that signs what this server exports, and the keys of others whose bundles of advisories it accepts.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '../../elements/copy.tsx';
import { required } from '../../elements/form-faults.ts';
import { ConfirmDelete, Refused } from '../../elements/form-parts.tsx';
import { notifyDone } from '../../elements/notify.ts';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { RowAction } from '../../elements/row-action.tsx';
import { advisoryKeysQuery, signingKeyQuery, useDistrustKey, useTrustKey } from './queries.ts';

const MODAL = 'advisory-key';
const close = () => modals.close(MODAL);

export function Keys() {
  return (
    <Panel title="Keys">
      <Stack gap="md">
        <SigningKey />
        <TrustedKeys />
      </Stack>
    </Panel>
  );
}

function SigningKey() {
  const key = useQuery(signingKeyQuery);
  if (!key.isSuccess) return <Waiting query={key} rows={1} title="The signing key could not be loaded" />;
  return (
    <div>
      <Text size="sm" fw={600}>
        Signs SBOMs and releases of this server
      </Text>
      <Group gap={6} wrap="nowrap" justify="space-between">
        <Text size="sm" className="mono" style={{ overflowWrap: 'anywhere' }}>
          {key.data.keyId}
        </Text>
        <div style={{ flex: 'none' }}>
          <CopyButton text={key.data.publicKey} label="Copy key" />
        </div>
      </Group>
    </div>
  );
}

function TrustedKeys() {
  const keys = useQuery(advisoryKeysQuery);
  if (!keys.isSuccess) return <Waiting query={keys} rows={2} title="The trusted keys could not be loaded" />;
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        Trusted for bundles of advisories
      </Text>
      {keys.data.length === 0 && <Text size="sm">None: bundles made by other installations are refused.</Text>}
      {keys.data.map(({ key }) => (
        <Group key={key} gap={6} justify="space-between" wrap="nowrap">
          <Text size="sm" className="mono" style={{ overflowWrap: 'anywhere' }}>
            {key}
          </Text>
          <RowAction
            label="No longer trust"
            name={`No longer trust the key ${key}`}
            isDangerous
            onClick={() => openDistrust(key)}
          >
            <IconTrash size={15} />
          </RowAction>
        </Group>
      ))}
      <TrustKey />
    </Stack>
  );
}

function openDistrust(key: string): void {
  modals.open({ modalId: MODAL, title: 'No longer trust this key?', children: <Distrust ofKey={key} /> });
}

function Distrust({ ofKey }: { ofKey: string }) {
  return (
    <ConfirmDelete
      text={`Bundles signed by ${ofKey} are refused from now on. What was imported stays.`}
      action="No longer trust"
      done="Bundles signed by this key are refused."
      remove={useDistrustKey(ofKey)}
      onClose={close}
    />
  );
}

function TrustKey() {
  const trust = useTrustKey();
  const form = useForm({ initialValues: { key: '' }, validate: { key: required } });
  const submit = form.onSubmit(({ key }) =>
    trust.mutate(key.trim(), {
      onSuccess: ({ message }) => {
        notifyDone(message);
        form.reset();
      },
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={6}>
        <Group gap={8} align="flex-end" wrap="nowrap">
          <TextInput
            style={{ flex: 1 }}
            label="Key"
            description="As “assay advisories bundle” prints it"
            {...form.getInputProps('key')}
          />
          <Button type="submit" variant="default" loading={trust.isPending}>
            Trust
          </Button>
        </Group>
        <Refused error={trust.error} />
      </Stack>
    </form>
  );
}
