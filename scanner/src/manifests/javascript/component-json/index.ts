// Reads the license in a component.json, which packages of npm had for the tool Component and for early Bower. Other tools use the name too, so the
// file makes no package: ../../packages/twins.ts adds its license to the package.json beside it that has the same name.
// Format: https://github.com/componentjs/spec/blob/master/component.json/specifications.md
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { definitionsOf } from '../../shared/identity.ts';
import { npmLicense } from '../../shared/npm-names.ts';
import { isFields, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) => readSafely('The component.json', (problems) => licenseIn(parsed(textOf(bytes)), problems)),
};

function licenseIn(manifest: unknown, problems: Problems): PackageFinding[] {
  const name = isFields(manifest) ? own(manifest, 'name') : undefined;
  if (!isFields(manifest) || typeof name !== 'string' || name === '') return [];
  const license = npmLicense(own(manifest, 'license') ?? own(manifest, 'licenses'), 'license', problems);
  return license === '' ? [] : [definitionsOf('npm', { licensed: { name, license } })];
}

/** Undefined for files of other tools, which need not be JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
