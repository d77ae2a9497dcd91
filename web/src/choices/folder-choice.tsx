// A field that finds a folder of projects by a part of its name. Paths distinguish folders of the same name.
import { Loader, type OptionsFilter, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTypedSearch } from '../elements/typed-search.ts';
import { folderQuery, folderSearchQuery } from '../folders/queries.ts';

const TYPING_MS = 250;

interface FolderChoiceProps {
  label: string;
  description?: string;
  value?: number;
  onChange?: (folderId: number) => void;
  error?: ReactNode;
  disabled?: boolean;
}

export function FolderChoice({ value, onChange, ...field }: FolderChoiceProps) {
  const search = useTypedSearch();
  const chosen = useQuery({ ...folderQuery(value ?? 0), enabled: value !== undefined });
  // Before the user types, the field shows the path of the choice. That is not a search text.
  const [words] = useDebouncedValue(search.text === chosen.data?.path ? '' : search.text.trim(), TYPING_MS);
  const found = useQuery(folderSearchQuery(words));
  const options = new Map(found.data?.map(({ id, path }) => [String(id), path]));
  if (chosen.data) options.set(String(chosen.data.id), chosen.data.path);
  return (
    <Select
      {...field}
      searchable
      allowDeselect={false}
      filter={EVERYTHING}
      nothingFoundMessage="No folder found"
      data={[...options].map(([id, path]) => ({ value: id, label: path }))}
      value={value === undefined ? null : String(value)}
      onChange={(id) => id !== null && onChange?.(Number(id))}
      {...search.props}
      rightSection={found.isFetching ? <Loader size={14} /> : undefined}
    />
  );
}

/** The server has filtered by name. The field shows paths, so it must not filter again. */
const EVERYTHING: OptionsFilter = ({ options }) => options;
