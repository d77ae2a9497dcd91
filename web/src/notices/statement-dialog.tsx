// The dialog that edits the selected statements: removes them, replaces them (several by one text: merges them), or
// adds one.
import { Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { StatementEdit } from '../api/models.ts';
import type { NamedItem } from '../choices/item-choice.tsx';
import { Buttons, Refused } from '../elements/form-parts.tsx';
import { useEditStatements } from './queries.ts';

export type Deed = 'strike' | 'replace' | 'add';
const MODAL = 'statements';
const close = () => modals.close(MODAL);

const TITLES = { strike: 'Remove statements', replace: 'Edit or merge statements', add: 'Add a statement' } as const;

interface StatementDialogProps {
  projectId: number;
  deed: Deed;
  statements: string[];
  /** The item whose statements are shown. The edit may apply to it alone. */
  item?: NamedItem;
  onDone: () => void;
}

export function openStatementDialog(props: StatementDialogProps): void {
  modals.open({ modalId: MODAL, title: TITLES[props.deed], size: 'lg', children: <StatementDialog {...props} /> });
}

export function StatementDialog({ projectId, deed, statements, item, onDone }: StatementDialogProps) {
  const edit = useEditStatements(projectId);
  const [isForItem, setForItem] = useState(item !== undefined);
  const [value, setValue] = useState(deed === 'replace' ? (statements[0] ?? '') : '');
  const [reason, setReason] = useState('');
  const isReady = deed === 'strike' || value.trim() !== '';
  const scope = item && isForItem ? { inventoryId: item.id } : {};
  const edits = (): StatementEdit[] =>
    deed === 'add'
      ? [{ statement: value, action: 'add', value, reason, ...scope }]
      : statements.map((statement) => ({
          ...{ statement, action: deed, reason, ...scope },
          ...(deed === 'replace' ? { value } : {}),
        }));
  const submit = () =>
    edit.mutate(edits(), {
      onSuccess: () => {
        close();
        onDone();
      },
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) submit();
      }}
    >
      <Stack gap="sm">
        {statements.length > 0 && (
          <ul>
            {statements.map((statement) => (
              <li key={statement}>{statement}</li>
            ))}
          </ul>
        )}
        {deed === 'strike' && (
          <Text size="sm">The report does not print them. The end of the report lists who removed them, and why.</Text>
        )}
        {deed !== 'strike' && (
          <Textarea
            label={deed === 'add' ? 'Statement' : 'Printed instead'}
            required
            autosize
            data-autofocus
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
        {deed === 'add' && !item && (
          <Text size="sm">
            The report prints it once, for the whole product. To add a statement to an item, first filter the list by
            the item.
          </Text>
        )}
        {item && (
          <Radio.Group
            label="Applies to"
            value={isForItem ? 'item' : 'project'}
            onChange={(scope) => setForItem(scope === 'item')}
          >
            <Stack gap={6} mt={4}>
              <Radio value="item" label={`Only this item: ${item.name}`} />
              <Radio
                value="project"
                label={deed === 'add' ? 'The whole product' : 'All items of the project with this statement'}
              />
            </Stack>
          </Radio.Group>
        )}
        <TextInput label="Reason" value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
        <Refused error={edit.error} />
        <Buttons action={TITLES[deed]} isPending={edit.isPending} isReady={isReady} onCancel={close} />
      </Stack>
    </form>
  );
}
