// What declarations say from which no license can be read. They are data: unclear-declarations.yaml.
import { readData } from '../data-files.ts';

interface Meaning {
  means: string;
  exact?: string[];
  names?: string[];
  beginnings?: string[];
}

const MEANINGS = readData(new URL('./unclear-declarations.yaml', import.meta.url)) as readonly Meaning[];

/** The rest of a sentence that quotes the declaration. The first entry of the data that knows it decides. */
export function meaningOfDeclaration(declared: string): string {
  const text = declared.replace(/^License :: (?:OSI Approved :: )?/, '');
  const lower = text.toLowerCase();
  const name = lower
    .replaceAll('-', ' ')
    .replace(/^the /, '')
    .replace(/^(?:gnu |other[ /])/, '')
    .replace(/ (?:licen[cs]ed?|style|like)$/, '');
  const known = MEANINGS.find(
    ({ exact = [], names = [], beginnings = [] }) =>
      exact.includes(text) || names.includes(name) || beginnings.some((one) => lower.startsWith(one)),
  );
  return known?.means ?? 'from which no license could be read';
}
