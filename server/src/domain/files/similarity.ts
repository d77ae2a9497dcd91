// How files of a project may be alike.
//
//   TEXT     | the same text but for years, version strings and generated banners
//   EVIDENCE | the same licenses in the same words, of the same holders; files without evidence are like no other file
export const fileSimilarities = ['TEXT', 'EVIDENCE'] as const;
export type FileSimilarity = (typeof fileSimilarities)[number];
