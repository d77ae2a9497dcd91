// Above the inventory: search, review status, all other filters, and how the rows are grouped. Filters that are set stand as labels that can be removed.
import { Pill, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { customFieldsQuery } from '../custom-fields/queries.ts';
import { SearchInput } from '../elements/search-input.tsx';
import { useSame, useStable } from '../elements/stable.ts';
import { FiltersPopover } from '../table/more-filters.tsx';
import { FieldFilter } from './field-filter.tsx';
import {
  CHOICE_NAMES,
  CHOICES,
  type ChoiceName,
  GROUPINGS,
  TEXT_NAMES,
  TEXTS,
  type TextName,
  valuesOf,
  wordOf,
} from './filters.ts';
import classes from './inventory-tab.module.css';
import type { InventorySearch } from './search.ts';

const REVIEWS = [
  { value: '', label: 'All' },
  { value: 'Draft', label: 'Not reviewed' },
  { value: 'Approved', label: 'Approved' },
  { value: 'Rejected', label: 'Rejected' },
];

interface FilterProps {
  filter: InventorySearch;
  onChange: (what: InventorySearch) => void;
}

/** @param children further buttons at the end of the bar */
export function FilterBar({ filter, onChange, children }: FilterProps & { children: ReactNode }) {
  // Another selected row is no other filter.
  const { item: _item, row: _row, tab: _tab, group: _group, ...chosen } = filter;
  const shown = useSame<InventorySearch>(chosen);
  const acts = useStable({ change: onChange });
  return (
    <div className={classes.bar}>
      <Filters filter={shown} onChange={acts.change} />
      {children}
      <SetFilters filter={filter} onChange={onChange} />
    </div>
  );
}

const Filters = memo(({ filter, onChange }: FilterProps) => {
  return (
    <>
      <SearchInput
        size="xs"
        className={classes.search}
        label="Search the inventory"
        placeholder="Search by name ( / )"
        find={filter.find ?? ''}
        onFind={(find) => onChange({ find: find || undefined })}
      />
      <SegmentedControl
        size="xs"
        aria-label="Review status"
        data={REVIEWS}
        value={filter.review ?? ''}
        onChange={(review) => onChange({ review: (review || undefined) as InventorySearch['review'] })}
      />
      <MoreFilters filter={filter} onChange={onChange} />
      <Select
        size="xs"
        w={185}
        aria-label="Group by"
        placeholder="Not grouped"
        data={Object.entries(GROUPINGS).map(([value, label]) => ({ value, label: `By ${lowerFirst(label)}` }))}
        clearable
        value={filter.by ?? null}
        onChange={(by) =>
          onChange({ by: (by ?? undefined) as InventorySearch['by'], open: undefined, group: undefined })
        }
      />
    </>
  );
});

const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

const setCount = (filter: InventorySearch) =>
  [...CHOICE_NAMES, ...TEXT_NAMES].filter((name) => filter[name] !== undefined).length + (filter.field ? 1 : 0);

function MoreFilters({ filter, onChange }: FilterProps) {
  return (
    <FiltersPopover count={setCount(filter)} columns={3} width={560}>
      {TEXT_NAMES.map((name) => (
        <TextFilter key={name} name={name} text={filter[name] ?? ''} onChange={onChange} />
      ))}
      {CHOICE_NAMES.map((name) => (
        <Select
          key={name}
          size="xs"
          label={CHOICES[name].label}
          placeholder="Any"
          data={valuesOf(name).map((value) => ({ value, label: wordOf(name, value) }))}
          clearable
          comboboxProps={{ withinPortal: false }}
          value={filter[name] ?? null}
          onChange={(value) => onChange({ [name]: value ?? undefined })}
        />
      ))}
      <FieldFilter filter={filter} onChange={onChange} />
    </FiltersPopover>
  );
}

/** The list follows when the user has finished: on Enter, or when the field is left. */
function TextFilter({ name, text, onChange }: { name: TextName; text: string; onChange: FilterProps['onChange'] }) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const { label, hint } = TEXTS[name];
  const done = () => typed.trim() !== text && onChange({ [name]: typed.trim() || undefined });
  return (
    <TextInput
      size="xs"
      label={label}
      placeholder={hint}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={done}
      onKeyDown={(event) => event.key === 'Enter' && done()}
    />
  );
}

function SetFilters({ filter, onChange }: FilterProps) {
  const definitions = useQuery({ ...customFieldsQuery, enabled: filter.field !== undefined });
  const field = definitions.data?.find(({ id }) => id === filter.field)?.fieldLabel;
  const set = [
    ...CHOICE_NAMES.flatMap((name: ChoiceName) => {
      const value = filter[name];
      return value === undefined ? [] : { name, text: `${CHOICES[name].label}: ${wordOf(name, value)}` };
    }),
    ...TEXT_NAMES.flatMap((name) =>
      filter[name] === undefined ? [] : { name, text: `${TEXTS[name].label}: ${filter[name]}` },
    ),
  ];
  if (set.length === 0 && filter.field === undefined) return null;
  return (
    <Pill.Group className={classes.setFilters}>
      {set.map(({ name, text }) => (
        <SetFilter key={name} text={text} onRemove={() => onChange({ [name]: undefined })} />
      ))}
      {filter.field !== undefined && (
        <SetFilter
          text={`${field ?? 'Custom field'}: ${filter.value ?? 'any value'}`}
          onRemove={() => onChange({ field: undefined, value: undefined })}
        />
      )}
    </Pill.Group>
  );
}

function SetFilter({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <Pill
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': `Remove the filter ${text}`, tabIndex: 0, 'aria-hidden': false }}
      title={text}
    >
      {text}
    </Pill>
  );
}
