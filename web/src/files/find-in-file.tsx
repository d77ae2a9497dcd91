// Finds words in the shown text of a file. The editor draws only visible lines, so the browser's own search does not see the others.
import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isPlainKey } from '../elements/plain-key.ts';
import { countText } from '../elements/quantities.ts';
import classes from './file-view.module.css';
import { type Finds, findIn } from './finds.ts';

export interface Find {
  isOpen: boolean;
  words: string;
  finds: Finds;
  /** Which of them is shown, from 0; -1 for none. */
  at: number;
  /** The places to colour. */
  found: { places: Finds['places']; at: number };
  open: () => void;
  close: () => void;
  look: (words: string) => void;
  move: (step: 1 | -1) => void;
}

/** @param firstLine number, in the file, of the first line of `text` */
export function useFind(text: string, firstLine: number, onGoTo: (line: number) => void): Find {
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const [at, setAt] = useState(-1);
  const finds = useMemo(() => findIn(text, isOpen ? words : ''), [text, words, isOpen]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || !isPlainKey(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const { places } = finds;
  const found = useMemo(() => ({ places, at }), [places, at]);
  return {
    isOpen,
    words,
    finds,
    at,
    found,
    open: () => setOpen(true),
    close: () => {
      setOpen(false);
      setAt(-1);
    },
    look: (wanted) => {
      setWords(wanted);
      setAt(-1);
    },
    move: (step) => {
      if (places.length === 0) return;
      const next = at < 0 ? (step > 0 ? 0 : places.length - 1) : (at + step + places.length) % places.length;
      setAt(next);
      const place = places[next];
      if (place) onGoTo(firstLine + place.line - 1);
    },
  };
}

export function FindBar({ find, isWhole }: { find: Find; isWhole: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const { isOpen, words, finds, at, close, look, move } = find;
  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <search className={classes.window} aria-label="Find in the file">
      <TextInput
        ref={input}
        size="xs"
        aria-label="Find in the file"
        placeholder={isWhole ? 'Find in the file' : 'Find in the lines shown'}
        value={words}
        onChange={(event) => look(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') move(event.shiftKey ? -1 : 1);
          if (event.key === 'Escape') close();
        }}
      />
      <span role="status" className="number">
        {words !== '' && countWords(finds, at)}
      </span>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Previous place" onClick={() => move(-1)}>
        <IconArrowUp size={14} />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Next place" onClick={() => move(1)}>
        <IconArrowDown size={14} />
      </ActionIcon>
      <CloseButton size="sm" aria-label="Close the search in the file" onClick={close} />
    </search>
  );
}

function countWords({ places, isMore }: Finds, at: number): string {
  if (places.length === 0) return 'Not found';
  const count = `${countText(places.length)}${isMore ? ' or more' : ''}`;
  return at < 0 ? `${count} found` : `${countText(at + 1)} of ${count}`;
}
