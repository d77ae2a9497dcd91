// Reads the requires.txt of an egg-info folder: the requests of setup.py, as setuptools wrote them. A section is for an
// extra, a marker or both.
// Format: https://setuptools.pypa.io/en/latest/deprecated/python_eggs.html#requires-txt
import type { PackageFinding } from '../../findings.ts';
import { packageOf } from '../identity.ts';
import { linesOf } from '../lines.ts';
import type { ManifestMember } from '../member.ts';
import { quoted, readSafely, textOf } from '../problems.ts';
import { parseRequirement } from '../pypi-requirement.ts';

export const pypiEggRequires: ManifestMember = {
  name: 'pypi-egg-requires',
  mayBeEmpty: true,
  wants: (path) => /(^|\/)(EGG-INFO|[^/]+\.egg-info)\/requires\.txt$/i.test(path),
  read: (bytes) =>
    readSafely('The requires.txt', (problems): PackageFinding[] => {
      const findings = new Map<string, PackageFinding>();
      const seen = new Set<string>();
      let extra = '';
      let marker = '';
      let number = 0;
      for (const raw of linesOf(textOf(bytes))) {
        number += 1;
        const text = raw.slice(0, 2000).trim();
        if (text === '' || text[0] === '#') continue;
        if (text[0] === '[') {
          // `[extra]`, `[extra:marker]`, `[:marker]`
          const section = /^\[([^\]:]*)(?::(.*))?\]$/.exec(text);
          if (section === null)
            problems.add(`Line ${number} should be a section such as "[extra]" but is ${quoted(text)}.`);
          [extra = '', marker = ''] = section === null ? [] : [section[1], section[2]];
          continue;
        }
        // A section may repeat requests of other sections.
        if (seen.has(text)) continue;
        seen.add(text);
        const wanted = parseRequirement(text, extra === '' ? 'runtime' : 'optional', problems);
        if (wanted === undefined) continue;
        const { fullName, ...rest } = wanted;
        const parts = {
          ...rest,
          ...(marker === '' ? {} : { marker }),
          role: 'requires',
          isDirect: true,
          line: number,
        } as const;
        const found = packageOf('pypi', fullName, parts, problems);
        if (found !== undefined && !findings.has(found.purl)) findings.set(found.purl, found);
      }
      return [...findings.values()];
    }),
};
