// Reads the builds of sbt and Mill without running them: `"group" %% "artifact" % version % scope`, and `ivy"group::artifact:version"`.
// Documentation: https://www.scala-sbt.org/1.x/docs/Library-Dependencies.html, https://mill-build.org/mill/fundamentals/library-deps.html
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageDependency } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCounter } from '../../shared/formats/lines.ts';
import { type ManifestRequirement, manifestFindings, packageOf } from '../../shared/identity.ts';
import { endOfBrackets } from '../../shared/languages/source-text.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

const MAX_STEPS = 5;
const WORD = '(?:s?"[^"\\n]{0,200}"|[A-Za-z_][\\w.]{0,200}|\\?\\?\\?)';
const GAP = '\\s{0,20}';
const BY_PERCENT = new RegExp(
  `(add(?:Sbt|Compiler)Plugin${GAP}\\(${GAP})?(${WORD})${GAP}(%{1,3})${GAP}(${WORD})${GAP}%${GAP}(${WORD})(?:${GAP}%${GAP}(${WORD}))?`,
  'g',
);
const BY_IVY = /\b(?:ivy|mvn)"([\w.-]{1,200})(:{1,3})([\w.-]{1,200}):{1,3}([^"\s:;]{1,200})[^"\n]{0,200}"/g;
/** `("g" % "a" % "1" classifier "x") % Test` */
const AROUND = new RegExp(`^[^()\\n]{0,200}\\)${GAP}%${GAP}(${WORD})`);
/** Settings that list modules and request none: versions for the requests of others, and how versions are compared. */
const LISTS =
  /\b(dependencyOverrides|libraryDependencySchemes)\s{0,20}\+{1,2}=\s{0,20}(?:(?:Seq|Set|List)\s{0,5}(?=\()|(?=\{))?/g;
/** `cross CrossVersion.full`, `.cross(CrossVersion.for3Use2_13)` */
const CROSS = /^[\s)]{0,20}\.?cross[\s(]{1,20}CrossVersion\.(\w{1,40})/;

type Found = ManifestRequirement & { at: number };

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The build of sbt or Mill', (problems) => {
      const text = withoutComments(textOf(bytes));
      const values = valuesOf(text);
      const suffix = suffixOf(values.get('scalaVersion') ?? '');
      const lineAt = createLineCounter(text);
      const listOf = listsIn(text);
      const found = [...requestsByPercent(text, values, suffix), ...requestsByIvy(text, values, suffix)].sort(
        (a, b) => a.at - b.at,
      );
      const overridden = new Map(
        found.filter(({ at }) => listOf(at) === 'dependencyOverrides').map((one) => [one.fullName, one]),
      );
      const byName = new Map<string, ManifestRequirement>();
      for (const { at, ...written } of found.filter((one) => listOf(one.at) === undefined)) {
        if (byName.has(written.fullName)) continue;
        const { requirement, version } = overridden.get(written.fullName) ?? written;
        byName.set(written.fullName, { ...written, requirement, version, line: lineAt(at) });
      }
      const library = scalaLibrary(text, values.get('scalaVersion') ?? '');
      if (library !== undefined && !byName.has(library.fullName)) {
        const { at, ...request } = library;
        byName.set(library.fullName, { ...request, line: createLineCounter(text)(at) });
      }
      const findings = manifestFindings('maven', undefined, [...byName.values()], problems);
      const own = projectOf(text, suffix, values);
      if (own === undefined) return findings;
      const dependencies = findings.map(
        ({ purl, requirement = '', scope, line }): PackageDependency => ({
          ...{ purl, requirement, scope, isDirect: true },
          ...(line === undefined ? {} : { line }),
        }),
      );
      const { fullName, version, at } = own;
      const about = { role: 'declares' as const, version, line: createLineCounter(text)(at), dependencies };
      const declared = packageOf('maven', fullName, about, problems);
      return declared === undefined ? findings : [declared, ...findings];
    }),
};

/**
 * What `%%` adds to a name: the binary version of Scala. Versions before 2.10, and candidates of a first release, are
 * compatible only with themselves.
 * Documentation: https://www.scala-sbt.org/1.x/docs/Cross-Build.html
 */
