// Rules out of the names, ids and addresses of the SPDX list: what people write when they name a license without quoting it.
// Pure; the texts of the same list are spdx-texts.ts.
import type { RuleSource } from '../engine/compile-index.ts';
import type { LicenseFamily } from '../engine/index-format.ts';
import { currentId, isSpdxException } from '../expression.ts';
import { nameSpellings, type SpdxText } from './spdx-texts.ts';

/** Licenses whose version is read from the words around the name (families.yaml). */
const GNU = /^(A|L)?GPL|^GFDL/;
/** Names so short that only the words around them tell a license: they are rules of their own in families.yaml. */
const VERSIONED_NAME = /^(.{6,}?),?\s+(?:v|version\s*|Version\s*)?(\d+(?:\.\d+)*[a-z]?)$/;

/** Ids that are names of systems, programs and standards too, each with a version: `Python 2.0`, `Unicode 3.0`, BSD-4.x in config.guess. */
const SYSTEM_NAME =
  /^(?:BSD-4\.\d|(?:3D-Slicer|BitTorrent|Condor|Elastic|Interbase|JasPer|NASA|OGC|OSC|OpenPBS|PHP|Python|Sendmail|SugarCRM|TORQUE|Unicode|Watcom|XFree86|Xdebug|Zend|Zimbra|bzip2|gSOAP|libpng|libselinux)-\d)/;
/** Ids of one word that is a folder or a maker of programs more often than a license: `%doc LICENSE`, `INTEL_LICENSE_FILE`. */
const COMMON_WORD = /^(?:DOC|Intel)$/;
/** Names that are those of a program or of who made it. */
const MAKER_NAME = /^(?:MPEG-SSG|FDK-AAC|IBM-pibs|libpng-2\.0)$/;

/** Rules and families of the whole list. */
export function rulesOfList(spdx: Record<string, SpdxText>): {
  rules: RuleSource[];
  families: Record<string, LicenseFamily>;
} {
  const licenses = Object.entries(spdx)
    .map(([id, license]) => ({ id, license, expression: currentId(id) ?? '' }))
    .filter(({ id, expression }) => expression !== '' && !isSpdxException(id))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const rules = licenses.flatMap(({ id, license, expression }) => [
    ...(GNU.test(id) ? [] : rulesOfName(id, license.name, expression)),
    ...rulesOfId(id, expression),
  ]);
  const families = familiesByName(licenses.filter(({ id }) => !/^(A|L)?GPL|^GFDL|^CC-|^BSD|^MIT|^HPND/.test(id)));
  for (const family of Object.keys(families)) {
    rules.push({
      name: `spdx/${family}`,
      expression: family,
      kind: 'family',
      text: family.slice(FAMILY_PREFIX.length),
    });
  }
  return { rules: [...rules, ...rulesOfAddresses(licenses)], families };
}

const wordsOf = (text: string): string[] => text.match(/[A-Za-z]+|\d+/g) ?? [];

function rulesOfName(id: string, name: string, expression: string): RuleSource[] {
  if (COMMON_WORD.test(id) && !/source/i.test(name)) return [];
  return nameSpellings(name).map((text) => {
    const words = wordsOf(text);
    const isTelling =
      !MAKER_NAME.test(id) && (words.length >= 3 || (words.length === 2 && /licen[cs]e|public/i.test(text)));
    return { name: `spdx/${id}/name`, expression, kind: 'reference', text, isWeak: !isTelling, isFaint: !isTelling };
  });
}

