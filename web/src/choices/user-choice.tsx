// Fields that choose users. They search logins, names and e-mail addresses.
import { Loader, MultiSelect, type OptionsFilter, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { withChosen } from '../elements/own-choices.ts';
import { useTypedSearch } from '../elements/typed-search.ts';
import { type Colleague, colleaguesQuery } from './queries.ts';

const TYPING_MS = 250;

interface ChoiceProps<Value> {
  label: string;
  description?: string;
  placeholder?: string;
  value?: Value;
  onChange?: (value: Value) => void;
  error?: ReactNode;
  disabled?: boolean;
}

export function UsersChoice({ value = [], onChange, ...field }: ChoiceProps<string[]>) {
  const { users, isFetching, setTyped } = useFoundUsers();
  return (
    <MultiSelect
      {...field}
      {...SEARCHING}
      data={optionsOf(users, value)}
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
      rightSection={isFetching ? <Loader size={14} /> : undefined}
    />
  );
}

/** True if the field may stay blank, which means nobody. */
export function UserChoice({
  value = '',
  onChange,
  isClearable = true,
  ...field
}: ChoiceProps<string> & { isClearable?: boolean }) {
  const { users, isFetching, setTyped } = useFoundUsers();
  // The field shows the chosen user. That is not a search text.
  const search = useTypedSearch((text) => setTyped(text === labelOf(users, value) ? '' : text));
  return (
    <Select
      {...field}
      {...SEARCHING}
      clearable={isClearable}
      allowDeselect={isClearable}
      data={optionsOf(users, [value])}
      value={value || null}
      onChange={(login) => onChange?.(login ?? '')}
      {...search.props}
      rightSection={isFetching ? <Loader size={14} /> : undefined}
    />
  );
}

const SEARCHING = {
  searchable: true,
  clearable: true,
  // The server has filtered already. It also searches e-mail addresses, which the field does not show.
  filter: (({ options }) => options) as OptionsFilter,
  nothingFoundMessage: 'No active user found',
};

function useFoundUsers() {
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), TYPING_MS);
  const { data, isFetching } = useQuery({
    ...colleaguesQuery(words),
    placeholderData: keepPreviousData,
  });
  return { users: data ?? [], isFetching, setTyped };
}

function optionsOf(users: readonly Colleague[], chosen: readonly string[]) {
  const logins = withChosen(
    users.map(({ login }) => login),
    chosen,
  );
  return logins.map((login) => ({ value: login, label: labelOf(users, login) }));
}

function labelOf(users: readonly Colleague[], login: string): string {
  const user = users.find((one) => one.login === login);
  const name = user ? `${user.firstName} ${user.lastName}`.trim() : '';
  return name === '' ? login : `${login} · ${name}`;
}
