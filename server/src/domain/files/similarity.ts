// How files of a project may be alike.
//
//   TEXT     | the same text but for years, version strings and generated banners
//   NEAR     | nearly the same text: at least four fifths of the lines beside those that state rights, in a text of about the same length
//   EVIDENCE | the same licenses in the same words, of the same holders; files without evidence are like no other file
export const fileSimilarities = ['TEXT', 'NEAR', 'EVIDENCE'] as const;
export type FileSimilarity = (typeof fileSimilarities)[number];

/** The least share of the lines that texts have in common which are nearly the same. */
export const LEAST_OF_NEAR = 0.8;

/** Texts with fewer or more lines than these cannot be nearly the same as a text with so many lines, as the common lines are a share of the longer one too. */
export function nearLines(lines: number): { least: number; most: number } {
  // Sketches tell the share within a few percent, and count no short lines.
  const slack = 10;
  return { least: Math.floor(lines / 1.5) - slack, most: Math.ceil(lines * 1.5) + slack };
}
