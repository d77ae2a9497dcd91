// The profiles of a pom that a build without options chooses: those whose properties say so and, if there are none, those that are active by
// default. Java version, operating system and files belong to the machine of a build, which nobody knows here: such profiles are not chosen.
// https://maven.apache.org/guides/introduction/introduction-to-profiles.html
import { child, childText, type Element, listed } from './xml.ts';

const OF_THE_MACHINE = ['jdk', 'os', 'file'] as const;

export function chosenProfiles(project: Element): Element[] {
  const profiles = listed(project, 'profiles', 'profile');
  const asked = profiles.filter((profile) => isAskedFor(child(profile, 'activation')));
  return asked.length > 0
    ? asked
    : profiles.filter((profile) => childText(child(profile, 'activation'), 'activeByDefault') === 'true');
}

/** A build without options sets no property: only a profile that wants one not to be set, or not to have a value, is chosen. */
function isAskedFor(activation: Element | undefined): boolean {
  const property = child(activation, 'property');
  if (property === undefined) return false;
  if (OF_THE_MACHINE.some((condition) => child(activation, condition) !== undefined)) return false;
  const value = childText(property, 'value');
  return value === '' ? childText(property, 'name').startsWith('!') : value.startsWith('!');
}
