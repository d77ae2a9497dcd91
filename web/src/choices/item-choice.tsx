// A field that chooses an item of the project's inventory. The server searches.
import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from '../elements/form-parts.tsx';
import { countText } from '../elements/quantities.ts';
import { itemsNamedQuery } from './queries.ts';

const TYPING_MS = 250;

export interface NamedItem {
  id: number;
  name: string;
}

interface ItemSelectProps {
  projectId: number;
  value: NamedItem | undefined;
  onChange: (item: NamedItem) => void;
  /** Given in a filter bar, where the user can clear the choice. Undefined in a form. */
  onClear?: () => void;
}

export function ItemSelect({ projectId, value, onChange, onClear }: ItemSelectProps) {
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), TYPING_MS);
  const found = useQuery(itemsNamedQuery(projectId, words === value?.name ? '' : words));
  const rows: NamedItem[] = found.data?.rows ?? [];
  const more = (found.data?.total ?? 0) - rows.length;
  const shown = value && !rows.some(({ id }) => id === value.id) ? [...rows, value] : rows;
  return (
    <>
      <Select
        {...(onClear
          ? { 'aria-label': 'Item', placeholder: 'All items', clearable: true, w: 240 }
          : {
              label: 'Item',
              placeholder: 'Part of its name',
              description: more > 0 ? `${countText(more)} more items match. Type more of the name.` : undefined,
              'data-autofocus': true,
            })}
        data={shown.map(({ id, name }) => ({ value: String(id), label: name }))}
        // The server has filtered already.
        filter={({ options }) => options}
        value={value ? String(value.id) : null}
        onChange={(id) => {
          const chosen = rows.find((row) => String(row.id) === id);
          if (chosen) onChange({ id: chosen.id, name: chosen.name });
          else if (id === null) onClear?.();
        }}
        onSearchChange={setTyped}
        rightSection={found.isFetching ? <Loader size={14} /> : undefined}
        nothingFoundMessage="No item found"
        allowDeselect={false}
        searchable
        openOnFocus={false}
      />
      <Refused error={found.error} />
    </>
  );
}
