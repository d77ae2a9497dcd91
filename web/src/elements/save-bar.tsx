// Save and discard buttons. They appear when something in a form has changed.
import { Button, Group, Text } from '@mantine/core';
import { wordsOf } from '../api/client.ts';

export function SaveBar(props: { isDirty: boolean; isPending: boolean; error: unknown; onReset: () => void }) {
  if (!props.isDirty && !props.error) return null;
  return (
    <>
      {props.error ? (
        <Text size="sm" c="red" role="alert">
          {wordsOf(props.error)}
        </Text>
      ) : null}
      <Group gap={8}>
        <Button type="submit" size="compact-sm" loading={props.isPending} disabled={!props.isDirty}>
          Save
        </Button>
        <Button variant="default" size="compact-sm" onClick={props.onReset}>
          Discard
        </Button>
      </Group>
    </>
  );
}
