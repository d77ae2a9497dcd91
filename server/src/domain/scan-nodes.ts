// The scan nodes of a project: one scan server. Its alias may come before a path, as in `assay:src/index.js`.

export const SCAN_SERVER_ALIAS = 'assay';

/** The name of the scan server in jobs. */
export const SCAN_SERVER = { id: 1, name: SCAN_SERVER_ALIAS } as const;

/** The roots of a scan, for each server or agent with files of the project. The scan server stores a code base as one tree. */
export function scanPathsOf(fileCount: number): { alias: string; path: string }[] {
  return fileCount === 0 ? [] : [{ alias: SCAN_SERVER_ALIAS, path: '/' }];
}

export function isScanServer(alias: string): boolean {
  return alias.trim().toLowerCase() === SCAN_SERVER_ALIAS;
}

/** Turns a path in a request into a path of the code base: without alias and outer slashes. */
export function codebasePath(text: string): string {
  const path = text.startsWith(`${SCAN_SERVER_ALIAS}:`) ? text.slice(SCAN_SERVER_ALIAS.length + 1) : text;
  return path.replace(/^\/+|\/+$/g, '');
}
