// Colours texts beside the page, so that a long text does not hold it up.
import { colourText } from './colour-text.ts';
import type { ColourAnswer, ColourQuestion } from './questions.ts';

self.addEventListener('message', ({ data: { id, text, language } }: MessageEvent<ColourQuestion>) => {
  const answer: ColourAnswer = { id, parts: colourText(text, language) };
  self.postMessage(answer);
});
