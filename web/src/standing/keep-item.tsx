// The dialog in which a person keeps an item whose evidence is gone, and says why.
import { Button, Group, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { useKeep } from './queries.ts';

const MODAL = 'keep-item';

export function openKeep(item: { id: number; name: string }): void {
  modals.open({ modalId: MODAL, title: `Keep ${item.name}?`, children: <KeepItem item={item} /> });
}

function KeepItem({ item }: { item: { id: number; name: string } }) {
  const keep = useKeep();
  const form = useForm({
    initialValues: { why: '' },
    validate: { why: (why) => (why.trim() === '' ? 'Say why it is in the product.' : null) },
  });
  const submit = form.onSubmit(({ why }) =>
    keep.mutate(
      { inventoryId: item.id, why },
      {
        onSuccess: () => {
          modals.close(MODAL);
          notifyDone(`${item.name} counts without evidence.`);
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Text size="sm" mb="sm">
        No scan finds it in the code any more. If you keep it, it counts again in figures, vulnerabilities, notices,
        reports and policies, until somebody withdraws this decision.
      </Text>
      <Textarea
        label="Why is it still in the product?"
        autosize
        minRows={3}
        data-autofocus
        mb="md"
        {...form.getInputProps('why')}
      />
      <Refused error={keep.error} />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => modals.close(MODAL)}>
          Cancel
        </Button>
        <Button type="submit" loading={keep.isPending}>
          Keep it
        </Button>
      </Group>
    </form>
  );
}
