// Who scans a project: one server of ours. Paths may be written with its alias before them, `assay:src/index.js`.

export const SCAN_SERVER_ALIAS = 'assay';

/** As jobs name the server that runs them. */
export const SCAN_SERVER = { id: 1, name: SCAN_SERVER_ALIAS } as const;

/** Where a scan begins, for each server or agent that holds files of the project: ours keeps a code base as one tree. */
export function scanPathsOf(fileCount: number): { alias: string; path: string }[] {
  return fileCount === 0 ? [] : [{ alias: SCAN_SERVER_ALIAS, path: '/' }];
}

export function isScanServer(alias: string): boolean {
  return alias.trim().toLowerCase() === SCAN_SERVER_ALIAS;
}

/** A path as clients write it to the path of the code base: without alias, without slashes around it. */
export function codebasePath(text: string): string {
  const path = text.startsWith(`${SCAN_SERVER_ALIAS}:`) ? text.slice(SCAN_SERVER_ALIAS.length + 1) : text;
  return path.replace(/^\/+|\/+$/g, '');
}
