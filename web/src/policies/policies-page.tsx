// Policies: what the organisation approves and rejects. Everybody may read them; users with the right to edit policies
// change them here.

import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { PolicySummary } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { CellButton } from '../elements/cell-button.tsx';
import classes from '../elements/page.module.css';
import { PageHead } from '../elements/page-head.tsx';
import { Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { RowAction } from '../elements/row-action.tsx';
import { useSystemPermission } from '../session/session.ts';
import { openDeletePolicy, openNewPolicy, openPolicy } from './policy-forms.tsx';
import { policiesQuery } from './queries.ts';

export function PoliciesPage() {
  const policies = useQuery(policiesQuery);
  const mayEdit = useSystemPermission('edit_policy');
  return (
    <div className={classes.padded}>
      <div className={classes.column}>
        <PageHead
          title="Policies"
          intro="A policy approves or rejects published items by its rules. Select the policy of a project in the settings of the project."
        >
          {mayEdit && (
            <Button leftSection={<IconPlus size={15} />} onClick={openNewPolicy}>
              New policy
            </Button>
          )}
        </PageHead>
        <Panel isFlush>
          {!policies.isSuccess ? (
            <Waiting query={policies} rows={3} title="The policies could not be loaded" />
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
          <th scope="col" aria-label="Default" />
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
            <td>{policy.default && <Label tone="good">Default</Label>}</td>
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
