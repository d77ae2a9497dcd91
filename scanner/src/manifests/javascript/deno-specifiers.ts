// Deno's notation of packages: `npm:chalk@^5`, `jsr:@std/path@1`, and addresses of modules.
// https://docs.deno.com/runtime/fundamentals/modules/
import type { Ecosystem } from '../shared/identity.ts';

export interface DenoSpecifier {
  type: Ecosystem;
  fullName: string;
  requirement: string;
  /** '' unless the requirement allows exactly one version. */
  version: string;
}

/** undefined for files of the project, built-in modules and addresses that name no package. */
export function parseDenoSpecifier(text: string): DenoSpecifier | undefined {
  const [, type, rest = ''] = /^(npm|jsr):\/?(.*)$/.exec(text) ?? [];
  if (type !== undefined) {
    const [, fullName = '', requirement = ''] = /^((?:@[^/@]+\/)?[^/@]+)(?:@([^/]*))?/.exec(rest) ?? [];
    return fullName === ''
      ? undefined
      : { type: type as 'npm' | 'jsr', fullName, requirement, version: exact(requirement) };
  }
  // Third-party modules of the old registry, and of the hosts that serve npm packages.
  const [, old, version = ''] = /^https:\/\/deno\.land\/(?:x\/)?([\w.-]+)@v?([^/]+)\//.exec(text) ?? [];
  if (old !== undefined) return { type: 'generic', fullName: `deno.land/${old}`, requirement: version, version };
  const [, served, servedVersion = ''] =
    /^https:\/\/(?:esm\.sh|cdn\.skypack\.dev|unpkg\.com|cdn\.jsdelivr\.net\/npm|ga\.jspm\.io\/npm:|esm\.run)\/?(?:v\d+\/)?((?:@[^/@]+\/)?[\w.-]+)@([^/?#]+)/.exec(
      text,
    ) ?? [];
  if (served === undefined) return undefined;
  return { type: 'npm', fullName: served, requirement: servedVersion, version: exact(servedVersion) };
}

function exact(requirement: string): string {
  return /^[=v]?\d+\.\d+\.\d+[-+.0-9A-Za-z]*$/.test(requirement) ? requirement.replace(/^[=v]/, '') : '';
}
