// How deep archives inside an uploaded archive are expanded. Callers send a level; the server uses these names.

export const expansions = ['none', 'first-level', 'recursive'] as const;
export type Expansion = (typeof expansions)[number];

const EXPANSION_OF_LEVEL = { 1: 'none', 2: 'first-level', 3: 'recursive' } as const;

/** What a person says about unpacking an archive, as in the query of an upload. */
export interface UnpackOptions {
  /** 1 to 3. */
  expansionLevel: number;
  deleteExistingFileOnServer: boolean;
  deleteArchiveAfterExpand: boolean;
  archiveDirSuffix: string;
}

/** @param level 1 to 3, as the request schemas allow */
export function expansionOfLevel(level: number): Expansion {
  return EXPANSION_OF_LEVEL[level as keyof typeof EXPANSION_OF_LEVEL];
}
