// The colours of the syntax of a shown text, which a worker finds. Until it has answered, the text has none.
import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { ColouredPart } from './coloured-parts.ts';
import { grammarOf } from './languages.ts';
import type { ColourAnswer, ColourQuestion } from './questions.ts';

/** A longer text has no colours: they would take long, and a text of such lines is not read. */
const MOST_COLOURED = 500_000;
const NONE: readonly ColouredPart[] = [];

export const isTooLongForColours = (text: string): boolean => text.length > MOST_COLOURED;

/** Whether the user wants colours; kept in the browser. */
export function useWantsColours(): [boolean, (wants: boolean) => void] {
  const [wants, setWants] = useLocalStorage({ key: 'assay-colours-of-syntax', defaultValue: true });
  return [wants, setWants];
}

interface Coloured {
  text: string;
  language: string;
  parts: readonly ColouredPart[];
}

export function useColours(text: string, language: string): readonly ColouredPart[] {
  const [wants] = useWantsColours();
  const [coloured, setColoured] = useState<Coloured>();
  const isOff = !wants || grammarOf(language) === undefined || text === '' || isTooLongForColours(text);
  useEffect(() => {
    if (isOff) return;
    return ask(text, language, (parts) => setColoured({ text, language, parts }));
  }, [text, language, isOff]);
  return !isOff && coloured?.text === text && coloured.language === language ? coloured.parts : NONE;
}

let worker: Worker | undefined;
let asked = 0;

/** Returns a function after whose call the answer is no longer wanted. */
function ask(text: string, language: string, onParts: (parts: ColouredPart[]) => void): () => void {
  // Without workers, as in some embedded browsers, a text has no colours.
  if (typeof Worker === 'undefined') return () => undefined;
  worker ??= new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const asking = worker;
  asked += 1;
  const question: ColourQuestion = { id: asked, text, language };
  const listen = ({ data }: MessageEvent<ColourAnswer>) => {
    if (data.id !== question.id) return;
    asking.removeEventListener('message', listen);
    onParts(data.parts);
  };
  asking.addEventListener('message', listen);
  asking.postMessage(question);
  return () => asking.removeEventListener('message', listen);
}
