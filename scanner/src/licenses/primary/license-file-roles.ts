// The role of a root file for the license of the whole, by its name alone: the license itself, one of several texts, or an accessory. Knows
// names, reads nothing.
import { remembered } from '../../expressions/index.ts';

/**
 * - `license`: LICENSE, COPYING, UNLICENSE and the like, in a plain name;
 * - `text`: a license named in the file name (LICENSE-MIT, COPYING.LESSER, LGPL-2.1), of which there may be several;
 * - `notice`: NOTICE, used if there is no license file;
 * - `aside`: never the license of the whole: patents, licenses of bundled binaries, documentation, logos, agreements with contributors;
 * - `none`: no license file.
 */
export type LicenseFileRole = 'license' | 'text' | 'notice' | 'aside' | 'none';

const ENDING = /\.(?:txt|text|md|markdown|rst|adoc|html?|rtf|in)$/i;
const STEM = '(?:un)?licen[cs]es?|copying|copyright';
const PLAIN = new RegExp(`^(?:${STEM})$`, 'i');
const NAMED = new RegExp(`^(?:${STEM})(?:v?\\d|[-_. ]).*$|^.+[-_. ](?:licen[cs]e|copying)$`, 'i');
/** Texts named after their license: Artistic, BSDL, GPL, LGPL-2.1, AGPLv3, MIT, apache-2.0. */
const OF_A_LICENSE =
  /^(?:[al]?gpl|fdl|bsdl?|mit|artistic|apache|mpl|epl|cddl)(?:v?\d|[-_. ]\d).*$|^(?:[al]?gpl|bsdl|artistic)$/i;
const NOTICE = /^notices?(?:[-_. ].*)?$/i;
const ASIDE =
  /^patents?\b|third[-_. ]?part(?:y|ies)|3rd[-_. ]?part|(?:^|[-_. ])(?:binary|bin|bundled?|vendor(?:ed)?|dependenc(?:y|ies)|deps|external|extras?|credits|attributions?|docs?|documentation|fonts?|icons?|logos?|images?|artwork|media|assets?|data|examples?|samples?|cla|dco|contributors?|trademarks?|header|template|commercial|enterprise|ee|faq|readme|report)(?:[-_. ]|$)/i;

/** By the name without its folder. */
export const licenseFileRole: (name: string) => LicenseFileRole = remembered((name) => {
  const stem = name.replace(ENDING, '');
  if (NOTICE.test(stem)) return ASIDE.test(stem.replace(/^notices?/i, '')) ? 'aside' : 'notice';
  const role = PLAIN.test(stem) ? 'license' : NAMED.test(stem) || OF_A_LICENSE.test(stem) ? 'text' : 'none';
  return ASIDE.test(stem) && (role === 'text' || /^patents?\b|licen[cs]e|notice/i.test(stem)) ? 'aside' : role;
});

export const isReadme = (name: string): boolean => /^(?:readme|read\.me)(?:[-_. ].*)?$/i.test(name);

/** Folders at the root that hold licenses, with the slash: LICENSES/, legal/. */
export const LICENSE_FOLDER = /^(?:licen[cs]es?|legal|copying)\/$/i;

const AGREEMENT = /^eula(?:[-_. ].*)?$|^(?:end[-_. ]user[-_. ])?(?:software[-_. ])?licen[cs]e[-_. ]agreement$/i;

/** Whether a file of this name, in any folder, contains a license text. COPYRIGHT often contains only names. */
export const isLicenseFileName: (name: string) => boolean = remembered((name) => {
  if (/^copyright/i.test(name)) return false;
  const role = licenseFileRole(name);
  return role === 'license' || role === 'text' || AGREEMENT.test(name.replace(ENDING, ''));
});
