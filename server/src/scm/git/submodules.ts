// Submodules: which address each has, by the rules that hold for addresses of people. Reads the `.gitmodules` of a commit as git reads it.
import { runGit } from './command.ts';
import type { Mirror } from './mirror.ts';

const READ_MS = 60_000;

/** Addresses by the paths of submodules, as written; none if the commit has no such file, or a broken one. */
export async function moduleAddresses({ app, folder, signal }: Mirror, commit: string): Promise<Map<string, string>> {
  const args = ['config', `--blob=${commit}:.gitmodules`, '-z', '--list'];
  const { exitCode, output } = await runGit({ app, folder, args, signal, timeoutMs: READ_MS });
  const byName = new Map<string, { path?: string; url?: string }>();
  if (exitCode !== 0) return new Map();
  for (const line of output.toString('utf8').split('\0')) {
    const [, name, member, value = ''] = /^submodule\.(.*)\.(path|url)\n([\s\S]*)$/.exec(line) ?? [];
    if (name !== undefined) byName.set(name, { ...byName.get(name), [member as 'path']: value });
  }
  return new Map(
    [...byName.values()].flatMap(({ path, url }) =>
      path === undefined || url === undefined ? [] : [[path, url] as const],
    ),
  );
}

/** An address that begins with `./` or `../` lies beside the repository that names it. */
export function submoduleUrl(written: string, parent: string): string {
  if (!/^\.\.?\//.test(written)) return written;
  const [, scp = ''] = /^([^@/]+@[^:/]+:)/.exec(parent) ?? [];
  const [, origin = scp, path = parent.slice(scp.length)] = /^([a-z]+:\/\/[^/]*)(\/.*)$/i.exec(parent) ?? [];
  const parts = path.replace(/\/+$/, '').split('/');
  for (const part of written.split('/')) {
    // Never out of the path: what follows would become part of the host.
    if (part === '..') parts.splice(scp === '' ? Math.max(parts.length - 1, 1) : parts.length - 1, 1);
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return `${origin}${parts.join('/')}`;
}
