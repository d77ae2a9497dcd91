// Reads renv.lock and packrat.lock of R.
// Format: https://rstudio.github.io/renv/articles/lockfile.html, https://rstudio.github.io/packrat/
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { consumed, consumedFields } from '../../shared/consumed.ts';
import { jsonSectionLines } from '../../shared/formats/lines.ts';
import { dependencyOf, packageOf } from '../../shared/identity.ts';
import { asFields, asText, isFields, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { cranRequests, isOfR, readDcf } from '../cran-names.ts';

interface Locked {
  name: string;
  version: string;
  wants: { name: string; requirement: string }[];
  checksum: string;
  address: string;
  line: number | undefined;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The lockfile of R', (problems): PackageFinding[] => {
      const locked = lockedOf(textOf(bytes), problems);
      const versions = new Map<string, string>();
      for (const { name, version } of locked) versions.set(name, version);
      return consumed(locked, (one) => findingOf(one, versions, problems));
    }),
};

function lockedOf(text: string, problems: Problems): Locked[] {
  return /^\s*Packrat/.test(text) ? ofPackrat(text, problems) : ofRenv(text, problems);
}

function ofRenv(text: string, problems: Problems): Locked[] {
  const lock: unknown = JSON.parse(text);
  if (!isFields(lock) || own(lock, 'Packages') === undefined) {
    problems.add('A renv.lock should be an object with "Packages"; nothing was read from it.');
    return [];
  }
  const lines = jsonSectionLines(text, 'Packages');
  return consumedFields(asFields(own(lock, 'Packages'), 'Packages', problems), (key, value) => {
    const entry = asFields(value, `Packages.${key}`, problems);
    const of = (name: string) => asText(own(entry, name), `Packages.${key}.${name}`, problems);
    const wants = ['Requirements', 'Depends', 'Imports', 'LinkingTo'].flatMap((section) => {
      const list = own(entry, section);
      const items = Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
      return items.flatMap((item) => cranRequests(item));
    });
    const host = of('RemoteHost').replace(/^api\./, '');
    const remote = host === '' ? '' : `https://${host}/${of('RemoteUsername')}/${of('RemoteRepo')}`;
    return {
      name: of('Package') || key,
      version: of('Version'),
      wants: wants.filter((wanted, i) => wants.findIndex(({ name }) => name === wanted.name) === i),
      checksum: of('Hash') === '' ? '' : `md5:${of('Hash')}`,
      address: of('RemoteUrl') || remote,
      line: lines[key],
    };
  });
}

function ofPackrat(text: string, problems: Problems): Locked[] {
  const paragraphs = readDcf(text, (line) => problems.add(`Line ${line} should be "Field: value"; it was left out.`));
  return paragraphs.flatMap((fields): Locked[] => {
    const of = (name: string) => fields.get(name)?.value ?? '';
    if (of('Package') === '') return [];
    return [
      {
        name: of('Package'),
        version: of('Version'),
        wants: cranRequests(of('Requires')),
        checksum: of('Hash') === '' ? '' : `md5:${of('Hash')}`,
        address: of('GithubRepo') === '' ? '' : `https://github.com/${of('GithubUsername')}/${of('GithubRepo')}`,
        line: fields.get('Package')?.line,
      },
    ];
  });
}

function findingOf(one: Locked, versions: ReadonlyMap<string, string>, problems: Problems): PackageFinding | undefined {
  const { name, version, wants, checksum, address, line } = one;
  if (isOfR(name)) return undefined;
  const dependencies = wants.flatMap((wanted): PackageDependency[] => {
    const parts = {
      version: versions.get(wanted.name) ?? '',
      requirement: wanted.requirement,
      scope: 'runtime' as const,
    };
    const found = dependencyOf('cran', wanted.name, parts, problems);
    return found === undefined ? [] : [found];
  });
  return packageOf(
    'cran',
    name,
    { role: 'locks', version, integrity: checksum, repositoryUrl: address, line, dependencies },
    problems,
  );
}
