// Shared by the files of Haskell: requests as text, and packages followed by a revision.
import type { DependencyScope } from '../../dependency-scopes.ts';
import type { ManifestRequirement } from '../shared/identity.ts';

/** `base >= 4.7 && < 5`, `lib:{internal, other} ^>= 1.0`. Undefined for anything else. */
export function hackageRequest(
  text: string,
  scope: DependencyScope,
  line: number | undefined,
): ManifestRequirement | undefined {
  const [, name, rest = ''] = /^\s*([A-Za-z0-9][\w-]*)(?::[\w-]+|:\{[^{}]*\})?\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined) return undefined;
  const requirement = rest.replace(/\s+/g, ' ').trim();
  if (requirement !== '' && !/^[<>=^(*\-!]/.test(requirement)) return undefined;
  return {
    fullName: name,
    requirement: requirement === '-any' ? '' : requirement,
    version: exactHackageVersion(requirement),
    scope,
    line,
  };
}

export function exactHackageVersion(requirement: string): string {
  return /^==\s*(\d+(?:\.\d+)*)$/.exec(requirement)?.[1] ?? '';
}

/** `HTTP-4000.3.16@sha256:6042…,5947` */
export function pinnedOf(text: string): { name: string; version: string; integrity: string } | undefined {
  const [, name, version, revision = ''] =
    /^([A-Za-z0-9][A-Za-z0-9-]*)-(\d+(?:\.\d+)*)(?:@(.*))?$/.exec(text.trim()) ?? [];
  if (name === undefined || version === undefined) return undefined;
  return { name, version, integrity: /^sha256:([0-9a-f]{64})/.exec(revision)?.[0] ?? '' };
}
