// The dialog that switches a package registry on or off, and holds its address and sign-in.
import { Checkbox, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import type { Registry } from '../../api/models.ts';
import { Buttons, Refused } from '../../elements/form-parts.tsx';
import { Waiting } from '../../elements/page-state.tsx';
import { registryQuery, useChangeRegistry } from './queries.ts';

const MODAL = 'registry';
const close = () => modals.close(MODAL);

export function openEditRegistry({ name, title }: Registry): void {
  modals.open({ modalId: MODAL, title, size: 'lg', children: <Edit name={name} /> });
}

function Edit({ name }: { name: Registry['name'] }) {
  const registry = useQuery(registryQuery(name));
  if (!registry.isSuccess) return <Waiting query={registry} rows={4} title="The registry could not be loaded" />;
  return <RegistryForm registry={registry.data} onClose={close} />;
}

export function RegistryForm({ registry, onClose }: { registry: Registry; onClose: () => void }) {
  const change = useChangeRegistry(registry);
  const { isAsked, baseAddress, userName, secret } = registry;
  const form = useForm({
    initialValues: { isAsked, baseAddress, userName, secret },
    validate: {
      baseAddress: (address) =>
        address === '' || /^https?:\/\/\S+$/i.test(address)
          ? null
          : 'Enter an address that begins with http:// or https://.',
    },
  });
  return (
    <form onSubmit={form.onSubmit((input) => change.mutate(input, { onSuccess: onClose }))} noValidate>
      <Stack gap="sm">
        <Checkbox
          label="Scans use this registry"
          description="The registry learns the names of your dependencies. The scan profile of a project says whether scans ask for direct dependencies only or for all."
          {...form.getInputProps('isAsked', { type: 'checkbox' })}
        />
        <TextInput
          label="Address"
          description="A mirror of your own, for example. Blank: the public server."
          placeholder={registry.publicAddress}
          {...form.getInputProps('baseAddress')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput
            label="User"
            description="Blank if the server expects a token."
            autoComplete="off"
            {...form.getInputProps('userName')}
          />
          <PasswordInput
            label="Password or token"
            description="Blank for none."
            autoComplete="new-password"
            {...form.getInputProps('secret')}
          />
        </SimpleGrid>
        <Refused error={change.error} />
        <Buttons action="Save" isPending={change.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
