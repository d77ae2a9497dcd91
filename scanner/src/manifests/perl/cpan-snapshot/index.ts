// Reads cpanfile.snapshot of Carton and Carmel: distributions with the modules that they provide and require.
// Format: https://metacpan.org/dist/Carton/view/lib/Carton.pm
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { linesOf } from '../../shared/formats/lines.ts';
import { dependencyOf, packageOf } from '../../shared/identity.ts';
import { type Problems, quoted, readSafely, textOf } from '../../shared/problems.ts';
import { cpanName } from '../cpan-names.ts';

interface Distribution {
  name: string;
  version: string;
  pathname: string;
  provides: string[];
  requires: { module: string; requirement: string }[];
  line: number;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The cpanfile.snapshot', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      if (!/^DISTRIBUTIONS\s*$/m.test(text)) {
        problems.add('A cpanfile.snapshot should have a section "DISTRIBUTIONS"; nothing was read from it.');
        return [];
      }
      const distributions = parse(text, problems);
      const byModule = new Map<string, Distribution>();
      for (const one of distributions) for (const module of one.provides) byModule.set(module, one);
      return distributions.flatMap((one) => findingOf(one, byModule, problems) ?? []);
    }),
};

/** The indentation shows the kind of a line: 2 for a distribution, 4 for its fields, 6 for the content of a field. */
function parse(text: string, problems: Problems): Distribution[] {
  const distributions: Distribution[] = [];
  let field = '';
  for (const [i, raw] of linesOf(text).map((raw, at) => [at, raw] as const)) {
    const content = raw.trim();
    const indent = raw.length - raw.trimStart().length;
    if (content === '' || content.startsWith('#') || indent < 2) continue;
    const current = distributions.at(-1);
    if (indent < 4) {
      const [, name, version] = /^(.+)-(v?\d[\w.]*(?:-TRIAL)?)$/.exec(content) ?? [];
      if (name === undefined || version === undefined)
        problems.add(
          `Line ${i + 1} should be a distribution such as "Moo-2.005" but is ${quoted(content)}; it was left out.`,
        );
      distributions.push({
        name: name ?? '',
        version: version ?? '',
        pathname: '',
        provides: [],
        requires: [],
        line: i + 1,
      });
    } else if (indent < 6) {
      field = content.split(':')[0] ?? '';
      if (field === 'pathname' && current !== undefined) current.pathname = content.slice(field.length + 1).trim();
    } else {
      const [module = '', requirement = ''] = content.split(/\s+/);
      if (field === 'provides') current?.provides.push(module);
      if (field === 'requirements') current?.requires.push({ module, requirement });
    }
  }
  return distributions.filter(({ name }) => name !== '');
}

function findingOf(
  one: Distribution,
  byModule: ReadonlyMap<string, Distribution>,
  problems: Problems,
): PackageFinding | undefined {
  const byPurl = new Map<string, PackageDependency>();
  for (const { module, requirement } of one.requires) {
    const target = byModule.get(module);
    // Perl itself and its core modules are left out.
    if (target === undefined || target === one) continue;
    const parts = {
      version: target.version,
      requirement: requirement === '0' ? '' : requirement,
      scope: 'runtime' as const,
    };
    const found = dependencyOf('cpan', target.name, parts, problems);
    if (found !== undefined && !byPurl.has(found.purl)) byPurl.set(found.purl, found);
  }
  return packageOf(
    'cpan',
    cpanName(one.name),
    {
      role: 'locks',
      version: one.version,
      downloadUrl: one.pathname === '' ? '' : `https://cpan.metacpan.org/authors/id/${one.pathname}`,
      line: one.line,
      dependencies: [...byPurl.values()],
    },
    problems,
  );
}
