// Reads cabal.project.freeze.
// Format: https://cabal.readthedocs.io/en/stable/cabal-commands.html#cabal-freeze
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { quoted, readSafely, textOf } from '../../shared/problems.ts';
import { exactHackageVersion } from '../hackage-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The cabal.project.freeze', (problems): PackageFinding[] => {
      const text = textOf(bytes).replace(/^[ \t]*--.*$/gm, '');
      const start = /^constraints:/m.exec(text);
      if (start === null) {
        problems.add('A cabal.project.freeze should have a field "constraints:"; nothing was read from it.');
        return [];
      }
      const rest = text.slice(start.index + start[0].length);
      // The next unindented line starts another field.
      const end = /^[a-z-]+:/m.exec(rest)?.index ?? rest.length;
      const lineOf = createLineCursor(text);
      const byPurl = new Map<string, PackageFinding>();
      for (const item of rest.slice(0, end).split(',')) {
        const constraint = item.trim().replace(/\s+/g, ' ');
        const [, name, wanted = ''] = /^(?:any\.|setup\.)?([A-Za-z0-9][\w-]*) ?(.*)$/.exec(constraint) ?? [];
        const isInstalled = wanted === 'installed';
        // Flags such as `text +simdutf` do not concern the version.
        if (/^[+-]\w/.test(wanted) || constraint === '') continue;
        const version = exactHackageVersion(wanted);
        if (name === undefined || (version === '' && !isInstalled)) {
          problems.add(
            `A constraint should be a package with an exact version such as "any.text ==2.0" but is ${quoted(constraint)}; it was left out.`,
          );
          continue;
        }
        const line = lineOf(constraint) ?? lineOf(name);
        const found = packageOf(
          'hackage',
          name,
          { role: 'locks', version, line, ...(isInstalled ? { requirement: wanted } : {}) },
          problems,
        );
        if (found !== undefined && !byPurl.has(found.purl)) byPurl.set(found.purl, found);
      }
      return [...byPurl.values()];
    }),
};