function suffixOf(scalaVersion: string): string {
  const [, major = '', minor = '', patch = '', candidate = ''] = /^(\d+)\.(\d+)\.(\d+)(-.+)?$/.exec(scalaVersion) ?? [];
  if (major === '') {
    const [, short] = /^(3|2\.\d+)\b/.exec(scalaVersion) ?? [];
    return short === undefined ? '' : `_${short}`;
  }
  const isOwn =
    (major === '2' && Number(minor) < 10) || (patch === '0' && candidate !== '' && !/^-bin/.test(candidate));
  if (isOwn) return `_${scalaVersion}`;
  return major === '3' ? '_3' : `_${major}.${minor}`;
}

function requestsByPercent(text: string, values: ReadonlyMap<string, string>, suffix: string): Found[] {
  return [...text.matchAll(BY_PERCENT)].flatMap((match) => {
    const [whole, plugin, group = '', percents, name = '', version = '', configuration = ''] = match;
    // `%` between two names is the remainder of a division.
    if (!group.endsWith('"') && !name.endsWith('"')) return [];
    const fullName = `${settingOf(group, values)}:${settingOf(name, values)}`;
    if (!/^[\w.-]+:[\w.-]+$/.test(fullName) || !isKnown(group, values) || !isKnown(name, values)) return [];
    const end = match.index + whole.length;
    const around = text
      .slice(Math.max(0, match.index - 20), match.index)
      .trimEnd()
      .endsWith('(')
      ? AROUND.exec(text.slice(end, end + 300))?.[1]
      : '';
    const scope = plugin === undefined ? scopeOf(unquoted(configuration || (around ?? ''))) : 'build';
    const requirement = version === '???' ? '' : settingOf(version, values);
    const cross = CROSS.exec(text.slice(end, end + 100))?.[1] ?? (percents === '%' ? 'disabled' : 'binary');
    const artifact = `${fullName}${crossSuffix(cross, suffix, values.get('scalaVersion') ?? '')}`;
    return { ...requirementOf(artifact, requirement, scope), at: match.index };
  });
}

function crossSuffix(cross: string, binary: string, scalaVersion: string): string {
  if (cross === 'full' || cross === 'patch') return scalaVersion === '' ? '' : `_${scalaVersion}`;
  if (cross === 'for3Use2_13') return '_2.13';
  if (cross === 'for2_13Use3') return '_3';
  return cross === 'disabled' ? '' : binary;
}

function isKnown(word: string, values: ReadonlyMap<string, string>): boolean {
  return word.endsWith('"') || values.has(word.slice(word.lastIndexOf('.') + 1));
}