/** The id as it is, as an address at the usual places, and as people shorten it (`MPLv2`, `EPL v1.0`). */
function rulesOfId(id: string, expression: string): RuleSource[] {
  const rule = (part: string, text: string, isTelling = true): RuleSource => ({
    name: `spdx/${id}/${part}`,
    expression,
    kind: 'reference',
    text,
    isWeak: !isTelling,
    isFaint: !isTelling,
  });
  const rules = ['licenses', 'license'].flatMap((folder) => [
    rule('opensource', `opensource.org/${folder}/${id}`),
    rule('opensource', `http://opensource.org/${folder}/${id}`),
    rule('nuget', `licenses.nuget.org/${id}`),
  ]);
  // `GPL-2.0` alone is read by its family, which also sees the "or later" behind it.
  if (GNU.test(id) && !/-(only|or-later)$/.test(id)) return [];
  if (COMMON_WORD.test(id)) return rules;
  rules.push(rule('id', id, wordsOf(id).length >= 3 && /-v?\d/.test(id) && !SYSTEM_NAME.test(id)));
  const short = /^([A-Za-z]+)-(\d+(?:\.\d+)*)$/.exec(id);
  if (short && !GNU.test(id)) {
    for (const version of new Set([short[2]!, short[2]!.replace(/\.0$/, '')])) {
      // `setup-python@v2`: the names of systems have versions too.
      const isTelling = !SYSTEM_NAME.test(id);
      rules.push(rule('id', `${short[1]}v${version}`, isTelling), rule('id', `${short[1]} v${version}`, isTelling));
    }
  }
  return rules;
}

/** Addresses of the list that lead to one license and no other. */
function rulesOfAddresses(licenses: { id: string; license: SpdxText; expression: string }[]): RuleSource[] {
  const byAddress = new Map<string, { id: string; expression: string }[]>();
  for (const { id, license, expression } of licenses) {
    const address = /^https?:\/\/(?:www\.)?(.+?)\/?$/i.exec((license.url ?? '').trim().split(/\s/)[0] ?? '')?.[1];
    if (!address) continue;
    const parts = address.split('/');
    const isTelling =
      (parts.length >= 3 && /licen[cs]|legal|cop[yi]|wiki|blob|raw|\.txt|\.html?$/i.test(address)) ||
      (parts.length === 2 && /licen[cs]|legal|copying|opensource\.org/i.test(address));
    if (isTelling)
      byAddress.set(address.toLowerCase(), [...(byAddress.get(address.toLowerCase()) ?? []), { id, expression }]);
  }
  return [...byAddress].flatMap(([address, all]) => {
    const one = plainest(all);
    return one
      ? [{ name: `spdx/${one.id}/url`, expression: one.expression, kind: 'reference', text: `http://${address}` }]
      : [];
  });
}

/** Of several licenses at one address the one that the others are variants of; undefined when there is none such. */
function plainest(all: { id: string; expression: string }[]): { id: string; expression: string } | undefined {
  const plain = [...all].sort((a, b) => a.id.length - b.id.length)[0]!;
  const stem = plain.id.replace(/-only$/, '');
  return all.every(({ id }) => id.startsWith(stem)) ? plain : undefined;
}

const FAMILY_PREFIX = 'name of ';

/** Names that differ in their version only: the bare name means the latest. */
function familiesByName(
  licenses: { id: string; license: SpdxText; expression: string }[],
): Record<string, LicenseFamily> {
  const groups = new Map<string, { version: string; expression: string }[]>();
  for (const { license, expression } of licenses) {
    const match = VERSIONED_NAME.exec(
      license.name
        .replace(/["“”]/g, '')
        .replace(/\s*\([^)]*\)/g, '')
        .trim(),
    );
    if (!match) continue;
    const words = wordsOf(match[1]!).filter((word) => !/^(the|v|version)$/i.test(word));
    if (words.length < 3 || !/licen[cs]e|agreement|public/i.test(match[1]!)) continue;
    const name = words.join(' ').toLowerCase();
    groups.set(name, [...(groups.get(name) ?? []), { version: match[2]!, expression }]);
  }
  const families: Record<string, LicenseFamily> = {};
  for (const [name, members] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    members.sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
    const versions: Record<string, string> = {};
    for (const { version, expression } of members) {
      versions[version] = expression;
      versions[version.replace(/(\.0)+$/, '')] ??= expression;
    }
    families[`${FAMILY_PREFIX}${name}`] = { unversioned: members.at(-1)!.expression, versions, isGnu: false };
  }
  return families;
}
