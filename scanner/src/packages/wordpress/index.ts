// Names WordPress plugins and themes after their folders, which have the names of the plugin directory, and joins a plugin's readme with its main
// file. Pure.
import type { PackageFinding } from '../../findings.ts';
import { formatPurl } from '../../purl/purl.ts';
import type { FilePackages } from '../files.ts';

const IN_FOLDER = /^((?:.*\/)?wp-content\/(?:mu-)?(plugins|themes)\/([^/]+))\/[^/]+$/;

export function completeWordpress(files: readonly FilePackages[]): FilePackages[] {
  const licenses = new Map<string, Readme>();
  const withHeader = new Set<string>();
  for (const { path, packages } of files) {
    const folder = IN_FOLDER.exec(path)?.[1];
    if (folder === undefined || !packages.some(isOfWordpress)) continue;
    if (isReadme(path)) licenses.set(folder, { path, license: packages.find(isOfWordpress)?.declaredLicense ?? '' });
    else withHeader.add(folder);
  }
  return files.map((file) => {
    const [, folder = '', kind = '', name = ''] = IN_FOLDER.exec(file.path) ?? [];
    if (folder === '' || !file.packages.some(isOfWordpress)) return file;
    // The readme repeats the main file, with the version of the last release.
    if (isReadme(file.path) && withHeader.has(folder)) return { path: file.path, packages: [] };
    const packages = file.packages.map((found) =>
      isOfWordpress(found) ? named(found, kind === 'themes' ? 'theme' : 'plugin', name, licenses.get(folder)) : found,
    );
    return { path: file.path, packages };
  });
}

interface Readme {
  path: string;
  license: string;
}

function isOfWordpress({ type, namespace }: PackageFinding): boolean {
  return type === 'wordpress' && namespace !== '';
}

function isReadme(path: string): boolean {
  return /\/readme\.txt$/i.test(path);
}

function named(found: PackageFinding, namespace: string, name: string, readme: Readme | undefined): PackageFinding {
  const made = formatPurl({ type: 'wordpress', namespace, name, version: found.version });
  if (!('value' in made)) return found;
  const license =
    found.declaredLicense !== '' || readme === undefined
      ? {}
      : { declaredLicense: readme.license, licensePath: readme.path };
  return { ...found, purl: made.value, namespace, name, ...license };
}
