// Adds a rule for a license or component of the library, so that nobody has to know how its name is written.
import { Autocomplete, Button, Group, Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { componentQuery, componentsQuery, foundLicensesQuery } from '../choices/library-queries.ts';
import classes from './policies.module.css';
import type { LicenseDecision } from './queries.ts';

const TYPING_MS = 250;
const MOST_VERSIONS = 200;

interface PickerProps {
  /** `rule` is a line of the field for this decision. */
  onAdd: (rule: string, decision: LicenseDecision) => void;
}

export function LicenseRulePicker({ onAdd }: PickerProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [words] = useDebouncedValue(typed.trim(), TYPING_MS);
  const found = useQuery(foundLicensesQuery(words === chosen ? '' : words));
  const rows = found.data?.rows ?? [];
  const options = rows.map(({ shortName, name }) => ({ value: shortName, label: shortName, name }));
  return (
    <div className={classes.picker}>
      <Select
        label="Add a license"
        placeholder="Part of its id or name"
        data={chosen !== null && !rows.some(({ shortName }) => shortName === chosen) ? [chosen, ...options] : options}
        // The server has filtered already, and knows other names too.
        filter={({ options }) => options}
        renderOption={({ option }) => (
          <span>
            {option.value}{' '}
            <span className={classes.detail}>{rows.find(({ shortName }) => shortName === option.value)?.name}</span>
          </span>
        )}
        value={chosen}
        onChange={setChosen}
        onSearchChange={setTyped}
        rightSection={found.isFetching ? <Loader size={14} /> : undefined}
        nothingFoundMessage="No license found"
        searchable
      />
      <AddButtons
        what={chosen}
        onAdd={(decision) => {
          if (chosen !== null) onAdd(chosen, decision);
          setChosen(null);
        }}
      />
    </div>
  );
}

export function ComponentRulePicker({ onAdd }: PickerProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ id: number; label: string }>();
  const [versions, setVersions] = useState('');
  const [words] = useDebouncedValue(typed.trim(), TYPING_MS);
  const found = useQuery(componentsQuery(words === chosen?.label ? '' : words, false));
  const component = useQuery({ ...componentQuery(chosen?.id ?? 0), enabled: chosen !== undefined });
  const options = (found.data?.rows ?? []).map((one) => ({
    value: String(one.id),
    label: `${one.name} · ${one.forge}`,
  }));
  const isShown = chosen !== undefined && !options.some(({ value }) => value === String(chosen.id));
  // Components without a package URL are named by their name.
  const { purl = '', name = '' } = component.data ?? {};
  const named = chosen === undefined || !component.isSuccess ? null : purl !== '' && purl !== 'N/A' ? purl : name;
  return (
    <div className={classes.picker}>
      <Select
        label="Add a component"
        placeholder="Part of its name"
        data={isShown ? [{ value: String(chosen.id), label: chosen.label }, ...options] : options}
        // The server has filtered already. It also searches titles, which the field does not show.
        filter={({ options }) => options}
        value={chosen === undefined ? null : String(chosen.id)}
        onChange={(id) => {
          const option = options.find(({ value }) => value === id);
          setChosen(option && { id: Number(option.value), label: option.label });
          setVersions('');
        }}
        onSearchChange={setTyped}
        rightSection={found.isFetching ? <Loader size={14} /> : undefined}
        nothingFoundMessage={words === '' ? 'Type a part of its name' : 'No component found'}
        searchable
      />
      <Autocomplete
        label="Versions"
        placeholder="All, or a range: >=1.2 <2.0"
        data={[...new Set(component.data?.versionList.map((version) => version.name) ?? [])]}
        limit={MOST_VERSIONS}
        value={versions}
        onChange={setVersions}
        disabled={chosen === undefined}
      />
      <AddButtons
        what={named}
        onAdd={(decision) => {
          if (named !== null) onAdd([named, versions.trim()].filter(Boolean).join(' '), decision);
          setChosen(undefined);
          setVersions('');
        }}
      />
    </div>
  );
}

function AddButtons({ what, onAdd }: { what: string | null; onAdd: (decision: LicenseDecision) => void }) {
  return (
    <Group gap={6}>
      <Button variant="default" size="compact-sm" disabled={what === null} onClick={() => onAdd('APPROVED')}>
        Add as approved
      </Button>
      <Button variant="default" size="compact-sm" disabled={what === null} onClick={() => onAdd('REJECTED')}>
        Add as rejected
      </Button>
    </Group>
  );
}
