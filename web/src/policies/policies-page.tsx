// Policies: what the house approves and rejects. Everybody may read them; who may edit policies changes them here.
import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import classes from '../administration/administration-page.module.css';
import { Label } from '../elements/badges.tsx';
import { CellButton } from '../elements/cell-button.tsx';
import { Failed, LoadingRows } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { RowAction } from '../elements/row-action.tsx';
import { useSystemPermission } from '../session/session.ts';
import { openDeletePolicy, openNewPolicy, openPolicy } from './policy-forms.tsx';
import { type PolicySummary, policiesQuery } from './queries.ts';

export function PoliciesPage() {
  const policies = useQuery(policiesQuery);
  const mayEdit = useSystemPermission('edit_policy');
  return (
    <div className={classes.content}>
      <div className={classes.column}>
        <div className={classes.bar}>
          <h1 className={classes.title}>Policies</h1>
          {mayEdit && (
            <Button leftSection={<IconPlus size={15} />} onClick={openNewPolicy}>
              New policy
            </Button>
          )}
        </div>
        <p className={classes.intro}>
          Published items are approved or rejected by the policy of their project, where one of its rules fits. Each
          project names its policy in its settings.
        </p>
        <Panel isFlush>
          {policies.isPending ? (
            <LoadingRows rows={3} />
          ) : policies.isError ? (
            <Failed error={policies.error} onRetry={() => policies.refetch()} title="The policies could not be shown" />
          ) : (
            <PolicyTable policies={policies.data} mayEdit={mayEdit} />
          )}
        </Panel>
      </div>
    </div>
  );
}

function PolicyTable({ policies, mayEdit }: { policies: PolicySummary[]; mayEdit: boolean }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Description</th>
          <th scope="col" aria-label="Marks" />
          <th scope="col" aria-label="Actions" />
        </tr>
      </thead>
      <tbody>
        {policies.map((policy) => (
          <tr key={policy.id}>
            <td>
              <CellButton onClick={() => openPolicy(policy, mayEdit)}>{policy.name}</CellButton>
            </td>
            <td>{policy.description}</td>
            <td>{policy.default && <Label tone="good">By default</Label>}</td>
            <td>
              {mayEdit && !policy.default && (
                <RowAction
                  label="Delete"
                  name={`Delete ${policy.name}`}
                  isDangerous
                  onClick={() => openDeletePolicy(policy)}
                >
                  <IconTrash size={15} />
                </RowAction>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
