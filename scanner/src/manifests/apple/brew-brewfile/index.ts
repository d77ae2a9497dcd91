// Reads Brewfile of Homebrew Bundle as text: the formulae and casks that a code base requires on the machines of its
// developers.
// Format: https://docs.brew.sh/Brew-Bundle-and-Brewfile
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Brewfile', (problems): PackageFinding[] => {
      const wanted = new Map<string, ManifestRequirement>();
      textOf(bytes)
        .split('\n')
        .forEach((raw, i) => {
          const [, kind, name = ''] =
            /^\s*(brew|cask)\s*\(?\s*["']([\w@.+/-]{1,200})["']/.exec(raw.slice(0, 1000)) ?? [];
          if (kind === undefined || wanted.has(name)) return;
          const folder = name.includes('/') ? '' : kind === 'cask' ? 'homebrew/cask/' : 'homebrew/core/';
          wanted.set(name, {
            fullName: `${folder}${name}`,
            requirement: '',
            version: '',
            scope: 'development',
            line: i + 1,
          });
        });
      return manifestFindings('brew', undefined, [...wanted.values()], problems);
    }),
};
