// A field that chooses a project that the user may see. It searches names, contacts and ids, and loads further pages on
// demand.
import { Button, Loader, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, pageOf } from '../api/client.ts';

const TYPING_MS = 250;
const PER_PAGE = 50;

function projectsFoundQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: ['projects', 'choices', search],
    queryFn: ({ pageParam: offset }) =>
      pageOf(api.GET('/projects', { params: { query: { search: search || undefined, offset, limit: PER_PAGE } } })),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PER_PAGE < total ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

interface ProjectChoiceProps {
  label: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
  error?: ReactNode;
  required?: boolean;
  /** A project that must not be offered. */
  except?: number;
  hasFocus?: boolean;
  /** Shows the id after each name. */
  showsIds?: boolean;
}

export function ProjectChoice(props: ProjectChoiceProps) {
  const { label, value = null, onChange, error, required, except, hasFocus, showsIds } = props;
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  // The field shows the label of the chosen project. That is not a search text.
  const [search] = useDebouncedValue(typed === chosen?.label ? '' : typed.trim(), TYPING_MS);
  const found = useInfiniteQuery(projectsFoundQuery(search));
  const rows = found.data?.pages.flatMap((page) => page.rows) ?? [];
  const options = rows
    .filter(({ id }) => id !== except)
    .map(({ id, name }) => ({ value: String(id), label: showsIds ? `${name} (${id})` : name }));
  const isMissing = value !== null && chosen?.value === value && !options.some((one) => one.value === value);
  const more = () => {
    if (found.hasNextPage && !found.isFetching) found.fetchNextPage();
  };
  return (
    <div>
      <Select
        label={label}
        required={required}
        error={error}
        searchable
        {...(hasFocus && { 'data-autofocus': true })}
        data={isMissing && chosen ? [...options, chosen] : options}
        // The server has filtered already. It also searches contacts.
        filter={({ options }) => options}
        value={value}
        onChange={(id) => {
          setChosen(options.find((one) => one.value === id));
          onChange?.(id);
        }}
        onSearchChange={setTyped}
        scrollAreaProps={{ onBottomReached: more }}
        rightSection={found.isFetching ? <Loader size={14} /> : undefined}
        nothingFoundMessage={found.isSuccess ? 'No project found' : 'Loading …'}
      />
      {found.hasNextPage && (
        <Text size="xs" c="dimmed" mt={4}>
          {rows.length} of {found.data?.pages[0]?.total} projects are shown.{' '}
          <Button variant="subtle" size="compact-xs" onClick={more} loading={found.isFetchingNextPage}>
            Show more
          </Button>
        </Text>
      )}
    </div>
  );
}
