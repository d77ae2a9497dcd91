// Reads the directives of a C# file that is an app by itself: `#:package A.B@13.0.3`, `#:sdk C@9.4.1`.
// Format: https://learn.microsoft.com/dotnet/core/sdk/file-based-apps
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { exactNugetVersion } from '../nuget-names.ts';

const DIRECTIVE = '#:';
/** Directives are before all code; only comments and other directives may be before them. */
const BEFORE_CODE = /^\s*(?:$|\/\/|#|\/?\*)/;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The C# file', (problems): PackageFinding[] => {
      // Nearly all files have no directive; one search finds this out.
      if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(DIRECTIVE) < 0) return [];
      const findings: PackageFinding[] = [];
      for (const [i, line] of textOf(bytes).split('\n').entries()) {
        if (!BEFORE_CODE.test(line)) break;
        const found = packageOfDirective(line, i + 1, problems);
        if (found !== undefined) findings.push(found);
      }
      return findings;
    }),
};

function packageOfDirective(text: string, line: number, problems: Problems): PackageFinding | undefined {
  const [, kind, fullName = '', requirement = ''] =
    /^#:(package|sdk)\s+([^\s@]{1,200})(?:@(\S{1,200}))?\s*$/.exec(text) ?? [];
  // An SDK without a version is part of .NET.
  if (kind === undefined || (kind === 'sdk' && requirement === '')) return undefined;
  const about = { requirement, version: exactNugetVersion(requirement), scope: scopeOf(kind) };
  return packageOf('nuget', fullName, { role: 'requires', isDirect: true, line, ...about }, problems);
}

function scopeOf(kind: string): 'runtime' | 'build' {
  return kind === 'sdk' ? 'build' : 'runtime';
}
