// Reads core metadata of Python packages: METADATA in a wheel's dist-info, PKG-INFO in a source archive or egg-info.
// Specification: https://packaging.python.org/en/latest/specifications/core-metadata/
import { itemAt } from '../../../items.ts';
import { partyText, textOfParty } from '../../../parties.ts';
import type { ManifestReader } from '../../member.ts';
import { manifestFindings } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { parseRequirement, pypiLicense } from '../../shared/pypi-requirement.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The package metadata', (problems) => {
      const headers = parseHeaders(textOf(bytes));
      const first = (name: string) => known(headers.get(name)?.[0] ?? '');
      const fullName = first('name');
      if (fullName === '') {
        problems.add('"Name" is missing; nothing was read.');
        return [];
      }
      const requirements = (headers.get('requires-dist') ?? [])
        .map((text) => parseRequirement(text, 'runtime', problems))
        .filter((found) => found !== undefined);
      const self = {
        fullName,
        role: 'declares' as const,
        version: first('version'),
        description: first('summary'),
        declaredLicense: pypiLicense(first('license-expression'), first('license'), headers.get('classifier') ?? []),
        homepageUrl: first('home-page') || projectUrl(headers, /^(home ?page|documentation)$/i),
        repositoryUrl: projectUrl(headers, /^(source|source code|repository|code|github)$/i),
        downloadUrl: first('download-url'),
        supplier: supplierOf(first),
      };
      // Only the package itself is returned. Its requests are its dependencies; the requested packages have metadata of
      // their own.
      return manifestFindings(isInterpreter(fullName) ? 'generic' : 'pypi', self, requirements, problems).filter(
        ({ role }) => role === 'declares',
      );
    }),
};

/** A project that names authors in `pyproject.toml` has name and address together in the address. */
function supplierOf(first: (name: string) => string): string {
  for (const who of ['author', 'maintainer']) {
    const [name, email] = [partyText(first(who)), first(`${who}-email`).split(',', 1)[0]?.trim() ?? ''];
    if (name === '' && partyText(email) !== '') return email;
    if (name !== '') return textOfParty({ name, email: /^[^\s<>]+@[^\s<>]+$/.test(email) ? email : '' });
  }
  return '';
}

/** The build of Python itself also writes an egg-info. The interpreter is not a package of PyPI. */
function isInterpreter(fullName: string): boolean {
  return fullName === 'Python';
}

/**
 * Headers by lower-case name; a line that begins with white space continues the previous one; an empty line ends the
 * headers.
 */
function parseHeaders(text: string): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  let values: string[] | undefined;
  for (const raw of text.split('\n')) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (line === '') break;
    const match = /^([A-Za-z][\w-]*):\s*(.*)$/.exec(line);
    if (/^\s/.test(line)) {
      if (values !== undefined) values.push(`${values.pop()}\n${line.trim()}`);
    } else if (match !== null) {
      values = headers.get(itemAt(match, 1).toLowerCase()) ?? [];
      values.push(itemAt(match, 2).trim());
      headers.set(itemAt(match, 1).toLowerCase(), values);
    }
  }
  return headers;
}

function projectUrl(headers: ReadonlyMap<string, string[]>, label: RegExp): string {
  const found = (headers.get('project-url') ?? [])
    .map((text) => text.split(','))
    .find(([name = '']) => label.test(name.trim()));
  return found === undefined ? '' : found.slice(1).join(',').trim();
}

function known(value: string): string {
  return value === 'UNKNOWN' ? '' : value;
}
