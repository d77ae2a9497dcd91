// Reads references of Conan: `name/version@user/channel#recipe:package#revision%time`.
// Format: https://docs.conan.io/2/reference/conanfile/attributes.html
import type { DependencyScope } from '../../dependency-scopes.ts';
import type { ManifestRequirement } from '../shared/identity.ts';

/** undefined for a path or another text. A range in brackets has no version. */
export function conanRequest(written: string, scope: DependencyScope, line?: number): ManifestRequirement | undefined {
  const reference = written.trim().split('#')[0]?.split('%')[0] ?? '';
  const match = /^([\w.+-]{1,100})\/(\[[^\]]{0,200}\]|[^@:\s/]{1,200})(?:@([^/\s:]{1,100})\/([^\s:]{1,100}))?/.exec(
    reference,
  );
  if (match === null) return undefined;
  const [, fullName = '', version = '', user = '_', channel = '_'] = match;
  return {
    fullName,
    requirement: version,
    version: version.startsWith('[') || /[${}]/.test(version) ? '' : version,
    scope,
    qualifiers: { user: user === '_' ? '' : user, channel: channel === '_' ? '' : channel },
    ...(line === undefined ? {} : { line }),
  };
}
