// What the administration's forms share: the refusal in words, and the line of buttons.
import { Button, Group, Text } from '@mantine/core';
import { wordsOf } from '../api/client.ts';

export function Refused({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <Text size="sm" c="red" role="alert">
      {wordsOf(error)}
    </Text>
  );
}

interface ButtonsProps {
  action: string;
  isPending: boolean;
  isReady?: boolean;
  onCancel: () => void;
}

export function Buttons({ action, isPending, isReady = true, onCancel }: ButtonsProps) {
  return (
    <Group justify="flex-end" gap={8}>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isPending} disabled={!isReady}>
        {action}
      </Button>
    </Group>
  );
}
