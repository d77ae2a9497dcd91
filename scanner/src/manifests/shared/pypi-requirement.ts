// Python's notation of requirements and licenses, for the manifests and lockfiles of PyPI.
// Specifications: PEP 508 (requirements), PEP 440 (versions), https://packaging.python.org/en/latest/specifications/core-metadata/

import type { DependencyScope } from '../../dependency-scopes.ts';
import { decodedText, firstOf, piecesOf } from '../../items.ts';
import type { ManifestRequirement } from './identity.ts';
import { type Problems, quoted } from './problems.ts';
import { scopeOfExtra, scopeOfExtras } from './pypi-purposes.ts';

const REQUIREMENT = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[([^\]]*)\])?\s*(.*)$/s;
const EXTRAS = /^[A-Za-z0-9._-]+(,[A-Za-z0-9._-]+)*,?$/;
const LICENSE_CLASSIFIER = 'License ::';

/**
 * `name[extra] >=1.0 ; marker`. undefined, with a problem, when it is invalid. The name of an `extra` in the marker decides the scope: optional, or
 * that of its purpose (pypi-purposes.ts).
 */
export function parseRequirement(
  text: string,
  scope: DependencyScope,
  problems: Problems,
): ManifestRequirement | undefined {
  const match = REQUIREMENT.exec(text.trim());
  if (match === null) {
    problems.add(`${quoted(text)} should be a requirement such as "name>=1.0"; it was left out.`);
    return undefined;
  }
  const [, fullName = '', brackets = '', rest = ''] = match;
  const [specifier = '', marker = ''] = splitMarker(rest);
  const asked = extrasIn(marker);
  const requirement = specifier
    .trim()
    .replace(/^\((.*)\)$/s, '$1')
    .trim();
  if (requirement !== '' && !/^(@|[<>=!~])/.test(requirement)) {
    problems.add(`${quoted(text)} should have a version range behind the name; it was left out.`);
    return undefined;
  }
  const extras = piecesOf(brackets, ',').join(',');
  if (extras !== '' && !EXTRAS.test(extras)) {
    problems.add(`${quoted(text)} should have names of extras in its brackets; it was left out.`);
    return undefined;
  }
  return {
    fullName,
    requirement,
    // pip refuses a version together with an address (`a == 1 @ git+https://…`), but people write it and mean the version.
    version:
      exactPypiVersion(firstOf(requirement.split(' @ '))) ||
      (/^@\s/.test(requirement) ? (pypiArchive(requirement.slice(1).trim())?.version ?? '') : ''),
    scope: asked.length > 0 ? scopeOfExtras(asked) : scope,
    ...(extras === '' ? {} : { extras }),
    ...(marker.trim() === '' ? {} : { marker: marker.trim() }),
  };
}

/**
 * A requirement of an extra, in a section or under a key such as `test`, `test:python_version < "3"` or `:sys_platform == "win32"` (for no extra).
 * Its marker names the extra, as in the metadata that the build makes of it.
 */
export function parseExtraRequirement(
  text: string,
  section: string,
  problems: Problems,
): ManifestRequirement | undefined {
  const [, extra = '', condition = ''] = /^([^:]*)(?::(.*))?$/s.exec(section.trim()) ?? [];
  const name = extra.trim();
  const wanted = parseRequirement(text, name === '' ? 'runtime' : scopeOfExtra(name), problems);
  if (wanted === undefined) return undefined;
  const conditions = [wanted.marker ?? '', condition.trim()].filter((marker) => marker !== '');
  if (name !== '') conditions.push(`extra == ${JSON.stringify(name)}`);
  if (conditions.length === 0) return wanted;
  const joined = conditions
    .map((one) => (conditions.length > 1 && /\bor\b/.test(one) ? `(${one})` : one))
    .join(' and ');
  return { ...wanted, marker: joined };
}

/** The extras that a marker asks for: `extra == "test"`, `"test" == extra`. */
function extrasIn(marker: string): string[] {
  return [...marker.matchAll(/\bextra\s*={2,3}\s*["']([^"']*)["']|["']([^"']*)["']\s*={2,3}\s*extra\b/g)].map(
    ([, after, before]) => after ?? before ?? '',
  );
}

