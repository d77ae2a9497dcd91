// Reads *.nuspec: the manifest inside a NuGet package (or a Chocolatey package).
// Format: https://learn.microsoft.com/nuget/reference/nuspec
import type { PackageFinding } from '../../../findings.ts';
import { attribute, child, childText, descendants, type Element, parseXml } from '../../../xml.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { nugetLicense } from '../nuget-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The nuspec', (problems): PackageFinding[] => {
      const root = parseXml(textOf(bytes));
      const metadata = child(root, 'metadata');
      if (root?.name !== 'package' || metadata === undefined) {
        problems.add(
          'A nuspec should have "package" as its root element and "metadata" in it; nothing was read from it.',
        );
        return [];
      }
      const fullName = known(childText(metadata, 'id'));
      if (fullName === '')
        problems.add('"metadata.id" should be the name of the package; its requests are listed without it.');
      const self = { fullName, role: 'declares' as const, line: child(metadata, 'id')?.line, ...describe(metadata) };
      return manifestFindings('nuget', fullName === '' ? undefined : self, requirementsOf(metadata), problems);
    }),
};

function describe(metadata: Element) {
  const license = child(metadata, 'license');
  const text = license?.text.trim() ?? '';
  const isFile = license !== undefined && attribute(license, 'type').toLowerCase() === 'file';
  const repository = child(metadata, 'repository');
  return {
    version: known(childText(metadata, 'version')),
    declaredLicense: nugetLicense(isFile ? '' : text, isFile ? text : '', childText(metadata, 'licenseUrl')),
    description: known(childText(metadata, 'description') || childText(metadata, 'summary')).replace(/\s+/g, ' '),
    homepageUrl: known(childText(metadata, 'projectUrl')),
    supplier: known(childText(metadata, 'authors') || childText(metadata, 'owners')),
    repositoryUrl:
      repository === undefined ? known(childText(metadata, 'projectSourceUrl')) : attribute(repository, 'url'),
  };
}

/** There is a group for each framework; a dependency in several groups counts once. */
function requirementsOf(metadata: Element): ManifestRequirement[] {
  const byName = new Map<string, ManifestRequirement>();
  for (const list of metadata.children.filter(({ name }) => name === 'dependencies')) {
    for (const element of descendants(list, 'dependency')) {
      const fullName = known(attribute(element, 'id'));
      const requirement = attribute(element, 'version');
      // A bare version is the lowest allowed version.
      const version = /^\[([^,[\]()]+)\]$/.exec(requirement)?.[1]?.trim() ?? '';
      if (fullName !== '' && !byName.has(fullName))
        byName.set(fullName, { fullName, requirement, version, scope: 'runtime', line: element.line });
    }
  }
  return [...byName.values()];
}

/** NuGet fills in `$version$` when it builds the package. */
function known(text: string): string {
  return /\$\w+\$/.test(text) ? '' : text;
}
