// Reads the builds of sbt and Mill without running them: `"group" %% "artifact" % version % scope`, and `ivy"group::artifact:version"`.
// Documentation: https://www.scala-sbt.org/1.x/docs/Library-Dependencies.html, https://mill-build.org/mill/fundamentals/library-deps.html
import type { DependencyScope, PackageDependency } from '../../findings.ts';
import { manifestFindings, packageOf, type Requirement } from '../identity.ts';
import { createLineCounter } from '../lines.ts';
import type { ManifestMember } from '../member.ts';
import { readSafely, textOf } from '../problems.ts';

const MAX_STEPS = 5;
const WORD = '(?:"[^"\\n]{0,200}"|[A-Za-z_][\\w.]{0,200})';
const BY_PERCENT = new RegExp(
  `(addSbtPlugin\\s*\\(\\s*)?"([\\w.-]{1,200})"\\s{0,20}(%{1,3})\\s{0,20}"([\\w.-]{1,200})"\\s{0,20}%\\s{0,20}(${WORD})(?:\\s{0,20}%\\s{0,20}(${WORD}))?`,
  'g',
);
const BY_IVY = /\b(?:ivy|mvn)"([\w.-]{1,200})(:{1,3})([\w.-]{1,200}):{1,3}([^"\s:;]{1,200})[^"\n]{0,200}"/g;

export const mavenSbt: ManifestMember = {
  name: 'maven-sbt',
  mayBeEmpty: true,
  wants: (path, file) =>
    file.endsWith('.sbt') || /(^|\/)project\/[^/]+\.scala$/.test(path) || /^build\.(sc|mill)$/.test(file),
  read: (bytes) =>
    readSafely('The build of sbt or Mill', (problems) => {
      const text = withoutComments(textOf(bytes));
      const values = valuesOf(text);
      const binary = /^(\d+\.\d+)\.|^(3)\./.exec(values.get('scalaVersion') ?? '');
      const suffix =
        binary === null
          ? ''
          : `_${binary[1] === undefined || binary[2] === '3' || binary[1].startsWith('3.') ? '3' : binary[1]}`;
      const lineAt = createLineCounter(text);
      const found: (Requirement & { at: number })[] = [];
      for (const match of text.matchAll(BY_PERCENT)) {
        const [, plugin, group, percents, name, version = '', configuration = ''] = match;
        const scope = plugin === undefined ? scopeOf(unquoted(configuration)) : 'build';
        found.push({
          ...requirementOf(`${group}:${name}${percents === '%' ? '' : suffix}`, settingOf(version, values), scope),
          at: match.index,
        });
      }
      for (const match of text.matchAll(BY_IVY)) {
        const [, group, colons, name, version = ''] = match;
        found.push({
          ...requirementOf(`${group}:${name}${colons === ':' ? '' : suffix}`, filled(version, values), 'runtime'),
          at: match.index,
        });
      }
      found.sort((a, b) => a.at - b.at);
      const byName = new Map<string, Requirement>();
      for (const { at, ...requirement } of found)
        if (!byName.has(requirement.fullName)) byName.set(requirement.fullName, { ...requirement, line: lineAt(at) });
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
      const about = { role: 'declares' as const, version, line: lineAt(at), dependencies };
      const declared = packageOf('maven', fullName, about, problems);
      return declared === undefined ? findings : [declared, ...findings];
    }),
};

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

function requirementOf(fullName: string, requirement: string, scope: DependencyScope): Requirement {
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
  const scala = /\bscalaVersion\s*(?::=|=)\s*("[^"\n]{0,50}"|[\w.]{1,100})/.exec(text)?.[1];
  const direct = /\bdef\s+scalaVersion\s*=\s*(?:T\s*\{\s*)?"([^"\n]{0,50})"/.exec(text)?.[1];
  const version = direct ?? (scala === undefined ? '' : settingOf(scala, values));
  if (version !== '') values.set('scalaVersion', version);
  return values;
}

function settingOf(written: string, values: ReadonlyMap<string, string>): string {
  if (written.startsWith('"')) return filled(unquoted(written), values);
  return values.get(written.slice(written.lastIndexOf('.') + 1)) ?? written;
}

function filled(text: string, values: ReadonlyMap<string, string>): string {
  let current = text;
  for (let step = 0; step < MAX_STEPS && current.includes('$') && current.length < 1000; step++)
    current = current.replace(
      /\$\{?([A-Za-z_][\w.]*)\}?/g,
      (whole, name: string) => values.get(name.slice(name.lastIndexOf('.') + 1)) ?? whole,
    );
  return current;
}

function unquoted(word: string): string {
  return word.startsWith('"') ? word.slice(1, -1) : word;
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
