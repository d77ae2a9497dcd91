// The dialog of Apply Policy. It names the decisions of people that the policy would overturn; keeping them is preselected.
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { Waiting } from '../elements/page-state.tsx';
import { countOf, countText } from '../elements/quantities.ts';
import { useApplyPolicy } from '../policies/queries.ts';
import { policyPreviewQuery } from './queries.ts';
import classes from './standing.module.css';

const MODAL = 'apply-policy';

export function openApplyPolicy(project: { id: number; policyProfileName: string }): void {
  modals.open({
    modalId: MODAL,
    title: `Apply ${project.policyProfileName}`,
    size: 'lg',
    children: <ApplyPolicy project={project} />,
  });
}

export function ApplyPolicy({ project }: { project: { id: number; policyProfileName: string } }) {
  const preview = useQuery(policyPreviewQuery(project.id));
  const apply = useApplyPolicy();
  const [keeps, setKeeps] = useState(true);
  if (!preview.isSuccess) return <Waiting query={preview} rows={4} title="The preview could not be made" />;
  const { rows, total } = preview.data;
  const submit = () =>
    apply.mutate(
      { projectId: project.id, keepManualStatuses: keeps },
      {
        onSuccess: () => {
          modals.close(MODAL);
          notifyDone(`Published items are reviewed by ${project.policyProfileName} in the background.`);
        },
      },
    );
  return (
    <>
      <Text size="sm" mb="sm">
        {total === 0
          ? 'The policy overturns no decision of a person.'
          : `${countOf(total, 'decision')} of people ${total === 1 ? 'differs' : 'differ'} from the policy:`}
      </Text>
      {total > 0 && (
        <ul className={classes.listed}>
          {rows.map(({ inventoryId, inventoryName, status, decidedBy, policyDecision, reasons }) => (
            <li key={inventoryId}>
              <Text size="sm" span>
                {inventoryName}: {status} by {decidedBy || 'a person'}, would be {policyDecision}. {reasons.join(' ')}
              </Text>
            </li>
          ))}
          {total > rows.length && <li>and {countText(total - rows.length)} more</li>}
        </ul>
      )}
      <Checkbox
        label="Keep the statuses that people set"
        checked={keeps}
        onChange={(event) => setKeeps(event.currentTarget.checked)}
        mb="md"
      />
      <Refused error={apply.error} />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => modals.close(MODAL)}>
          Cancel
        </Button>
        <Button color={keeps || total === 0 ? undefined : 'red'} loading={apply.isPending} onClick={submit}>
          {keeps || total === 0 ? 'Apply the policy' : `Apply and overturn ${countOf(total, 'decision')}`}
        </Button>
      </Group>
    </>
  );
}
