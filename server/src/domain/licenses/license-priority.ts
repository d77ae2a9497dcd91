// How much a license requires of those who use the code: P1 strong copyleft, P2 weak copyleft, commercial, restricted or
// uncommon, P3 permissive and public domain. And the license's family, in the words of the interface.
//
// How to read the table: the first line with a matching pattern counts; an SPDX id without a match is P3, because the
// other licenses of the SPDX list are permissive; an id off the SPDX list (LicenseRef-...) is uncommon, so it is P2.
// A license with an exception that permits linking is one step milder than the license alone.
import { type LicenseExpression, parseExpression, termText } from '@assay/scanner/expressions';

export const licensePriorities = [1, 2, 3] as const;
export type LicensePriority = (typeof licensePriorities)[number];

interface PriorityRule {
  priority: LicensePriority;
  /** Matches the whole id, in upper or lower case. */
  ids: RegExp;
  because: string;
}

const rule = (priority: LicensePriority, ids: string, because: string): PriorityRule => ({
  priority,
  ids: new RegExp(`^(?:${ids})$`, 'i'),
  because,
});

const VERSION = String.raw`-\d[\w.+]*`;

export const priorityRules: readonly PriorityRule[] = [
  // Milder variants come before the families that would otherwise match them.
  rule(2, 'GPL-2.0-with-.*|GPL-3.0-with-.*|eCos-2.0|wxWindows', 'GPL with a linking exception, with its own id'),
  rule(2, 'CC-BY-NC.*|CC-BY-ND.*|PolyForm-.*', 'forbids commercial use or changes'),
  rule(3, 'CECILL-B|CERN-OHL-P-.*|LiLiQ-P-.*|ESA-PL-permissive-.*', 'permissive'),
  rule(2, 'CECILL-C|CERN-OHL-W-.*|LiLiQ-R-.*|ESA-PL-weak-.*', 'weak copyleft'),

  // P1: those who distribute a work with the code (or offer it over a network) must give the source of the work.
  rule(
    1,
    `AGPL${VERSION}.*|SSPL-.*|RPL-.*|CPAL-.*|OSL-.*|NPOSL-.*|EUPL-.*|CAL-.*`,
    'copyleft that includes network use',
  ),
  rule(1, `GPL${VERSION}.*|NGPL|SMAIL-GPL|SimPL-.*|copyleft-next-.*|Sleepycat|QPL-.*`, 'strong copyleft'),
  rule(
    1,
    'CECILL-.*|CERN-OHL-.*|LiLiQ-Rplus-.*|D-FSL-.*|ESA-PL-strong-.*|TGPPL-.*',
    'strong copyleft of other countries',
  ),
  rule(1, 'Parity-.*|PPL|RPSL-.*|RSCPL|RHeCos-.*|Motosoto|BSD-Protection|Aladdin|Glide', 'strong copyleft, rarely met'),
  rule(
    1,
    'GFDL-.*|CC-BY-SA-.*|CC-SA-.*|LAL-.*|OPUBL-.*|TAPR-OHL-.*|Arphic-.*',
    'share-alike for texts, designs, fonts',
  ),
  rule(1, 'ODbL-.*|CDLA-Sharing-.*', 'share-alike for data'),

  // P2: changes of the code itself must be published, or the license is commercial, restricted or uncommon.
  rule(2, `LGPL${VERSION}.*|LGPLLR`, 'weak copyleft of libraries'),
  rule(
    2,
    'MPL-.*|NPL-.*|EPL-.*|CPL-.*|IPL-.*|CDDL-.*|APSL-.*|MS-RL|MS-LPL|SPL-.*|CUA-OPL-.*|Nokia|NOSL',
    'weak copyleft of files',
  ),
  rule(
    2,
    'SISSL.*|ErlPL-.*|Interbase-.*|gSOAP-.*|SugarCRM-.*|YPL-.*|Zimbra-.*|OCCT-PL|OSET-PL-.*',
    'weak copyleft like the MPL',
  ),
  rule(
    2,
    'Artistic-.*|ClArtistic|LPPL-.*|LPL-.*|CATOSL-.*|NASA-.*|OCLC-.*|OPL-1.0|SNIA|TPL-.*|Frameworx-.*',
    'weak copyleft',
  ),
  rule(2, 'BitTorrent-.*|CDL-.*|FreeImage|Linux-man-pages-copyleft.*|Watcom-.*|SGI-B-1.*|TPDL', 'weak copyleft'),
  rule(2, 'OFL-.*|Ubuntu-font-.*|IPA|NCGL-.*|NLPL|Vim|VOSTROM', 'weak copyleft of fonts and tools'),
  rule(2, 'BUSL-.*|Elastic-.*|FSL-.*|SUL-.*|MMPL-.*|NCL|UnRAR|Community-Spec-.*', 'source available, use restricted'),
  rule(2, 'Hippocratic-.*|JSON|CPOL-.*|.*-No-Nuclear-.*|.*-No-Military-.*', 'restricts the purpose of use'),
  rule(2, 'FDK-.*|IEC-Code-.*|CAPEC-tou|JPL-image|AMPAS|ASWF-Digital-.*|C-UDA-.*', 'restricted terms of one owner'),
  rule(2, 'Sendmail.*|Ruby|any-OSI.*', 'mixed or uncertain terms'),

  // Off the SPDX list.
  rule(3, '(LicenseRef|DocumentRef)-.*(public-domain|permissive).*', 'its name says that it has no conditions'),
  rule(2, '(LicenseRef|DocumentRef)-.*', 'uncommon: it is on no list of known licenses'),
];