function requestsByIvy(text: string, values: ReadonlyMap<string, string>, suffix: string): Found[] {
  return [...text.matchAll(BY_IVY)].map((match) => {
    const [, group, colons, name, version = ''] = match;
    const fullName = `${group}:${name}${colons === ':' ? '' : suffix}`;
    return { ...requirementOf(fullName, filled(version, values), 'runtime'), at: match.index };
  });
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** The setting in whose list a position is; undefined for other positions. */
function listsIn(text: string): (at: number) => string | undefined {
  const ranges: { setting: string; start: number; end: number }[] = [];
  for (const match of text.matchAll(LISTS)) {
    const start = match.index + match[0].length;
    if (start < (ranges.at(-1)?.end ?? 0)) continue;
    const end = /[({]/.test(text.charAt(start)) ? endOfBrackets(text, start) : endOfLine(text, start);
    ranges.push({ setting: match[1] ?? '', start, end });
  }
  return (at) => {
    let low = 0;
    for (let high = ranges.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.start ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    const last = ranges[low - 1];
    return last !== undefined && at < last.end ? last.setting : undefined;
  };
}

/** sbt and Mill add the library of their Scala version to each project, unless a setting prevents it. */
function scalaLibrary(text: string, scalaVersion: string): Found | undefined {
  const at = /\bscalaVersion\b/.exec(text)?.index;
  if (at === undefined || !/^[23]\.\d+\.\d+/.test(scalaVersion) || /\bautoScalaLibrary\s*:=\s*false/.test(text))
    return undefined;
  const name = scalaVersion.startsWith('3') ? 'scala3-library_3' : 'scala-library';
  return { ...requirementOf(`org.scala-lang:${name}`, scalaVersion, 'runtime'), at };
}

const SETTING =
  /(?:^|[\s,(])(?:ThisBuild\s{0,5}\/\s{0,5})?(name|organization|version)\s{0,20}(?:in\s{1,5}ThisBuild\s{1,5})?:=\s{0,20}("[^"\n]{1,200}"|[A-Za-z_][\w.]{0,100})/g;

/** The project, if the build names one: several names are those of its parts, which have their own settings. */
function projectOf(text: string, suffix: string, values: ReadonlyMap<string, string>) {
  const settings: Record<'name' | 'organization' | 'version', { value: string; at: number }[]> = {
    name: [],
    organization: [],
    version: [],
  };
  for (const match of text.matchAll(SETTING)) {
    const [, setting, written = ''] = match;
    const value = settingOf(written, values);
    if (setting === 'name' || setting === 'organization' || setting === 'version')
      settings[setting].push({ value: written.startsWith('"') || value !== written ? value : '', at: match.index + 1 });
  }
  const [name, otherName] = settings.name;
  const [organization] = settings.organization;
  if (name === undefined || organization === undefined || otherName !== undefined) return undefined;
  // sbt writes names of artifacts so.
  const artifact = name.value.toLowerCase().replace(/[^\w.]+/g, '-');
  if (!/^[\w-]+(?:\.[\w-]+)*$/.test(organization.value) || artifact === '') return undefined;
  const version = settings.version[0]?.value ?? '';
  return {
    fullName: `${organization.value}:${artifact}${suffix}`,
    version: /^[\w.+-]{1,100}$/.test(version) ? version : '',
    at: name.at,
  };
}

function requirementOf(fullName: string, requirement: string, scope: DependencyScope): ManifestRequirement {
  const isExact = /^\d[\w.-]*$/.test(requirement) && !requirement.endsWith('.+');
  return { fullName, requirement, version: isExact ? requirement : '', scope };
}

/** `val akkaVersion = "2.6"`. A value inside an object is stored under its short and its long name. */
function valuesOf(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(
    /\b(?:val|def|lazy val)\s+(\w{1,100})\s*(?::\s*String\s*)?=\s*"([^"\n]{0,200})"/g,
  ))
    values.set(name, value);
  const scala = /\bscalaVersion\s*(?:in\s+ThisBuild\s*)?(?::=|=)\s*("[^"\n]{0,50}"|[\w.]{1,100})/.exec(text)?.[1];
  const direct = /\bdef\s+scalaVersion\s*=\s*(?:T\s*\{\s*)?"([^"\n]{0,50})"/.exec(text)?.[1];
  const version = direct ?? (scala === undefined ? '' : settingOf(scala, values));
  if (version !== '') values.set('scalaVersion', version);
  return values;
}

function settingOf(written: string, values: ReadonlyMap<string, string>): string {
  if (written.endsWith('"')) return filled(unquoted(written), values);
  return values.get(written.slice(written.lastIndexOf('.') + 1)) ?? written;
}

function filled(text: string, values: ReadonlyMap<string, string>): string {
  let current = text;
  for (let step = 0; step < MAX_STEPS && current.includes('$') && current.length < 1000; step++)
    current = current.replace(
      /\$(?:\{([A-Za-z_][\w.]*)\}|([A-Za-z_]\w*))/g,
      (whole, dotted?: string, bare = '') => values.get(dotted?.slice(dotted.lastIndexOf('.') + 1) ?? bare) ?? whole,
    );
  return current;
}

function unquoted(word: string): string {
  return word.replace(/^s?"([^"]*)"$/, '$1');
}

function scopeOf(configuration: string): DependencyScope {
  if (/test|it\b|IntegrationTest/i.test(configuration)) return 'test';
  if (/provided/i.test(configuration)) return 'peer';
  return /optional/i.test(configuration)
    ? 'optional'
    : /compile-?internal|plugin/i.test(configuration)
      ? 'build'
      : 'runtime';
}

/** Replaces comments by spaces, so that positions and lines stay the same. `//` in a string is not a comment. */
function withoutComments(text: string): string {
  return text.replace(/"[^"\\\n]*(?:\\.[^"\\\n]*)*"|\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?/g, (found) =>
    found.startsWith('"') ? found : found.replace(/[^\n]/g, ' '),
  );
}
