// The parts of a pom.xml that concern other files: its parent, and the values that its children inherit. They remain
// unresolved, because the properties of a child replace those of its parent first. Pure.
import type { MavenModel, MavenRequest, TextPairs } from '../../../definitions.ts';
import { child, childText, type Element, listed } from '../../../xml.ts';
import { chosenProfiles } from '../maven-profiles.ts';
import type { Interpolate } from './properties.ts';

/** Longer values suggest a hostile file; they are left out or cut. */
const MAX_VALUE = 1000;
const PLACEHOLDER = '${';

/** undefined for a project that neither inherits nor could be inherited from. */
export function modelOf(project: Element, interpolate: Interpolate): MavenModel | undefined {
  const parent = child(project, 'parent');
  const managed = listed(child(project, 'dependencyManagement'), 'dependencies', 'dependency').map(requestOf);
  const isParent = childText(project, 'packaging') === 'pom';
  if (parent === undefined && !isParent && managed.length === 0) return undefined;
  const scoped = dependencyElements(project)
    .filter((dependency) => childText(dependency, 'scope') !== '')
    .map((dependency) => interpolate(nameOf(dependency)));
  const inherited = isParent
    ? [project, ...chosenProfiles(project)]
        .flatMap((level) => listed(level, 'dependencies', 'dependency'))
        .map(requestOf)
    : [];
  return {
    groupId: childText(project, 'groupId') || childText(parent, 'groupId'),
    artifactId: childText(project, 'artifactId'),
    version: childText(project, 'version') || childText(parent, 'version'),
    ...(parent === undefined ? {} : { parent: parentOf(parent) }),
    properties: propertiesOf(project),
    managed,
    unnamed: dependencyElements(project)
      .filter((dependency) => interpolate(nameOf(dependency)).includes(PLACEHOLDER))
      .map(requestOf),
    ...(scoped.length === 0 ? {} : { scoped }),
    ...(inherited.length === 0 ? {} : { inherited }),
  };
}

/** Dependencies of the project and of all its profiles, whether a build chooses the profiles or not. */
export function dependencyElements(project: Element): Element[] {
  return [
    ...listed(project, 'dependencies', 'dependency'),
    ...listed(project, 'profiles', 'profile').flatMap((profile) => listed(profile, 'dependencies', 'dependency')),
  ];
}

export function nameOf(dependency: Element): string {
  return `${childText(dependency, 'groupId')}:${childText(dependency, 'artifactId')}`;
}

function parentOf(parent: Element) {
  const relativePath = child(parent, 'relativePath');
  return {
    groupId: childText(parent, 'groupId'),
    artifactId: childText(parent, 'artifactId'),
    version: childText(parent, 'version'),
    relativePath: relativePath === undefined ? '../pom.xml' : relativePath.text.trim(),
  };
}

/** Properties of chosen profiles override those of the project, and these override those of the other profiles. */
function propertiesOf(project: Element): TextPairs {
  const own = child(project, 'properties')?.children ?? [];
  const propertiesIn = (profiles: readonly Element[]) =>
    profiles.flatMap((profile) => child(profile, 'properties')?.children ?? []);
  const ofProfiles = propertiesIn(listed(project, 'profiles', 'profile'));
  const values = new Map<string, string>();
  for (const { name, text } of [...ofProfiles, ...own, ...propertiesIn(chosenProfiles(project))]) {
    const value = text.trim();
    if (value.length <= MAX_VALUE) values.set(name, value);
  }
  return [...values];
}

function requestOf(dependency: Element): MavenRequest {
  return {
    name: nameOf(dependency),
    version: childText(dependency, 'version').slice(0, MAX_VALUE),
    scope: childText(dependency, 'scope').slice(0, MAX_VALUE),
    ...(childText(dependency, 'optional') === 'true' ? { isOptional: true as const } : {}),
    line: lineOf(dependency),
  };
}

/** The line that names the artifact, so that a reader who looks there finds it. */
export function lineOf(dependency: Element): number {
  return (child(dependency, 'artifactId') ?? dependency).line;
}
