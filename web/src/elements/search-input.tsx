// A search field of a list. It shows the typed text at once. The address and the list follow when the user stops
// typing.
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

const TYPING_MS = 250;

interface SearchInputProps extends Pick<TextInputProps, 'className' | 'placeholder' | 'size' | 'w'> {
  label: string;
  find: string;
  onFind: (find: string) => void;
  /** Takes the focus when it appears. */
  autoFocus?: boolean;
}

export function SearchInput({ label, find, onFind, autoFocus = false, ...input }: SearchInputProps) {
  const [text, setText] = useState(find);
  const [settled] = useDebouncedValue(text, TYPING_MS);
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it takes the focus once, and never from somebody who works elsewhere by then
  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, []);
  useEffect(() => setText(find), [find]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed and has settled is to be searched for
  useEffect(() => {
    if (settled === text && settled !== find) onFind(settled);
  }, [settled]);
  return (
    <TextInput
      ref={field}
      aria-label={label}
      leftSection={<IconSearch size={14} />}
      rightSection={text && <CloseButton size="xs" aria-label="Clear the search" onClick={() => onFind('')} />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      data-page-search
      {...input}
    />
  );
}
