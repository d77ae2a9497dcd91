// Sizes of paper on which reports are printed.
export const paperSizes = ['A4', 'Letter'] as const;
export type PaperSize = (typeof paperSizes)[number];

/** The standard of most countries (ISO 216). */
export const DEFAULT_PAPER: PaperSize = 'A4';
