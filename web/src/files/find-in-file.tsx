// Finds words in a file: in the shown text, or by the server if that is not all of it. The editor draws only visible lines, so the browser's own search
// does not see the others.
import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FileFinds } from '../api/models.ts';
import { findsQuery } from '../codebase/queries.ts';
import { isPlainKey } from '../elements/plain-key.ts';
import { countOf, countText } from '../elements/quantities.ts';
import classes from './file-view.module.css';
import { type Finds, findIn } from './finds.ts';

export interface Find {
  isOpen: boolean;
  words: string;
  /** How many there are and which one is shown, in words. */
  standing: string;
  /** The places to colour, and which of them is shown. */
  found: { places: Finds['places']; at: number };
  open: () => void;
  close: () => void;
  look: (words: string) => void;
  move: (step: 1 | -1) => void;
}

interface Sought {
  text: string;
  /** Number, in the file, of the first line of `text`. */
  firstLine: number;
  /** The file if `text` is not all of it. */
  fileId: number | undefined;
  onGoTo: (line: number) => void;
}

/** Nobody waits for what stands in a large file after each letter. */
const TYPED_MS = 300;

export function useFind({ text, firstLine, fileId, onGoTo }: Sought): Find {
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState('');
  /** The shown place: one of the text, or a line of the file. */
  const [at, setAt] = useState(-1);
  const finds = useMemo(() => findIn(text, isOpen ? words : ''), [text, words, isOpen]);
  const [sought] = useDebouncedValue(words, TYPED_MS);
  const isWhole = fileId === undefined;
  const inFile = useQuery({ ...findsQuery(fileId ?? 0, sought), enabled: isOpen && !isWhole && sought !== '' });
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
  const lines = sought === words ? (inFile.data?.lines ?? []) : [];
  const shown = isWhole ? at : places.findIndex(({ line }) => firstLine + line - 1 === lines[at]?.line);
  const found = useMemo(() => ({ places, at: shown }), [places, shown]);
  const isSearching = !isWhole && (sought !== words || inFile.isPending);
  /** Enter before the server has answered: the way is taken then. */
  const [asked, ask] = useState<1 | -1>();
  const move = (step: 1 | -1) => {
    if (isSearching) return ask(step);
    const count = isWhole ? places.length : lines.length;
    if (count === 0) return;
    const next = at < 0 ? (step > 0 ? 0 : count - 1) : (at + step + count) % count;
    setAt(next);
    const place = places[next];
    const line = isWhole ? place && firstLine + place.line - 1 : lines[next]?.line;
    if (line !== undefined) onGoTo(line);
  };
  useEffect(() => {
    if (asked === undefined || isSearching) return;
    ask(undefined);
    move(asked);
  });
  return {
    isOpen,
    words,
    standing: standingOf(),
    found,
    open: () => setOpen(true),
    close: () => {
      setOpen(false);
      setAt(-1);
    },
    look: (wanted) => {
      setWords(wanted);
      setAt(-1);
      ask(undefined);
    },
    move,
  };

  function standingOf(): string {
    if (words === '') return '';
    if (isWhole) return countWords(finds, at);
    if (inFile.isError) return 'The file could not be searched';
    return sought !== words || inFile.data === undefined ? 'Searching the file' : countLines(inFile.data, at);
  }
}

export function FindBar({ find }: { find: Find }) {
  const input = useRef<HTMLInputElement>(null);
  const { isOpen, words, standing, close, look, move } = find;
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
        placeholder="Find in the file"
        value={words}
        onChange={(event) => look(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') move(event.shiftKey ? -1 : 1);
          if (event.key === 'Escape') close();
        }}
      />
      <span role="status" className="number">
        {standing}
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

/** Of a file that is not shown whole: its lines with the words. */
function countLines({ lines, lineCount, total }: FileFinds, at: number): string {
  if (lineCount === 0) return 'Not found';
  const inAll = `${countOf(lineCount, 'line')}, ${countOf(total, 'place')}`;
  const listed = lines.length < lineCount ? `; only the first ${countText(lines.length)} can be gone to` : '';
  return `${at < 0 ? 'In' : `${countText(at + 1)} of`} ${inAll}${listed}`;
}
