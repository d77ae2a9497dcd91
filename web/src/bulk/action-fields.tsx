// What a decision about many rows needs: the fields that change, the assignee, or the item to which files are added.
import { Select, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BulkItemOrder } from '../api/models.ts';
import { ItemSelect } from '../choices/item-choice.tsx';
import { licensesQuery } from '../choices/library-queries.ts';
import { UserChoice } from '../choices/user-choice.tsx';
import { INVENTORY_PRIORITY_WORDS, optionsOf, TASK_PRIORITY_WORDS } from '../elements/words.ts';
import { useMayIn } from '../project/queries.ts';
import type { BulkAction, OrderParts } from './actions.ts';
import { AnalysisChoice } from './analysis-choice.tsx';
import type { BulkScope } from './queries.ts';

interface FieldsProps {
  projectId: BulkScope;
  action: BulkAction;
  parts: Omit<OrderParts, 'rows' | 'reason'>;
  onChange: (part: Partial<OrderParts>) => void;
}

export function ActionFields({ projectId, action, parts, onChange }: FieldsProps) {
  if (action === 'SUPPRESS' || action === 'ANALYZE')
    return <AnalysisChoice action={action} parts={parts} onChange={onChange} />;
  // All other actions are about rows of one project.
  if (projectId === null) return null;
  if (action === 'CHANGE')
    return (
      <ChangeFields projectId={projectId} change={parts.change ?? {}} onChange={(change) => onChange({ change })} />
    );
  if (action === 'PRIORITIZE_TASKS')
    return (
      <Select
        label="Priority"
        data={TASK_PRIORITIES}
        value={parts.taskPriority ?? null}
        onChange={(value) => onChange({ taskPriority: value as OrderParts['taskPriority'] })}
      />
    );
  if (action === 'ASSIGN' || action === 'REASSIGN_TASKS')
    return (
      <UserChoice
        label="Assignee"
        description={action === 'ASSIGN' ? 'Gets the open tasks of the items.' : 'Gets the marked tasks that are open.'}
        isClearable={false}
        value={parts.owner}
        onChange={(owner) => onChange({ owner })}
      />
    );
  if (action === 'TIE' || action === 'UNTIE')
    return <ItemSelect projectId={projectId} value={parts.item} onChange={(item) => onChange({ item })} />;
  return null;
}

type Change = NonNullable<BulkItemOrder['change']>;

const PRIORITIES = optionsOf(INVENTORY_PRIORITY_WORDS);
const TASK_PRIORITIES = optionsOf(TASK_PRIORITY_WORDS);
const ANSWERS = [
  { value: 'UNKNOWN', label: 'Unknown' },
  { value: 'YES', label: 'Yes' },
  { value: 'NO', label: 'No' },
];
const USAGE: { field: keyof Change; label: string; data: { value: string; label: string }[] }[] = [
  {
    field: 'distribution',
    label: 'Distribution',
    data: [
      { value: 'UNKNOWN', label: 'Unknown' },
      { value: 'INTERNAL', label: 'Internal' },
      { value: 'EXTERNAL', label: 'External' },
      { value: 'HOSTED', label: 'Hosted' },
      { value: 'HOSTED_ANY', label: 'Hosted, for anybody' },
      { value: 'HOSTED_INTERNAL', label: 'Hosted, internal' },
      { value: 'HOSTED_EXTERNAL', label: 'Hosted, external' },
    ],
  },
  {
    field: 'linking',
    label: 'Linking',
    data: [
      { value: 'UNKNOWN', label: 'Unknown' },
      { value: 'NOT_LINKED', label: 'Not linked' },
      { value: 'STATIC', label: 'Static' },
      { value: 'DYNAMIC', label: 'Dynamic' },
    ],
  },
  { field: 'partOfProduct', label: 'Part of the product', data: ANSWERS },
  { field: 'modified', label: 'Modified', data: ANSWERS },
  { field: 'encryption', label: 'Encryption', data: ANSWERS },
  {
    field: 'disclosed',
    label: 'Disclosed',
    data: ANSWERS.filter(({ value }) => value !== 'UNKNOWN'),
  },
];

interface ChangeProps {
  projectId: number;
  change: Change;
  onChange: (change: Change) => void;
}

function ChangeFields({ projectId, change, onChange }: ChangeProps) {
  const may = useMayIn(projectId);
  const licenses = useQuery({ ...licensesQuery, enabled: may('EDIT_INVENTORY') });
  const set = (field: keyof Change, value: string | null) => {
    const { [field]: _, ...others } = change;
    const sent = field === 'licenseId' ? Number(value) : value;
    onChange(value === null ? others : ({ ...others, [field]: sent } as Change));
  };
  return (
    <SimpleGrid cols={2} spacing="sm" verticalSpacing={8}>
      {may('EDIT_INVENTORY') && (
        <Select
          label="License"
          placeholder="As it is"
          data={(licenses.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={change.licenseId === undefined ? null : String(change.licenseId)}
          onChange={(value) => set('licenseId', value)}
          searchable
          clearable
          limit={50}
          nothingFoundMessage="No such license"
          data-autofocus
        />
      )}
      {may('SET_PRIORITY') && (
        <Select
          label="Priority"
          placeholder="As it is"
          data={PRIORITIES}
          value={change.priority ?? null}
          onChange={(value) => set('priority', value)}
          clearable
        />
      )}
      {may('EDIT_INVENTORY') &&
        USAGE.map(({ field, label, data }) => (
          <Select
            key={field}
            label={label}
            placeholder="As it is"
            data={data}
            value={change[field] === undefined ? null : String(change[field])}
            onChange={(value) => set(field, value)}
            clearable
          />
        ))}
    </SimpleGrid>
  );
}
