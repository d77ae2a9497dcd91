// Reads the facts in pack.pl of SWI-Prolog.
// Format: https://www.swi-prolog.org/howto/Pack.txt

import type { PackageFinding } from '../../../findings.ts';
import { itemAt } from '../../../items.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCounter } from '../../shared/formats/lines.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { withoutComments } from '../../shared/languages/source-text.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

const FACT =
  /^[ \t]*([a-z]\w*)[ \t]*\([ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|([\w.]+(?:[ \t]*[@<>=]+[ \t]*['"]?[\w.]+['"]?)?))/gm;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The pack.pl', (problems): PackageFinding[] => {
      const text = withoutComments(textOf(bytes), {
        lineComments: ['%'],
        blockComments: [['/*', '*/']],
        quotes: ["'", '"'],
      });
      const lineAt = createLineCounter(text);
      const facts = [...text.matchAll(FACT)].map((found) => ({
        name: itemAt(found, 1),
        value: (found[2] ?? found[3] ?? found[4] ?? '').trim(),
        line: lineAt(found.index),
      }));
      const of = (name: string) => facts.find((fact) => fact.name === name);
      const fullName = of('name')?.value ?? '';
      if (fullName === '') problems.add('A pack.pl should have a fact "name(…)."; its requests are listed without it.');
      const self = {
        fullName,
        role: 'declares' as const,
        line: of('name')?.line,
        version: of('version')?.value ?? '',
        declaredLicense: of('license')?.value ?? '',
        description: of('title')?.value ?? '',
        homepageUrl: of('home')?.value ?? '',
        downloadUrl: of('download')?.value.includes('*') === true ? '' : (of('download')?.value ?? ''),
      };
      const requirements = facts
        .filter(({ name, value }) => name === 'requires' && !value.startsWith('prolog'))
        .map(({ value, line }): ManifestRequirement => {
          const [, wanted = '', requirement = ''] = /^(\w+)\s*(.*)$/.exec(value) ?? [];
          return { fullName: wanted, requirement, version: '', scope: 'runtime', line };
        });
      return manifestFindings('swiplpack', fullName === '' ? undefined : self, requirements, problems);
    }),
};
