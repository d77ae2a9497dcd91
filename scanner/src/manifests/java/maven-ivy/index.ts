// Reads ivy.xml, and the dependencies for Ivy and for the Maven tasks in build.xml of Ant.
// Formats: https://ant.apache.org/ivy/history/latest-milestone/ivyfile.html, https://maven.apache.org/ant-tasks/
import type { DependencyScope } from '../../../dependency-scopes.ts';
import { attribute, child, childText, descendants, type Element, parseXml } from '../../../xml.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

const MAX_STEPS = 10;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Ivy or Ant file', (problems) => {
      const root = parseXml(textOf(bytes));
      if (root === undefined || !/^(ivy-module|project)$/.test(root.name)) return [];
      const fill = createFill(root);
      const info = root.name === 'ivy-module' ? child(root, 'info') : undefined;
      const self = info === undefined ? undefined : selfOf(info, fill);
      return manifestFindings('maven', self, requirementsOf(root, info, fill), problems);
    }),
};

function selfOf(info: Element, fill: (text: string) => string) {
  const [group, name] = [fill(attribute(info, 'organisation')), fill(attribute(info, 'module'))];
  const version = fill(attribute(info, 'revision'));
  if (group === '' || name === '' || `${group}${name}`.includes('${')) return undefined;
  const license = child(info, 'license');
  const described = child(info, 'description');
  return {
    fullName: `${group}:${name}`,
    role: 'declares' as const,
    version: version.includes('${') ? '' : version,
    declaredLicense: license === undefined ? '' : attribute(license, 'name') || attribute(license, 'url'),
    description: childText(info, 'description').replace(/\s+/g, ' '),
    homepageUrl: described === undefined ? '' : attribute(described, 'homepage'),
  };
}

/** `<dependency org= name= rev= conf=>` of Ivy; `groupId`, `artifactId`, `version` of Maven's tasks. */
function requirementsOf(
  root: Element,
  info: Element | undefined,
  fill: (text: string) => string,
): ManifestRequirement[] {
  const byName = new Map<string, ManifestRequirement>();
  const owner = info === undefined ? '' : attribute(info, 'organisation');
  for (const element of descendants(root, 'dependency')) {
    const text = (...names: string[]) =>
      fill(names.map((name) => attribute(element, name)).find((one) => one !== '') ?? '');
    const group = text('org', 'groupId') || (root.name === 'ivy-module' ? fill(owner) : '');
    const name = text('name', 'artifactId');
    const fullName = `${group}:${name}`;
    if (group === '' || name === '' || fullName.includes('${') || byName.has(fullName)) continue;
    const requirement = text('rev', 'version');
    byName.set(fullName, {
      fullName,
      requirement,
      version: /^[\w.-]+$/.test(requirement) && !requirement.startsWith('latest.') ? requirement : '',
      scope: scopeOf(text('scope') || text('conf').split('->')[0] || ''),
      line: element.line,
    });
  }
  return [...byName.values()];
}

function scopeOf(configuration: string): DependencyScope {
  if (/test/i.test(configuration)) return 'test';
  if (/provided/i.test(configuration)) return 'peer';
  return /^(build|tools?|ant)/i.test(configuration) ? 'build' : 'runtime';
}

/** The properties of the same file: `<property name="a" value="b"/>`. */
function createFill(root: Element): (text: string) => string {
  const values = new Map<string, string>();
  for (const property of descendants(root, 'property')) {
    const name = attribute(property, 'name');
    // In Ant, the first value of a property counts.
    if (name !== '' && !values.has(name)) values.set(name, attribute(property, 'value'));
  }
  return (text) => {
    let current = text;
    for (let step = 0; step < MAX_STEPS && current.includes('${') && current.length < 5000; step++)
      current = current.replace(/\$\{([^${}]+)\}/g, (whole, name: string) => values.get(name) || whole);
    return current;
  };
}
