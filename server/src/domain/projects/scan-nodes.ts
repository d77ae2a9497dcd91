// The scan nodes of a project: one scan server, and any number of scan agents. The alias of a node may come before a path, as in `assay:src/index.js`.
import { type Refusal, refuse } from '../refusal.ts';

/** A scan server has the code, a scan agent sent what it found elsewhere. */
export const scanNodeTypes = ['SERVER', 'AGENT'] as const;

export const SCAN_SERVER_ALIAS = 'assay';

/** The name of the scan server in jobs. */
export const SCAN_SERVER = { id: 1, name: SCAN_SERVER_ALIAS } as const;

/** The roots of a scan, for each server or agent with files of the project. The scan server stores a code base as one tree. */
export function scanPathsOf(
  fileCount: number,
  agents: readonly { alias: string; root: string }[],
): { alias: string; path: string }[] {
  const own = fileCount === 0 ? [] : [{ alias: SCAN_SERVER_ALIAS, path: '/' }];
  return [...own, ...agents.map(({ alias, root }) => ({ alias, path: root }))];
}

export function isScanServer(alias: string): boolean {
  return alias.trim().toLowerCase() === SCAN_SERVER_ALIAS;
}

/** Turns a path in a request into a path of the code base: without alias and outer slashes. */
export function codebasePath(text: string): string {
  const path = text.startsWith(`${SCAN_SERVER_ALIAS}:`) ? text.slice(SCAN_SERVER_ALIAS.length + 1) : text;
  return path.replace(/^\/+|\/+$/g, '');
}

/** A file of a remote code base as people see it. */
export function remotePath(alias: string, path: string): string {
  return `${alias}:${path}`;
}

export const LONGEST_ALIAS = 100;
const LONGEST_HOST = 255;

/** The alias and host of an agent, without outer blanks. The colon ends an alias in paths; a slash would make it a folder. */
export function agentOf(alias: string, host: string): { alias: string; host: string } | Refusal {
  const name = alias.trim();
  const at = host.trim();
  if (name === '' || name.length > LONGEST_ALIAS)
    return refuse('invalid', `An alias has 1 to ${LONGEST_ALIAS} characters.`);
  if (/[:/\\]|\p{Cc}/u.test(name))
    return refuse('invalid', 'An alias has no colon, slash, backslash or control character.');
  if (isScanServer(name))
    return refuse('invalid', `"${name}" is the alias of the scan server. Choose another one for the agent.`);
  if (at === '' || at.length > LONGEST_HOST || /\p{Cc}/u.test(at))
    return refuse('invalid', `A host has 1 to ${LONGEST_HOST} characters, and no control character.`);
  return { alias: name, host: at };
}

/** Why a path cannot be one of a remote code base; undefined for a good one. */
export function badRemotePath(path: string): string | undefined {
  if (path === '' || path.length > LONGEST_PATH) return `a path has 1 to ${LONGEST_PATH} characters`;
  if (/\p{Cc}/u.test(path) || !path.isWellFormed()) return 'a path is text without control characters';
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..'))
    return 'a path is relative, with "/" between its parts, and none of them is empty, "." or ".."';
  return undefined;
}

const LONGEST_PATH = 4096;
