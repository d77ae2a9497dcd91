// Reads the list of installed packages of opkg (OpenWrt, Yocto): opkg/status, and the control files that opkg keeps beside it.
// Format: https://openwrt.org/docs/guide-user/additional-software/opkg
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { DEB_FIELDS, debNeeds, debProvides, synopsis } from '../../shared/deb-fields.ts';
import { eachStanza, type Stanza } from '../../shared/formats/stanzas.ts';
import { type Installed, installedFindings } from '../../shared/installed.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The opkg status', (problems): PackageFinding[] => {
      let count = 0;
      const eachInstalled = function* () {
        for (const stanza of eachStanza(textOf(bytes), DEB_FIELDS, problems)) {
          count += 1;
          const installed = installedOf(stanza, problems);
          if (installed !== undefined) yield installed;
        }
      };
      return installedFindings('opkg', eachInstalled(), problems, (name) => (count === 1 ? name : undefined));
    }),
};

function installedOf(stanza: Stanza, problems: Problems): Installed | undefined {
  const { fields, lines, line } = stanza;
  const name = fields.get('package') ?? '';
  const state = fields.get('status')?.split(/\s+/).at(-1) ?? '';
  if (state === 'not-installed' || state === 'config-files') return undefined;
  if (name === '') {
    problems.add(`The stanza at line ${line} should have a "Package" field; it was left out.`);
    return undefined;
  }
  return {
    fullName: name,
    name,
    version: fields.get('version') ?? '',
    qualifiers: { arch: fields.get('architecture') ?? '', upstream: upstreamOf(fields.get('source') ?? '', name) },
    declaredLicense: fields.get('license') ?? '',
    description: synopsis(stanza),
    homepageUrl: fields.get('homepage') ?? '',
    supplier: fields.get('maintainer') ?? '',
    line: lines.get('package') ?? line,
    provides: debProvides(stanza),
    needs: debNeeds(stanza),
  };
}

/** Yocto writes the name of the recipe's file, `busybox_1.36.1.bb`; OpenWrt writes a path in its feed. */
function upstreamOf(source: string, name: string): string {
  const stem = source.endsWith('.bb') ? source.slice(0, -'.bb'.length) : source;
  const underscore = stem === source ? -1 : stem.lastIndexOf('_');
  const recipe = lastWord(underscore > 0 ? stem.slice(0, underscore) : stem);
  return recipe === name ? '' : recipe;
}

/**
 * The letters, digits, dots and signs at the end. A regular expression would start again at each character, so this is
 * a loop.
 */
function lastWord(text: string): string {
  let start = text.length;
  while (start > 0 && /[\w.+-]/.test(text.charAt(start - 1))) start--;
  return text.slice(start);
}
