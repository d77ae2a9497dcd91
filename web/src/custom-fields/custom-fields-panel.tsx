// Administration: the custom fields of projects and of inventory items. Fields cannot be deleted, because projects and
// items have values for them.

import { Button } from '@mantine/core';
import { IconForms, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CustomField } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import classes from '../elements/page.module.css';
import { PageHead } from '../elements/page-head.tsx';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { RowAction } from '../elements/row-action.tsx';
import { kindName, openField, openNewField } from './custom-field-forms.tsx';
import { customFieldsQuery, type FieldScope } from './queries.ts';

const CHOICES_SHOWN = 8;
const SCOPES = [
  {
    scope: 'PROJECT',
    title: 'Project fields',
    most: 30,
    where: 'Project administrators enter the values on the Summary tab of a project.',
  },
  {
    scope: 'INVENTORY',
    title: 'Inventory item fields',
    most: 5,
    where: 'Analysts and reviewers enter the values on the Notices & notes tab of an item.',
  },
] as const satisfies { scope: FieldScope; title: string; most: number; where: string }[];

export function CustomFieldsPanel() {
  const fields = useQuery(customFieldsQuery);
  return (
    <div className={classes.column}>
      <PageHead
        title="Custom fields"
        intro="Additional fields of projects and inventory items. A field cannot be deleted, because it may have values. You can disable it."
      />
      {!fields.isSuccess ? (
        <Waiting query={fields} rows={4} title="The custom fields could not be loaded" />
      ) : (
        SCOPES.map((one) => (
          <ScopePanel key={one.scope} {...one} fields={fields.data.filter(({ scope }) => scope === one.scope)} />
        ))
      )}
    </div>
  );
}

type ScopePanelProps = (typeof SCOPES)[number] & { fields: CustomField[] };

function ScopePanel({ scope, title, most, where, fields }: ScopePanelProps) {
  const isFull = fields.length >= most;
  return (
    <Panel
      isFlush
      title={`${title}: ${fields.length} of at most ${most}`}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={15} />}
          disabled={isFull}
          title={isFull ? `There can be at most ${most}, including disabled fields.` : undefined}
          onClick={() => openNewField(scope)}
        >
          {scope === 'PROJECT' ? 'New project field' : 'New inventory field'}
        </Button>
      }
    >
      {fields.length === 0 ? (
        <Empty icon={<IconForms />} title="No fields yet">
          {where}
        </Empty>
      ) : (
        <FieldTable fields={fields} />
      )}
    </Panel>
  );
}

function FieldTable({ fields }: { fields: CustomField[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Label</th>
          <th scope="col">Type</th>
          <th scope="col">Help text</th>
          <th scope="col">Status</th>
          <th scope="col" aria-label="Actions" />
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.id}>
            <td>{field.fieldLabel}</td>
            <td>
              {kindName(field.type)}
              {field.choices.length > 0 && `: ${choicesText(field.choices)}`}
            </td>
            <td>{field.helpText}</td>
            <td>
              <State field={field} />
            </td>
            <td>
              <div className={classes.cellActions}>
                <RowAction label="Edit" name={`Edit ${field.fieldLabel}`} onClick={() => openField(field)}>
                  <IconPencil size={15} />
                </RowAction>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function State({ field }: { field: CustomField }) {
  if (!field.enabled) return <Label tone="wait">Disabled</Label>;
  return field.visible ? <Label tone="good">Enabled</Label> : <Label tone="notice">API only</Label>;
}

function choicesText(choices: readonly string[]): string {
  const more = choices.length - CHOICES_SHOWN;
  return `${choices.slice(0, CHOICES_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
