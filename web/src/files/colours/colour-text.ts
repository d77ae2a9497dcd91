// Finds the parts of a text that have a colour. Only the worker loads it.
import hljs from 'highlight.js/lib/core';
import { type ColouredPart, colouredParts } from './coloured-parts.ts';
import { GRAMMARS } from './grammars.ts';
import { grammarOf } from './languages.ts';

for (const [name, grammar] of Object.entries(GRAMMARS)) hljs.registerLanguage(name, grammar);

/** None for a language without colours. */
export function colourText(text: string, language: string): ColouredPart[] {
  const grammar = grammarOf(language);
  if (grammar === undefined) return [];
  return colouredParts(hljs.highlight(text, { language: grammar, ignoreIllegals: true }).value);
}
