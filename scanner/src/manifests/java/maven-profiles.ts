// The profiles of a pom.xml that a build without options activates: those whose conditions are all true, or, if there are none, those that are
// active by default. The machine of the build is unknown here, so a usual one is assumed: Java 21 on Linux with amd64. No file of the build
// is at hand: a profile with a condition on a file, or on the version of the system, is never active.
// https://maven.apache.org/guides/introduction/introduction-to-profiles.html
import { compareVersions } from '../../versions/index.ts';
import { child, childText, type Element, listed } from '../../xml.ts';

/** A version of a real Java, because `<jdk>21</jdk>` is a prefix of it. */
const JAVA = '21.0.2';
/** The values that Maven knows of this system; it takes a family that it does not know for a part of the name. */
const SYSTEM: Readonly<Record<string, readonly string[]>> = {
  name: ['linux'],
  family: ['unix', 'linux'],
  arch: ['amd64'],
};

export function chosenProfiles(project: Element): Element[] {
  const profiles = listed(project, 'profiles', 'profile');
  const asked = profiles.filter((profile) => isAskedFor(child(profile, 'activation')));
  return asked.length > 0
    ? asked
    : profiles.filter((profile) => childText(child(profile, 'activation'), 'activeByDefault') === 'true');
}

/** Since Maven 3.2.2 all conditions must be true. */
function isAskedFor(activation: Element | undefined): boolean {
  const property = child(activation, 'property');
  const java = childText(activation, 'jdk');
  const system = child(activation, 'os');
  if (child(activation, 'file') !== undefined) return false;
  if (property === undefined && java === '' && system === undefined) return false;
  return (
    (property === undefined || isUnset(property)) &&
    (java === '' || isJava(java)) &&
    (system === undefined || isSystem(system))
  );
}

/**
 * Without options, no property is set. So a condition is only true if it requires that a property is not set, or does
 * not have a value.
 */
function isUnset(property: Element): boolean {
  const value = childText(property, 'value');
  return value === '' ? childText(property, 'name').startsWith('!') : value.startsWith('!');
}

/** A beginning of the version (`1.8`), not such a beginning (`!1.8`), or a range (`[11,)`). */
function isJava(condition: string): boolean {
  if (condition.startsWith('!')) return !JAVA.startsWith(condition.slice(1).trim());
  if (!/^[[(]/.test(condition)) return JAVA.startsWith(condition);
  const [, opens, from = '', to = '', closes] = /^([[(])([^,]*),([^,]*)([\])])$/.exec(condition) ?? [];
  if (opens === undefined) return false;
  const [afterStart, afterEnd] = [from, to].map((bound) =>
    bound.trim() === '' ? undefined : compareVersions('maven', JAVA, bound.trim()),
  );
  return (
    (afterStart === undefined || afterStart > 0 || (afterStart === 0 && opens === '[')) &&
    (afterEnd === undefined || afterEnd < 0 || (afterEnd === 0 && closes === ']'))
  );
}

function isSystem(system: Element): boolean {
  if (childText(system, 'version') !== '') return false;
  const conditions = Object.entries(SYSTEM).flatMap(([field, values]) => {
    const wanted = childText(system, field).toLowerCase();
    if (wanted === '') return [];
    return wanted.startsWith('!') ? !values.includes(wanted.slice(1).trim()) : values.includes(wanted);
  });
  return conditions.length > 0 && conditions.every(Boolean);
}
