// Reads the requires.txt of an egg-info folder: the requests of setup.py, as setuptools wrote them. A section is for an
// extra, a marker or both.
// Format: https://setuptools.pypa.io/en/latest/deprecated/python_eggs.html#requires-txt
import { strongerScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { linesOf } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { quoted, readSafely, textOf } from '../../shared/problems.ts';
import { parseExtraRequirement } from '../../shared/pypi-requirement.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The requires.txt', (problems): PackageFinding[] => {
      const findings = new Map<string, PackageFinding>();
      let section = '';
      let number = 0;
      for (const raw of linesOf(textOf(bytes))) {
        number += 1;
        const text = raw.slice(0, 2000).trim();
        if (text === '' || text[0] === '#') continue;
        if (text[0] === '[') {
          // `[extra]`, `[extra:marker]`, `[:marker]`
          const heading = /^\[([^\]:]*(?::.*)?)\]$/.exec(text)?.[1];
          if (heading === undefined)
            problems.add(`Line ${number} should be a section such as "[extra]" but is ${quoted(text)}.`);
          section = heading ?? '';
          continue;
        }
        const wanted = parseExtraRequirement(text, section, problems);
        if (wanted === undefined) continue;
        const { fullName, ...rest } = wanted;
        const parts = {
          ...rest,
          role: 'requires',
          isDirect: true,
          line: number,
        } as const;
        const found = packageOf('pypi', fullName, parts, problems);
        const before = found && findings.get(found.purl);
        // A section may repeat requests of other sections.
        if (found !== undefined && (before === undefined || strongerScope(before.scope, found.scope) !== before.scope))
          findings.set(found.purl, found);
      }
      return [...findings.values()];
    }),
};
