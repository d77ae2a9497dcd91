// The profiles of a pom.xml that a build without options activates: those with a property condition that is true
// without options, or, if there are none, those that are active by default. Conditions on the Java version, the
// operating system and files depend on the machine of the build, which is unknown here, so their profiles are never
// active.
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

/**
 * Without options, no property is set. So a condition is only true if it requires that a property is not set, or does
 * not have a value.
 */
function isAskedFor(activation: Element | undefined): boolean {
  const property = child(activation, 'property');
  if (property === undefined) return false;
  if (OF_THE_MACHINE.some((condition) => child(activation, condition) !== undefined)) return false;
  const value = childText(property, 'value');
  return value === '' ? childText(property, 'name').startsWith('!') : value.startsWith('!');
}