/**
 * The line that first requests each name in a Python manifest: as the beginning of a text, as a key, or alone. Lists of
 * keywords and classifiers request nothing.
 */
export function withLines(requirements: readonly ManifestRequirement[], text: string): ManifestRequirement[] {
  const lines = new Map<string, number>();
  let number = 0;
  for (const line of text.split('\n')) {
    number += 1;
    if (
      line.length > 2000 ||
      /^\s*(["']?(keywords|classifiers|name|description|authors?|packages)\b|\[|#|["']?[\w-]+ ::)/.test(line)
    )
      continue;
    for (const [, inQuotes, alone] of line.matchAll(/["']([A-Za-z0-9][\w.-]*)|^\s*([A-Za-z0-9][\w.-]*)/g)) {
      const name = (inQuotes ?? alone ?? '').toLowerCase().replace(/[-_.]+/g, '-');
      if (!lines.has(name)) lines.set(name, number);
    }
  }
  return requirements.map((requirement) => ({
    ...requirement,
    line: requirement.line ?? lines.get(requirement.fullName.toLowerCase().replace(/[-_.]+/g, '-')),
  }));
}

const WHEEL = /^([A-Za-z0-9][\w.]*)-(\d[\w.!+]*)(?:-\d[\w.]*)?-[\w.]+-[\w.]+-[\w.]+\.whl$/;
const SOURCE_ARCHIVE = /^([A-Za-z0-9][\w.-]*?)-(\d[\w.!+]*)\.(?:tar\.(?:gz|bz2|xz)|tgz|zip)$/;

/** The package in the name of a wheel or source archive at an address or path: `torch-2.0.0+cpu-cp311-cp311-linux_x86_64.whl`. */
export function pypiArchive(address: string): { fullName: string; version: string } | undefined {
  const file = decodedText(firstOf(address.split(/[?#]/)).split('/').at(-1) ?? '');
  if (file.length > 300) return undefined;
  const [, fullName, version = ''] = WHEEL.exec(file) ?? SOURCE_ARCHIVE.exec(file) ?? [];
  return fullName === undefined ? undefined : { fullName, version };
}

/** The only version that `==1.2.3` or `===1.2.3` allows; '' for other ranges, including `==1.2.*`. */
export function exactPypiVersion(requirement: string): string {
  return /^={2,3}\s*([0-9A-Za-z][0-9A-Za-z.!+_-]*)$/.exec(requirement.trim())?.[1] ?? '';
}

/**
 * The declared license. First choice is the expression (PEP 639), then the license text if it is a name and not a whole text, then the trove
 * classifiers joined by ` AND ` (each of them applies).
 */
export function pypiLicense(expression: string, license: string, classifiers: readonly string[]): string {
  if (expression !== '') return expression;
  const isName =
    license !== '' && license.length <= 200 && !license.includes('\n') && !/^(unknown|none|see license)/i.test(license);
  const trove = classifiers.filter((text) => text.startsWith(LICENSE_CLASSIFIER) && text !== 'License :: OSI Approved');
  // "BSD" or "Apache" alone are less precise than their classifiers.
  const isVague = /^(bsd|apache|gpl|lgpl|psf|free|dual license|bsd-like|open source)\b\W*(license)?$/i.test(license);
  if (isName && !(isVague && trove.length > 0)) return license;
  return trove.length > 0 ? trove.join(' AND ') : isName ? license : firstLine(license);
}

function firstLine(text: string): string {
  if (/^(unknown|none)$/i.test(text.trim())) return '';
  return firstOf(text.split('\n')).trim().slice(0, 200);
}

/** A semicolon separates the marker; after an address, a space precedes it. */
function splitMarker(rest: string): string[] {
  const at = rest.startsWith('@') ? rest.search(/\s;/) : rest.indexOf(';');
  return at < 0 ? [rest] : [rest.slice(0, at), rest.slice(at + 1)];
}
