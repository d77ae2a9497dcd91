// How lists of files are grouped, and the words of the groups. Pure.
//
//   Group by  | One group for each                         | Without one
//   ----------+--------------------------------------------+---------------------------
//   LICENSE   | licenses that a file has, all of them      | No license found
//   FOLDER    | folder that the file lies in               | Root of the code base
//   KIND      | kind, by the first bytes                   | Not scanned
//   LANGUAGE  | programming language                       | No language
//
// Each file is in exactly one group, so that the counts of the groups add up to the list.

export const fileGroupings = ['LICENSE', 'FOLDER', 'KIND', 'LANGUAGE'] as const;
export type FileGrouping = (typeof fileGroupings)[number];

const WITHOUT: Record<FileGrouping, string> = {
  LICENSE: 'No license found',
  FOLDER: 'Root of the code base',
  KIND: 'Not scanned',
  LANGUAGE: 'No language',
};

/** The name of a group for people. */
export const fileGroupTitle = (by: FileGrouping, key: string): string => key || WITHOUT[by];
