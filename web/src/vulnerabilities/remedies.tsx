// Shows which dependencies to upgrade to fix vulnerabilities, how sure this is, and what is unknown.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Remedy } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { Refused } from '../elements/form-parts.tsx';
import { Waiting } from '../elements/page-state.tsx';
import { itemRemediesQuery, useAskRemedies } from './queries.ts';
import classes from './vulnerabilities.module.css';

const OUTCOMES: Record<Remedy['outcome'], { tone: 'good' | 'notice' | 'wait' | 'bad'; text: string }> = {
  RAISE: { tone: 'good', text: 'Upgrade' },
  REFRESH: { tone: 'good', text: 'Update the lockfile' },
  PARTLY: { tone: 'notice', text: 'Partly fixed by an upgrade' },
  NONE: { tone: 'bad', text: 'No fix known' },
  UNTOLD: { tone: 'wait', text: 'Fix unknown' },
};
const PROOFS: Record<Remedy['raises'][number]['proof'], string> = {
  LOCKFILE: 'confirmed by the lockfile',
  REGISTRY: 'confirmed by the registry',
  ADVISORY: 'according to the advisory',
  NONE: '',
};

interface ItemRemedyProps {
  itemId: number;
  projectId: number;
  mayAsk: boolean;
}

export function ItemRemedy({ itemId, projectId, mayAsk }: ItemRemedyProps) {
  const remedies = useQuery(itemRemediesQuery(itemId));
  const ask = useAskRemedies(itemId);
  if (!remedies.isSuccess) return <Waiting query={remedies} rows={2} title="The remedy could not be computed" />;
  const [remedy] = remedies.data;
  if (remedy === undefined) return null;
  const isUnknown = remedy.raises.some(({ outcome }) => outcome === 'UNTOLD');
  return (
    <section aria-label="Remedy" className={classes.remedy}>
      <RemedyWords remedy={remedy} projectId={projectId} />
      <Refused error={ask.error} />
      {isUnknown && mayAsk && (
        <Group>
          <Button size="compact-xs" variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
            Ask the package registry
          </Button>
        </Group>
      )}
    </section>
  );
}

export function RemedyWords({ remedy, projectId }: { remedy: Remedy; projectId: number }) {
  const { tone, text } = OUTCOMES[remedy.outcome];
  return (
    <Stack gap={4}>
      <Group gap={8}>
        <Label tone={tone}>{text}</Label>
        <Text size="sm" fw={600}>
          {remedy.words}
        </Text>
      </Group>
      <ul className={classes.raises}>
        {remedy.raises.map((raise) => (
          <li key={raise.inventoryId}>
            <Link
              to="/projects/$projectId/inventory"
              params={{ projectId }}
              search={{ item: raise.inventoryId, tab: 'vulnerabilities' }}
            >
              {raise.inventoryName}
            </Link>
            {raise.toVersion !== '' && raise.toVersion !== raise.fromVersion && ` → ${raise.toVersion}`}
            {PROOFS[raise.proof] !== '' && `, ${PROOFS[raise.proof]}`}
            {raise.words !== remedy.words && <div>{raise.words}</div>}
          </li>
        ))}
      </ul>
    </Stack>
  );
}