/** Exceptions under which code of a copyleft license may be linked with other code; versions are left out. */
const linkingExceptions = [
  ...['389', 'Autoconf', 'Bison', 'Bootloader', 'Classpath', 'CLISP', 'eCos', 'Fawkes-Runtime', 'FLTK', 'Font'],
  ...['freertos', 'GCC', 'Gmsh', 'GNAT', 'GNOME-examples', 'GNU-compiler', 'gnu-javamail', 'GPL-3.0-interface'],
  ...['GPL-3.0-linking', 'GPL-3.0-linking-source', 'i2p-gpl-java', 'LGPL-3.0-linking', 'libpri-OpenH323', 'Libtool'],
  ...['LLVM', 'LZMA', 'mif', 'OCaml-LGPL-linking', 'OpenJDK-assembly', 'Qwt', 'SANE', 'Swift', 'SWI', 'Texinfo'],
  ...['u-boot', 'WxWindows'],
].map((name) => `${name}-exception`.toLowerCase());

function permitsLinking(exception: string): boolean {
  const name = exception.trim().toLowerCase();
  return name === 'linux-syscall-note' || linkingExceptions.some((known) => name.startsWith(known));
}

/** The priority of one license, `GPL-2.0-only` or `GPL-2.0-only WITH Classpath-exception-2.0`. */
export function licensePriorityOf(license: string): LicensePriority {
  const [id = '', exception = ''] = license.trim().split(/\s+with\s+/i);
  const priority = priorityRules.find((one) => one.ids.test(id))?.priority ?? 3;
  return priority === 1 && permitsLinking(exception) ? 2 : priority;
}

/** Custom licenses have priorities of their own, so the caller may look the single licenses up elsewhere. */
export type LicensePriorityLookUp = (license: string) => LicensePriority | undefined;

/**
 * The priority of an expression. All terms joined by AND apply, so the strictest counts; of terms joined by OR, the mildest may be chosen. Undefined
 * if the look-up knows none of its licenses, or if there is no expression.
 */
export function expressionPriorityOf(
  expression: string,
  lookUp: LicensePriorityLookUp = licensePriorityOf,
): LicensePriority | undefined {
  if (expression.trim() === '') return undefined;
  const tree = parseExpression(expression);
  return tree === undefined ? lookUp(expression.trim()) : priorityOfTree(tree, lookUp);
}

function priorityOfTree(tree: LicenseExpression, lookUp: LicensePriorityLookUp): LicensePriority | undefined {
  if (!('operator' in tree)) return lookUp(termText(tree)) ?? lookUp(tree.license);
  const priorities = tree.parts.map((part) => priorityOfTree(part, lookUp)).filter((one) => one !== undefined);
  if (priorities.length === 0) return undefined;
  return (tree.operator === 'AND' ? Math.min(...priorities) : Math.max(...priorities)) as LicensePriority;
}

