// Reads setup.cfg: the metadata and requirements for setuptools.
// Format: https://setuptools.pypa.io/en/latest/userguide/declarative_config.html

import type { NamedManifest } from '../../../definitions.ts';
import type { DependencyScope } from '../../../dependency-scopes.ts';
import { itemAt } from '../../../items.ts';
import { textOfParty } from '../../../parties.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { parseExtraRequirement, parseRequirement, pypiLicense, withLines } from '../../shared/pypi-requirement.ts';

const SECTIONS: readonly [string, string, DependencyScope][] = [
  ['options', 'install_requires', 'runtime'],
  ['options', 'setup_requires', 'build'],
  ['options', 'tests_require', 'test'],
];

type Sections = Map<string, Map<string, string>>;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The setup.cfg', (problems) => {
      const source = textOf(bytes);
      const sections = parseSections(source);
      const metadata = sections.get('metadata') ?? new Map<string, string>();
      const text = (key: string) => literal(metadata.get(key) ?? '');
      const fullName = text('name');
      const self = {
        fullName,
        role: 'declares' as const,
        version: text('version'),
        description: text('description') || text('summary'),
        declaredLicense: pypiLicense(
          text('license_expression'),
          text('license'),
          lines(metadata.get('classifiers') ?? metadata.get('classifier') ?? ''),
        ),
        homepageUrl: text('url') || text('home_page') || text('home-page'),
        repositoryUrl: projectUrl(metadata.get('project_urls') ?? ''),
        downloadUrl: text('download_url'),
        supplier: textOfParty({
          name: text('author') || text('maintainer'),
          email: text(text('author') === '' ? 'maintainer_email' : 'author_email'),
        }),
      };
      return manifestFindings(
        'pypi',
        fullName === '' ? undefined : self,
        withLines(requirementsOf(sections, problems), source),
        problems,
      );
    }),
  names: (bytes) => {
    const text = textOf(bytes);
    return text.includes('file:') ? namedIn(text) : [];
  },
};

/** The files of `install_requires = file: a.txt, b.txt`, also on lines of their own. */
function namedIn(text: string): NamedManifest[] {
  const named: NamedManifest[] = [];
  let section = '';
  let scope: DependencyScope | undefined;
  for (const [at, raw] of text.split('\n').entries()) {
    if (/^\s*(?:[#;]|$)/.test(raw)) continue;
    const heading = /^\[([^\]]+)\]/.exec(raw)?.[1];
    if (heading !== undefined) section = heading.trim();
    const [, key, value = ''] = /^([^\s=:[][^=:]*)[=:](.*)$/.exec(raw) ?? [];
    if (key !== undefined)
      scope = /^\s*file:/.test(value) ? scopeOf(section, key.trim().replaceAll('-', '_')) : undefined;
    const isContinued = key === undefined && /^\s/.test(raw);
    if (heading !== undefined || scope === undefined || (key === undefined && !isContinued)) continue;
    for (const path of (isContinued ? raw : value.replace(/^\s*file:/, '')).split(','))
      named.push({
        path: path.trim(),
        manifest: 'pypi-requirements',
        line: at + 1,
        ...(scope === 'runtime' ? {} : { scope }),
      });
  }
  return named;
}

/** undefined for a key that requests nothing. */
function scopeOf(section: string, key: string): DependencyScope | undefined {
  if (section === 'options.extras_require') return 'optional';
  return SECTIONS.find(([of, name]) => of === section && name === key)?.[2];
}

function requirementsOf(sections: Sections, problems: Problems): ManifestRequirement[] {
  const requests = SECTIONS.flatMap(([section, key, scope]) =>
    requestsIn(sections.get(section)?.get(key) ?? '').map((text) => parseRequirement(text, scope, problems)),
  );
  const extras = [...(sections.get('options.extras_require') ?? [])].flatMap(([extra, value]) =>
    requestsIn(value).map((text) => parseExtraRequirement(text, extra, problems)),
  );
  return [...requests, ...extras].filter((found) => found !== undefined);
}

/** Without references to other files. */
function requestsIn(value: string): string[] {
  return lines(value).filter((line) => !/^(file:|-|%)/.test(line));
}

/** Sections of `key = value`; indented lines continue the value. As in setuptools, `-` in keys becomes `_`. */
function parseSections(text: string): Sections {
  const sections: Sections = new Map();
  let section: Map<string, string> | undefined;
  let key = '';
  for (const raw of text.split('\n')) {
    const line = raw.trimEnd();
    if (line === '' || /^\s*[#;]/.test(line)) continue;
    const heading = /^\[([^\]]+)\]/.exec(line);
    const separator = line.search(/[=:]/);
    if (heading !== null) {
      section = sections.get(itemAt(heading, 1).trim()) ?? new Map();
      sections.set(itemAt(heading, 1).trim(), section);
      key = '';
    } else if (/^\s/.test(line) && key !== '') {
      section?.set(key, `${section.get(key)}\n${line.trim()}`);
    } else if (separator > 0) {
      key = line.slice(0, separator).trim().toLowerCase().replaceAll('-', '_');
      section?.set(key, line.slice(separator + 1).trim());
    }
  }
  return sections;
}

/** '' for `attr:` and `file:`, because these values are in another file. */
function literal(value: string): string {
  return /^(attr|file):/.test(value) ? '' : value.trim();
}

function lines(value: string): string[] {
  return value
    .split('\n')
    .map((line) => line.replace(/\s#.*$/, '').trim())
    .filter((line) => line !== '');
}

function projectUrl(value: string): string {
  const found = lines(value).find((line) => /^(source|source code|repository|code|github)\s*=/i.test(line));
  return found === undefined ? '' : found.slice(found.indexOf('=') + 1).trim();
}
