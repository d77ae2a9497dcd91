// Makes rules from the names, ids and addresses of the SPDX list: the usual ways to name a license without quoting it. Pure; the texts of
// the list are in spdx-texts.ts.

import { currentId, isSpdxException } from '../../expressions/index.ts';
import { firstOf, itemAt, lastOf } from '../../items.ts';
import type { RuleSource } from '../engine/compile-index.ts';
import type { LicenseFamily } from '../engine/index-format.ts';
import { knowledge } from './knowledge.ts';
import { hasVersionedName, isGnu } from './license-ids.ts';
import { nameSpellings, type SpdxText } from './spdx-texts.ts';

/** Names so short that only their context identifies a license: families.yaml has rules for them. */
const VERSIONED_NAME = /^(.{6,}?),?\s+(?:v|version\s*|Version\s*)?(\d+(?:\.\d+)*[a-z]?)$/;

const { words: list } = knowledge('listed-names');
/** Ids of systems, programs and standards, each with a version: `Python 2.0`, `Unicode 3.0`, BSD-4.x in config.guess. */
const SYSTEMS = list('systems');
const isSystemName = (id: string): boolean =>
  SYSTEMS.some((system) => id === system || (id.startsWith(`${system}-`) && /^\d/.test(id.slice(system.length + 1))));
/** `%doc LICENSE`, `INTEL_LICENSE_FILE`. */
const COMMON_WORDS = new Set(list('common_words'));
const MAKERS = new Set(list('makers'));

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
    ...(isGnu(id) ? [] : rulesOfName(id, license.name, expression)),
    ...rulesOfId(id, expression),
  ]);
  const families = familiesByName(licenses.filter(({ id }) => hasVersionedName(id)));
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
  if (COMMON_WORDS.has(id) && !/source/i.test(name)) return [];
  return nameSpellings(name).map((text) => {
    const words = wordsOf(text);
    const isTelling = !MAKERS.has(id) && (words.length >= 3 || (words.length === 2 && /licen[cs]e|public/i.test(text)));
    return { name: `spdx/${id}/name`, expression, kind: 'reference', text, isWeak: !isTelling, isFaint: !isTelling };
  });
}

/** The id itself, as an address at the usual places, and in its short forms (`MPLv2`, `EPL v1.0`). */
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
  // `GPL-2.0` alone is read by its family, which also sees a following "or later".
  if (isGnu(id) && !/-(only|or-later)$/.test(id)) return [];
  if (COMMON_WORDS.has(id)) return rules;
  rules.push(rule('id', id, wordsOf(id).length >= 3 && /-v?\d/.test(id) && !isSystemName(id)));
  const short = /^([A-Za-z]+)-(\d+(?:\.\d+)*)$/.exec(id);
  if (short && !isGnu(id)) {
    for (const version of new Set([itemAt(short, 2), itemAt(short, 2).replace(/\.0$/, '')])) {
      // `setup-python@v2`: names of systems have versions too.
      const isTelling = !isSystemName(id);
      rules.push(rule('id', `${short[1]}v${version}`, isTelling), rule('id', `${short[1]} v${version}`, isTelling));
    }
  }
  return rules;
}

/** Addresses of the list that belong to exactly one license. */
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

/** Of several licenses at one address, the one of which the others are variants; undefined without such a license. */
function plainest(all: { id: string; expression: string }[]): { id: string; expression: string } | undefined {
  const plain = firstOf([...all].sort((a, b) => a.id.length - b.id.length));
  const stem = plain.id.replace(/-only$/, '');
  return all.every(({ id }) => id.startsWith(stem)) ? plain : undefined;
}

const FAMILY_PREFIX = 'name of ';

/** Names that differ only in their version: the bare name means the latest. */
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
    const words = wordsOf(itemAt(match, 1)).filter((word) => !/^(the|v|version)$/i.test(word));
    if (words.length < 3 || !/licen[cs]e|agreement|public/i.test(itemAt(match, 1))) continue;
    const name = words.join(' ').toLowerCase();
    groups.set(name, [...(groups.get(name) ?? []), { version: itemAt(match, 2), expression }]);
  }
  const families: Record<string, LicenseFamily> = {};
  for (const [name, members] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    members.sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
    const versions: Record<string, string> = {};
    for (const { version, expression } of members) {
      versions[version] = expression;
      versions[version.replace(/(\.0)+$/, '')] ??= expression;
    }
    families[`${FAMILY_PREFIX}${name}`] = { unversioned: lastOf(members).expression, versions, isGnu: false };
  }
  return families;
}
