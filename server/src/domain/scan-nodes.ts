// Who scans a project: one server of ours. Paths may be written with its alias before them, `assay:src/index.js`.

export const SCAN_SERVER_ALIAS = 'assay';

export function isScanServer(alias: string): boolean {
  return alias.trim().toLowerCase() === SCAN_SERVER_ALIAS;
}

/** A path as clients write it to the path of the code base: without alias, without slashes around it. */
export function codebasePath(text: string): string {
  const path = text.startsWith(`${SCAN_SERVER_ALIAS}:`) ? text.slice(SCAN_SERVER_ALIAS.length + 1) : text;
  return path.replace(/^\/+|\/+$/g, '');
}
