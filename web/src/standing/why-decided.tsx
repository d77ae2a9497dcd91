// Why an item has its status, in one sentence, with the decision from which it follows.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { whyQuery } from './carried-queries.ts';
import { Original } from './proposals.tsx';
import classes from './standing.module.css';

export function WhyDecided({ inventoryId }: { inventoryId: number }) {
  const { data } = useQuery(whyQuery(inventoryId));
  if (data === undefined) return null;
  return (
    <Text size="sm" c="dimmed" className={classes.why} data-testid="why-decided">
      {data.sentence} {data.original && <Original proposal={data.original} />}
    </Text>
  );
}
