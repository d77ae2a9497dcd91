// Filters the inventory by a custom field and a part of its value. Shows nothing if items have no custom fields.
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { shownFields } from '../custom-fields/field-values.ts';
import { customFieldsQuery } from '../custom-fields/queries.ts';
import { SearchInput } from '../elements/search-input.tsx';
import type { InventorySearch } from './search.ts';

interface FieldFilterProps {
  filter: Pick<InventorySearch, 'field' | 'value'>;
  onChange: (what: Pick<InventorySearch, 'field' | 'value'>) => void;
}

export function FieldFilter({ filter, onChange }: FieldFilterProps) {
  const definitions = useQuery(customFieldsQuery);
  const fields = shownFields(definitions.data ?? [], 'INVENTORY');
  if (fields.length === 0) return null;
  const chosen = fields.find(({ id }) => id === filter.field);
  return (
    <>
      <Select
        size="xs"
        aria-label="Custom field"
        placeholder="Any custom field"
        data={fields.map(({ id, fieldLabel }) => ({ value: String(id), label: fieldLabel }))}
        clearable
        value={chosen ? String(chosen.id) : null}
        onChange={(id) => onChange({ field: id === null ? undefined : Number(id), value: undefined })}
        w={150}
      />
      {chosen &&
        (chosen.choices.length > 0 ? (
          <Select
            size="xs"
            aria-label={`Value of ${chosen.fieldLabel}`}
            placeholder="Any value"
            data={chosen.choices}
            clearable
            value={filter.value ?? null}
            onChange={(value) => onChange({ field: chosen.id, value: value ?? undefined })}
            w={150}
          />
        ) : (
          <SearchInput
            size="xs"
            w={150}
            label={`Value of ${chosen.fieldLabel}`}
            placeholder="Any value"
            find={filter.value ?? ''}
            onFind={(value) => onChange({ field: chosen.id, value: value || undefined })}
          />
        ))}
    </>
  );
}
