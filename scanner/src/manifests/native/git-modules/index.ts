// Reads .gitmodules: the repositories that git checks out into folders of the code base. Git keeps their commits in its
// index, not in this file, so the version is unknown unless the file names a branch.
// Format: https://git-scm.com/docs/gitmodules
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { type Problems, quoted, readSafely, textOf } from '../../shared/problems.ts';
import { gitIdentity } from '../../shared/source-location.ts';

interface Submodule {
  name: string;
  url: string;
  branch: string;
  /** The folder into which git checks it out, relative to this file. */
  path: string;
  line: number;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The .gitmodules', (problems): PackageFinding[] => {
      const findings = new Map<string, PackageFinding>();
      for (const submodule of readSubmodules(textOf(bytes), problems)) {
        const found = findingOf(submodule, problems);
        if (found !== undefined && !findings.has(found.purl)) findings.set(found.purl, found);
      }
      return [...findings.values()];
    }),
};

function readSubmodules(text: string, problems: Problems): Submodule[] {
  const submodules: Submodule[] = [];
  text.split('\n').forEach((raw, i) => {
    const line = raw.trim();
    if (line === '' || line[0] === '#' || line[0] === ';') return;
    const section = /^\[submodule "(.{0,500})"\]/.exec(line);
    if (section !== null) {
      submodules.push({ name: section[1] ?? '', url: '', branch: '', path: '', line: i + 1 });
      return;
    }
    const equals = line.indexOf('=');
    const submodule = submodules.at(-1);
    if (submodule === undefined || equals < 0) {
      problems.add(
        `Line ${i + 1} should be "name = value" below [submodule "…"] but is ${quoted(line)}; it was left out.`,
      );
      return;
    }
    const key = line.slice(0, equals).trim().toLowerCase();
    const value = line
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1');
    if (key === 'url') {
      submodule.url = value;
      submodule.line = i + 1;
    } else if (key === 'branch') submodule.branch = value;
    else if (key === 'path') submodule.path = plainFolder(value);
  });
  return submodules;
}

/** '' for a path that leads out of the tree. */
function plainFolder(path: string): string {
  const folder = path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  return /(?:^|\/)\.\.(?:\/|$)|^\//.test(folder) ? '' : folder;
}

function findingOf({ name, url, branch, path, line }: Submodule, problems: Problems): PackageFinding | undefined {
  if (url === '') {
    problems.add(`The submodule ${quoted(name)} should have a "url"; it was left out.`);
    return undefined;
  }
  const common = {
    role: 'requires' as const,
    isDirect: true,
    requirement: branch,
    line,
    ...(path !== '' && { folder: path }),
  };
  // `../other.git` is relative to the address of this repository, which is unknown here.
  if (/^\.\.?\//.test(url)) {
    const last = url.replace(/\/+$/, '').split('/').at(-1) ?? '';
    return packageOf('generic', last.replace(/\.git$/, ''), { ...common, downloadUrl: url }, problems);
  }
  const identity = gitIdentity(url, '');
  if (identity === undefined) {
    problems.add(`Line ${line}: "url" should be the address of a repository but is ${quoted(url)}; it was left out.`);
    return undefined;
  }
  const { type, fullName, ...parts } = identity;
  return packageOf(type, fullName, { ...common, ...parts }, problems);
}
