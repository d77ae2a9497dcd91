// The entries of Cartfile and Cartfile.resolved: a kind of source, its address, and a version.
// Format: https://github.com/Carthage/Carthage/blob/master/Documentation/Artifacts.md
import type { PackageFinding } from '../../findings.ts';
import { packageOf } from '../shared/identity.ts';
import { type Problems, quoted } from '../shared/problems.ts';
import { swiftName } from './swift-names.ts';

const ENTRY = /^(github|git|binary)\s+"([^"]*)"\s*(.*)$/;

export function carthageFindings(text: string, role: 'requires' | 'locks', problems: Problems): PackageFinding[] {
  const byPurl = new Map<string, PackageFinding>();
  for (const [i, raw] of text.split('\n').entries()) {
    const line = raw.replace(/(^|\s)#.*$/, '').trim();
    if (line === '') continue;
    const [, kind, address = '', rest = ''] = ENTRY.exec(line) ?? [];
    if (kind === undefined) {
      problems.add(
        `Line ${i + 1} should be an entry such as 'github "owner/name" ~> 1.0' but is ${quoted(line)}; it was left out.`,
      );
      continue;
    }
    const requirement = rest.replaceAll('"', '').trim();
    const found = packageOf(
      'carthage',
      nameOf(kind, address),
      {
        role,
        version: role === 'locks' ? requirement : (/^==\s*(\S+)$/.exec(requirement)?.[1] ?? ''),
        ...(role === 'locks' ? {} : { requirement, isDirect: true }),
        line: i + 1,
        repositoryUrl: kind === 'github' && !/^https?:/.test(address) ? `https://github.com/${address}` : address,
      },
      problems,
    );
    if (found !== undefined && !byPurl.has(found.purl)) byPurl.set(found.purl, found);
  }
  return [...byPurl.values()];
}

/** `owner/name` on GitHub; elsewhere the address without its protocol. */
function nameOf(kind: string, address: string): string {
  if (kind === 'github' && !/^https?:/.test(address)) return address;
  return swiftName(address) || address.replace(/^[a-z]+:\/\//, '');
}
