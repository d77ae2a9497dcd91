// Reads Package.swift as text: the packages that it requires. Its own name is left out, because other packages refer to
// it by its address.
// Format: https://docs.swift.org/package-manager/PackageDescription/PackageDescription.html
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCounter } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { endOfBrackets, SYNTAX, withoutComments } from '../../shared/languages/source-text.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { registryName, swiftName } from '../swift-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Package.swift', (problems): PackageFinding[] => {
      const text = withoutComments(textOf(bytes), SYNTAX.slashes);
      if (!/\bPackage\s*\(/.test(text)) {
        problems.add('A Package.swift should call "Package(…)"; nothing was read from it.');
        return [];
      }
      const lineAt = createLineCounter(text);
      const byPurl = new Map<string, PackageFinding>();
      for (let at = text.indexOf('.package('); at >= 0; ) {
        const end = endOfBrackets(text, at + '.package'.length, SYNTAX.slashes.quotes);
        const request = requestOf(text.slice(at, end));
        const line = lineAt(at);
        if (request !== undefined) {
          const found = packageOf(
            'swift',
            request.fullName,
            { role: 'requires', isDirect: true, line, ...request.parts },
            problems,
          );
          if (found !== undefined && !byPurl.has(found.purl)) byPurl.set(found.purl, found);
        }
        at = text.indexOf('.package(', end);
      }
      return [...byPurl.values()];
    }),
};

/** undefined for a folder, and for a computed address. */
function requestOf(call: string) {
  const url = /\burl:\s*"([^"\n]*)"/.exec(call)?.[1] ?? '';
  const id = /\bid:\s*"([^"\n]*)"/.exec(call)?.[1] ?? '';
  const fullName = url === '' ? registryName(id) : swiftName(url);
  if (fullName === '') return undefined;
  // A fixed revision is the version, as in Package.resolved.
  const exact = /\b(?:exact|revision)\s*[:(]\s*"([^"\n]*)"/.exec(call)?.[1] ?? '';
  return {
    fullName,
    parts: { version: exact, requirement: requirementOf(call, exact), repositoryUrl: /^https?:/.test(url) ? url : '' },
  };
}

function requirementOf(call: string, exact: string): string {
  if (exact !== '') return exact;
  const range = /"([^"\n]*)"\s*(\.\.[.<])\s*"([^"\n]*)"/.exec(call);
  if (range !== null) return `>= ${range[1]}, ${range[2] === '..<' ? '<' : '<='} ${range[3]}`;
  const [, lowest] = /"([^"\n]*)"\s*\.\.\.(?!\s*")/.exec(call) ?? [];
  if (lowest !== undefined) return `>= ${lowest}`;
  const [, upTo, highest] = /[,(]\s*(\.\.[.<])\s*"([^"\n]*)"/.exec(call) ?? [];
  if (highest !== undefined) return `${upTo === '..<' ? '<' : '<='} ${highest}`;
  const [, kind = '', from = ''] = /\b(upToNextMinor\s*\(\s*from|from|branch)\s*[:(]\s*"([^"\n]*)"/.exec(call) ?? [];
  if (from === '') return '';
  if (kind === 'branch') return `branch ${from}`;
  return kind === 'from' ? `^${from}` : `~${from}`;
}
