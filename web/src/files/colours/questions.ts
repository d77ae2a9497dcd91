// What the page and the worker of colours say to each other.
import type { ColouredPart } from './coloured-parts.ts';

export interface ColourQuestion {
  id: number;
  text: string;
  /** As the scanner names it. */
  language: string;
}

export interface ColourAnswer {
  id: number;
  parts: ColouredPart[];
}
