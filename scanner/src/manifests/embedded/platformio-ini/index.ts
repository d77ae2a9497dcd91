// Reads platformio.ini: the libraries and platforms of firmware environments.
// Format: https://docs.platformio.org/en/latest/projectconf/sections/env/options/library/lib_deps.html
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { archiveIdentity, gitIdentity } from '../../shared/source-location.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The platformio.ini', (problems): PackageFinding[] => {
      const findings = new Map<string, PackageFinding>();
      let option = '';
      textOf(bytes)
        .split('\n')
        .forEach((raw, i) => {
          const line = raw.slice(0, 2000).replace(/(^|\s)[;#].*$/, '');
          const head = /^([\w.-]+)\s*=(.*)$/.exec(line);
          if (head !== null || /^\S/.test(line)) option = head?.[1] ?? '';
          const isPlatform = option === 'platform';
          if (option !== 'lib_deps' && !isPlatform) return;
          for (const text of (head?.[2] ?? line).split(',').map((part) => part.trim())) {
            if (text === '' || /[${]/.test(text)) continue;
            const found = requestOf(text, isPlatform, i + 1);
            const finding =
              found === undefined ? undefined : packageOf(found.type, found.fullName, found.parts, problems);
            if (finding !== undefined && !findings.has(finding.purl)) findings.set(finding.purl, finding);
          }
        });
      return [...findings.values()];
    }),
};

/** `owner/name@^1.2.0`, `name=https://…`, or an address of a repository or archive. A path is part of the code base. */
function requestOf(text: string, isPlatform: boolean, line: number) {
  const common = {
    role: 'requires' as const,
    isDirect: true,
    scope: isPlatform ? ('build' as const) : ('runtime' as const),
    line,
  };
  const address = /(?:^|=)((?:https?|git\+?\w*|ssh):\/\/\S+)$/.exec(text)?.[1];
  if (address !== undefined) {
    const [url = '', ref = ''] = address.split('#');
    const identity = /\.(zip|tar\.gz|tgz)$/.test(url) ? archiveIdentity('library', url) : gitIdentity(url, ref);
    if (identity === undefined) return undefined;
    const { type, fullName, ...parts } = identity;
    return { type, fullName, parts: { ...common, requirement: parts.version, ...parts } };
  }
  const match = /^((?:[\w.-]+\/)?[\w .-]{1,100}?)\s*(?:@\s*(\S.{0,100}))?$/.exec(text);
  if (match === null || /^\.{0,2}\//.test(text)) return undefined;
  const requirement = match[2]?.trim() ?? '';
  const version = /^\d+(\.\d+)+[\w.+-]*$/.test(requirement) ? requirement : '';
  const fullName = (match[1] ?? '').trim().replace(/\s+/g, '-');
  return { type: 'platformio' as const, fullName, parts: { ...common, requirement, version } };
}
