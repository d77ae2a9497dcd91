// Reads gradle/verification-metadata.xml: every artifact that a build of the project loaded, with checksums. It does
// not state why an artifact was loaded, so packages/gradle/ uses its versions only if no lockfile has them, but always
// its checksums.
// Format: https://docs.gradle.org/current/userguide/dependency_verification.html
import type { PackageFinding } from '../../../findings.ts';
import { attribute, child, type Element, parseXml } from '../../../xml.ts';
import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { type Problems, readSafely, reasonOf, textOf } from '../../shared/problems.ts';

const ROOT = 'verification-metadata';
const DIGESTS = ['sha512', 'sha256', 'sha1', 'md5'] as const;

export const reader: ManifestReader = {
  read: (bytes) => readSafely('The verification-metadata.xml', (problems) => readComponents(textOf(bytes), problems)),
};

/** Makes the finding of each component when its element ends, and keeps no element: such a file may list several hundred thousand. */
function readComponents(text: string, problems: Problems): PackageFinding[] {
  const findings: PackageFinding[] = [];
  let last: Element | undefined;
  const onClose = (element: Element, [root, list, inner]: readonly Element[]) => {
    if (element.name !== 'component' || list?.name !== 'components' || inner !== undefined) return;
    list.children.length = 0;
    if (root?.name !== ROOT) return;
    last = element;
    const found = findingOf(element, problems);
    if (found !== undefined) findings.push(found);
  };
  try {
    if (parseXml(text, { onClose })?.name !== ROOT)
      problems.add(`A verification-metadata.xml should have "${ROOT}" as its root element; nothing was read from it.`);
  } catch (error) {
    if (last === undefined) throw error;
    problems.add(
      `The verification-metadata.xml breaks after the component in line ${last.line}: ${reasonOf(error)}; what follows was left out.`,
    );
  }
  return findings;
}

function findingOf(component: Element, problems: Problems): PackageFinding | undefined {
  const [group, name, version] = ['group', 'name', 'version'].map((key) => attribute(component, key));
  if (!group || !name || !version) {
    problems.add(`The component in line ${component.line} should have "group", "name" and "version"; it was left out.`);
    return undefined;
  }
  const artifacts = component.children.filter((artifact) => artifact.name === 'artifact');
  // The build loaded only metadata: a parent or a bill of materials, which has no code.
  const code = artifacts.find((artifact) => !/\.(pom|module)$/.test(attribute(artifact, 'name')));
  if (code === undefined) return undefined;
  return packageOf(
    'maven',
    `${group}:${name}`,
    { role: 'locks', version, line: component.line, integrity: digestOf(code) },
    problems,
  );
}

function digestOf(artifact: Element): string {
  for (const digest of DIGESTS) {
    const value = attribute(child(artifact, digest) ?? artifact, 'value');
    if (/^[0-9a-f]+$/i.test(value) && child(artifact, digest) !== undefined) return `${digest}:${value.toLowerCase()}`;
  }
  return '';
}