/** The license families of the interface; their names there end in the word Style. */
const families: readonly [RegExp, string][] = [
  [/^GPL-2\.0(-only|-or-later|\+)?( WITH Classpath-exception-2\.0|-with-classpath-exception)$/i, 'GNU GPL 2 w/CPE'],
  [/^GPL-2\.0(-or-later|\+)/i, 'GNU GPL 2+'],
  [/^GPL-2\.0/i, 'GNU GPL 2'],
  [/^GPL-3\.0(-or-later|\+)/i, 'GNU GPL 3+'],
  [/^GPL-3\.0/i, 'GNU GPL 3'],
  [/^GPL-/i, 'GNU GPL'],
  [/^LGPL-2\.0(-or-later|\+)/i, 'GNU LGPL 2.0+'],
  [/^LGPL-2\.0/i, 'GNU LGPL 2.0'],
  [/^LGPL-2\.1(-or-later|\+)/i, 'GNU LGPL 2.1+'],
  [/^LGPL-2\.1/i, 'GNU LGPL 2.1'],
  [/^LGPL-3\.0(-or-later|\+)/i, 'GNU LGPL 3.0+'],
  [/^LGPL-3\.0/i, 'GNU LGPL 3.0'],
  [/^LGPL/i, 'GNU LGPL'],
  [/^AGPL-3\.0(-or-later|\+)/i, 'GNU AGPL 3.0+'],
  [/^AGPL-/i, 'GNU AGPL 3.0'],
  [/^Sleepycat$/i, 'Sleepycat'],
  [/^MPL-1\.0$/i, 'MPL 1.0'],
  [/^(MPL|NPL)-/i, 'MPL 1.1'],
  [/^EPL-/i, 'EPL 1.0'],
  [/^(CPL|IPL)-/i, 'CPL 1.0'],
  [/^CDDL-1\.1$/i, 'CDDL 1.1'],
  [/^CDDL-/i, 'CDDL 1.0'],
  [/^Artistic-2\.0$/i, 'Artistic License 2.0'],
  [/^(Artistic-|ClArtistic$)/i, 'Artistic License 1.0'],
  [/^AFL-/i, 'Academic Free License'],
  [/^Apache-1\.0$/i, 'Apache 1.0'],
  [/^Apache-1\.1$/i, 'Apache 1.1'],
  [/^(Apache-2\.0|ECL-2\.0)/i, 'Apache 2.0'],
  [/^(BSD-[12]-Clause|FreeBSD)/i, 'BSD 2-Clause'],
  [/^(BSD-4|BSD-Advertising)/i, 'BSD 4-Clause'],
  [/^(BSD-|HPND-UC)/i, 'BSD 3-Clause'],
  [/^MirOS$/i, 'MirOS'],
  [/^(Zlib|zlib-acknowledgement|Libpng|libpng-2\.0)$/i, 'zlib'],
  [
    /^(CC0-1\.0|CC-PDDC|CC-PDM-1\.0|Unlicense.*|PDDL-1\.0|SAX-PD.*|blessing|NIST-PD.*|NTIA-PD|NCBI-PD|ANTLR-PD.*|0BSD)$/i,
    'Public Domain',
  ],
  [/^(LicenseRef|DocumentRef)-.*public-domain/i, 'Public Domain'],
  [/^(LicenseRef|DocumentRef)-.*commercial/i, 'Commercial'],
  [/^(LicenseRef|DocumentRef)-.*proprietary/i, 'Proprietary'],
  [/^(BUSL|Elastic|FSL|SUL|PolyForm|SSPL)-/i, 'Commercial'],
  [/^(MIT|ISC|X11|NCSA|HPND|Fair|curl|NTP|BSL-1\.0)/i, 'MIT'],
  [/^any-OSI/i, 'Ambiguous License'],
];

/** All names of families in the interface. */
export const licenseFamilies: readonly string[] = [
  ...new Set([...families.map(([, name]) => name), 'GNU GPL', 'Ambiguous License']),
].map((name) => `${name} Style`);

/** `GNU GPL 2+ Style`; '' for licenses without a family. */
export function licenseFamilyOf(license: string): string {
  const family = families.find(([ids]) => ids.test(license.trim()))?.[1];
  return family === undefined ? '' : `${family} Style`;
}
