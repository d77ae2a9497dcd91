// Why an item has its status, in one sentence, with the decision from which it follows.
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { whyQuery } from './carried-queries.ts';
import { Original } from './proposals.tsx';
import { openReach } from './review-reach.tsx';
import classes from './standing.module.css';

interface WhyProps {
  inventoryId: number;
  /** Whether the viewer may let the review reach further. */
  mayReach: boolean;
}

export function WhyDecided({ inventoryId, mayReach }: WhyProps) {
  const { data } = useQuery(whyQuery(inventoryId));
  if (data === undefined) return null;
  return (
    <Text size="sm" c="dimmed" className={classes.why} data-testid="why-decided">
      {data.sentence} {data.original && <Original proposal={data.original} />}{' '}
      {mayReach && data.status !== 'Draft' && (
        <Anchor component="button" size="sm" onClick={() => openReach(inventoryId)}>
          Let it reach further…
        </Anchor>
      )}
    </Text>
  );
}
