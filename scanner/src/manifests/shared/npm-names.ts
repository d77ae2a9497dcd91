// npm's notation of requests, licenses and addresses, for the manifests and lockfiles of npm, yarn and pnpm.
// https://docs.npmjs.com/cli/configuring-npm/package-json
import { isFields, own, type Problems } from './problems.ts';

/** `1.2.3` and `=1.2.3`, with pre-release and build. */
const EXACT = /^[v=]{0,2} ?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?)$/;

/** The only version that a request allows; '' when it allows others or is no version range. */
export function exactNpmVersion(requirement: string): string {
  return EXACT.exec(requirement.trim())?.[1] ?? '';
}

/** The address of a version in npm's registry, which names the package. */
const IN_REGISTRY =
  /^https?:\/\/registry\.(?:npmjs\.org|yarnpkg\.com)\/((?:@[^/]{1,214}\/)?([^/]{1,214}))\/-\/([^/?#]{1,300})\.tgz(?:[?#]|$)/;

/**
 * The package that `"key": "requirement"` requests. `npm:other@^1.0.0`, `jsr:…` and an address in npm's registry are other packages
 * under the key's name.
 */
export function resolveNpmAlias(key: string, requirement: string): { fullName: string; requirement: string } {
  const [, fullName, bare = '', file = ''] = IN_REGISTRY.exec(requirement) ?? [];
  if (fullName !== undefined && file.startsWith(`${bare}-`))
    return { fullName, requirement: file.slice(bare.length + 1) };
  if (requirement.startsWith('jsr:')) return ofJsr(key, requirement.slice(4));
  if (!requirement.startsWith('npm:')) return { fullName: key, requirement };
  const target = requirement.slice(4);
  const at = target.lastIndexOf('@');
  if (at > 0) return { fullName: target.slice(0, at), requirement: target.slice(at + 1) };
  // Yarn writes `npm:^1.0.0` for the key's own package.
  return /^[a-z@]/i.test(target) && !/^(x|latest|next|v?\d)/i.test(target)
    ? { fullName: target, requirement: '' }
    : { fullName: key, requirement: target };
}

/** JSR offers its package `@scope/name` to the clients of npm as `@jsr/scope__name`, and lockfiles have that name. */
function ofJsr(key: string, target: string): { fullName: string; requirement: string } {
  const [, named, range] = /^(@[^/@]+\/[^/@]+)(?:@(.*))?$/.exec(target) ?? [];
  const fullName = (named ?? key).replace(/^@([^/]+)\/(.+)$/, '@jsr/$1__$2');
  return { fullName, requirement: named === undefined ? target : (range ?? '') };
}

/**
 * A license field as text: a text as it is, an object by its `type` or else its `url`, the old `licenses` list as a choice (` OR `), which is
 * how npm explained it.
 */
export function npmLicense(value: unknown, field: string, problems: Problems): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) {
    const all = value.map((item, i) => npmLicense(item, `${field}[${i}]`, problems)).filter((text) => text !== '');
    return all.length > 1
      ? all.map((text) => (/ (AND|OR) /i.test(text) ? `(${text})` : text)).join(' OR ')
      : (all[0] ?? '');
  }
  if (isFields(value)) {
    const text = own(value, 'type') ?? own(value, 'name') ?? own(value, 'url');
    if (typeof text === 'string') return text.trim();
  }
  problems.add(`"${field}" should be an SPDX expression; its value was left out.`);
  return '';
}

/** The address of `repository`, short forms (`github:a/b`, `a/b`) written out. */
export function npmRepository(value: unknown): string {
  const text = isFields(value) ? own(value, 'url') : value;
  if (typeof text !== 'string') return '';
  const url = text.trim().replace(/^git\+/, '');
  const short = /^(?:(github|gitlab|bitbucket|gist):)?([\w.-]+(?:\/[\w.-]+)?)$/.exec(url);
  if (short === null) return url;
  const [, host = 'github', path = ''] = short;
  if (host === 'gist') return `https://gist.github.com/${path}`;
  return path.includes('/') ? `https://${host}.${host === 'bitbucket' ? 'org' : 'com'}/${path}` : '';
}
