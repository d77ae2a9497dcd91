// Names and addresses of licenses in declarations, as SPDX expressions, and the normal forms for comparing them. Decides nothing.
// normalize-license.ts adds the names and addresses of the SPDX list.

/** By name, in any form that `licenseKey` makes equal. Names of several licenses ("BSD", "Apache", "GPL") are not here. */
export const LICENSE_ALIASES: Readonly<Record<string, string>> = {
  'apache 2': 'Apache-2.0',
  'apache public 2': 'Apache-2.0',
  'apache foundation 2': 'Apache-2.0',
  'asf 2': 'Apache-2.0',
  'asl 2': 'Apache-2.0',
  'al 2': 'Apache-2.0',
  'apache 2 or later': 'Apache-2.0+',
  'apache 1.1': 'Apache-1.1',
  mit: 'MIT',
  'mit x11': 'MIT',
  'x11 mit': 'MIT',
  'mit expat': 'MIT',
  'expat mit': 'MIT',
  expat: 'MIT',
  'bouncy castle': 'MIT',
  'mit no attribution': 'MIT-0',
  'bsd 2': 'BSD-2-Clause',
  'bsd 2 clause': 'BSD-2-Clause',
  '2 clause bsd': 'BSD-2-Clause',
  'simplified bsd': 'BSD-2-Clause',
  'bsd simplified': 'BSD-2-Clause',
  freebsd: 'BSD-2-Clause',
  'free bsd': 'BSD-2-Clause',
  'bsd 3': 'BSD-3-Clause',
  'bsd 3 clause': 'BSD-3-Clause',
  '3 clause bsd': 'BSD-3-Clause',
  'new bsd': 'BSD-3-Clause',
  'bsd new': 'BSD-3-Clause',
  'modified bsd': 'BSD-3-Clause',
  'revised bsd': 'BSD-3-Clause',
  'new modified bsd': 'BSD-3-Clause',
  'bsd 3 clause new': 'BSD-3-Clause',
  'bsd 3 clause new or revised': 'BSD-3-Clause',
  'eclipse distribution': 'BSD-3-Clause',
  'eclipse distribution 1': 'BSD-3-Clause',
  'edl 1': 'BSD-3-Clause',
  go: 'BSD-3-Clause',
  '0bsd': '0BSD',
  'bsd zero clause': '0BSD',
  'zero clause bsd': '0BSD',
  isc: 'ISC',
  iscl: 'ISC',
  zlib: 'Zlib',
  'zlib libpng': 'Zlib',
  boost: 'BSL-1.0',
  'boost 1': 'BSL-1.0',
  psf: 'PSF-2.0',
  'psf 2': 'PSF-2.0',
  'python foundation': 'PSF-2.0',
  'python foundation 2': 'PSF-2.0',
  'mpl 1': 'MPL-1.0',
  'mpl 1.1': 'MPL-1.1',
  'mpl 2': 'MPL-2.0',
  'mozilla public 2': 'MPL-2.0',
  'mozilla public 1.1': 'MPL-1.1',
  'epl 1': 'EPL-1.0',
  'epl 2': 'EPL-2.0',
  'eclipse public 1': 'EPL-1.0',
  'eclipse public 2': 'EPL-2.0',
  'cpl 1': 'CPL-1.0',
  'common public 1': 'CPL-1.0',
  'cddl 1': 'CDDL-1.0',
  'cddl 1.1': 'CDDL-1.1',
  'common development and distribution 1': 'CDDL-1.0',
  'common development and distribution 1.1': 'CDDL-1.1',
  'gpl 1 only': 'GPL-1.0-only',
  'gpl 1 or later': 'GPL-1.0-or-later',
  'gpl 2': 'GPL-2.0-only',
  'gpl 2 only': 'GPL-2.0-only',
  'gpl 2 or later': 'GPL-2.0-or-later',
  'gpl 3': 'GPL-3.0-only',
  'gpl 3 only': 'GPL-3.0-only',
  'gpl 3 or later': 'GPL-3.0-or-later',
  'lgpl 2': 'LGPL-2.0-only',
  'lgpl 2 only': 'LGPL-2.0-only',
  'lgpl 2 or later': 'LGPL-2.0-or-later',
  'lgpl 2.1': 'LGPL-2.1-only',
  'lgpl 2.1 only': 'LGPL-2.1-only',
  'lgpl 2.1 or later': 'LGPL-2.1-or-later',
  'lgpl 3': 'LGPL-3.0-only',
  'lgpl 3 only': 'LGPL-3.0-only',
  'lgpl 3 or later': 'LGPL-3.0-or-later',
  'agpl 3': 'AGPL-3.0-only',
  'agpl 3 only': 'AGPL-3.0-only',
  'agpl 3 or later': 'AGPL-3.0-or-later',
  'gpl 2 with classpath exception': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'gpl 2 with the classpath exception': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'gpl 2 with the gnu classpath exception': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'gpl 2 ce': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'gpl 2 cpe': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'gpl 2 w cpe': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'gpl 2 w classpath exception': 'GPL-2.0-only WITH Classpath-exception-2.0',
  unlicense: 'Unlicense',
  'un license': 'Unlicense',
  'unlicense unlicense': 'Unlicense',
  cc0: 'CC0-1.0',
  'cc0 1': 'CC0-1.0',
  'cc0 1 universal': 'CC0-1.0',
  'cc0 1 universal public domain dedication': 'CC0-1.0',
  'public domain per creative commons cc0': 'CC0-1.0',
  'creative commons zero': 'CC0-1.0',
  'creative commons cc0': 'CC0-1.0',
  'cc by 3': 'CC-BY-3.0',
  'cc by 4': 'CC-BY-4.0',
  'cc by sa 3': 'CC-BY-SA-3.0',
  'cc by sa 4': 'CC-BY-SA-4.0',
  wtfpl: 'WTFPL',
  wtfpl2: 'WTFPL',
  'wtfpl 2': 'WTFPL',
  'do what the fuck you want to public': 'WTFPL',
  'artistic 2': 'Artistic-2.0',
  'artistic 1': 'Artistic-1.0',
  ruby: 'Ruby',
  json: 'JSON',
  openssl: 'OpenSSL',
  'ms pl': 'MS-PL',
  'microsoft public': 'MS-PL',
  'ms rl': 'MS-RL',
  'universal permissive': 'UPL-1.0',
  'universal permissive 1': 'UPL-1.0',
  upl: 'UPL-1.0',
  'eupl 1.1': 'EUPL-1.1',
  'eupl 1.2': 'EUPL-1.2',
  'european union public 1.1': 'EUPL-1.1',
  'european union public 1.2': 'EUPL-1.2',
  'zpl 2.1': 'ZPL-2.1',
  'zope public 2.1': 'ZPL-2.1',
  'blue oak model 1': 'BlueOak-1.0.0',
  'blueoak 1.0': 'BlueOak-1.0.0',
  'afl 3': 'AFL-3.0',
  'afl 2.1': 'AFL-2.1',
  'academic free 3': 'AFL-3.0',
  'academic free 2.1': 'AFL-2.1',
  postgresql: 'PostgreSQL',
  'ofl 1.1': 'OFL-1.1',
  'sil ofl 1.1': 'OFL-1.1',
  'sil open font 1.1': 'OFL-1.1',
  'open font 1.1': 'OFL-1.1',
  hpnd: 'HPND',
  'elastic 2': 'Elastic-2.0',
  'busl 1.1': 'BUSL-1.1',
  'business source 1.1': 'BUSL-1.1',
  'sspl 1': 'SSPL-1.0',
};

/** Trove classifiers that are certain although their words are ambiguous. */
export const CLASSIFIER_ALIASES: Readonly<Record<string, string>> = {
  // The classifier was introduced after version 2.0 of the license.
  'Apache Software License': 'Apache-2.0',
  'Python Software Foundation License': 'PSF-2.0',
  'GNU Affero General Public License v3': 'AGPL-3.0-only',
};

/** By address without protocol, `www.`, trailing slash and page extension, in lower case. */
export const LICENSE_URLS: Readonly<Record<string, string>> = {
  'apache.org/licenses/license-2.0': 'Apache-2.0',
  'apache.org/licenses/license-1.1': 'Apache-1.1',
  'apache.org/license/license-2.0': 'Apache-2.0',
  'opensource.org/licenses/apache2.0': 'Apache-2.0',
  'opensource.org/licenses/apache-2.0': 'Apache-2.0',
  'opensource.org/licenses/mit-license': 'MIT',
  'opensource.org/licenses/mit': 'MIT',
  'opensource.org/license/mit': 'MIT',
  'mit-license.org': 'MIT',
  'jquery.org/license': 'MIT',
  'bouncycastle.org/licence': 'MIT',
  'opensource.org/licenses/bsd-3-clause': 'BSD-3-Clause',
  'opensource.org/licenses/bsd-2-clause': 'BSD-2-Clause',
  'eclipse.org/org/documents/edl-v10': 'BSD-3-Clause',
  'opensource.org/licenses/isc': 'ISC',
  'gnu.org/licenses/old-licenses/gpl-2.0': 'GPL-2.0-only',
  'gnu.org/licenses/gpl-2.0': 'GPL-2.0-only',
  'gnu.org/licenses/gpl-3.0': 'GPL-3.0-only',
  'gnu.org/licenses/old-licenses/lgpl-2.1': 'LGPL-2.1-only',
  'gnu.org/licenses/lgpl-2.1': 'LGPL-2.1-only',
  'gnu.org/licenses/lgpl-3.0': 'LGPL-3.0-only',
  'gnu.org/licenses/agpl-3.0': 'AGPL-3.0-only',
  'gnu.org/software/classpath/license': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'openjdk.java.net/legal/gplv2+ce': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'openjdk.org/legal/gplv2+ce': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'eclipse.org/legal/epl-v10': 'EPL-1.0',
  'eclipse.org/legal/epl-1.0': 'EPL-1.0',
  'eclipse.org/legal/epl-v20': 'EPL-2.0',
  'eclipse.org/legal/epl-2.0': 'EPL-2.0',
  'mozilla.org/mpl/2.0': 'MPL-2.0',
  'mozilla.org/en-us/mpl/2.0': 'MPL-2.0',
  'mozilla.org/mpl/mpl-1.1': 'MPL-1.1',
  'mozilla.org/mpl/1.1': 'MPL-1.1',
  'creativecommons.org/publicdomain/zero/1.0': 'CC0-1.0',
  'creativecommons.org/publicdomain/zero/1.0/legalcode': 'CC0-1.0',
  'unlicense.org': 'Unlicense',
  'wtfpl.net': 'WTFPL',
  'json.org/license': 'JSON',
  'boost.org/license_1_0': 'BSL-1.0',
  'golang.org/license': 'BSD-3-Clause',
  'glassfish.java.net/public/cddlv1.0': 'CDDL-1.0',
  'scripts.sil.org/ofl': 'OFL-1.1',
  'gnu.org/licenses/gpl-3.0.en': 'GPL-3.0-only',
  'gnu.org/licenses/old-licenses/gpl-2.0.en': 'GPL-2.0-only',
  'gnu.org/licenses/lgpl-3.0.en': 'LGPL-3.0-only',
  'gnu.org/licenses/agpl-3.0.en': 'AGPL-3.0-only',
  // Addresses that many packages of nuget.org give; the texts behind them have one license in all their versions.
  'raw.githubusercontent.com/jamesnk/newtonsoft.json/master/license': 'MIT',
  'raw.github.com/jamesnk/newtonsoft.json/master/license': 'MIT',
  'github.com/dotnet/corefx/blob/master/license': 'MIT',
  'github.com/dotnet/standard/blob/master/license': 'MIT',
  'github.com/dotnet/runtime/blob/main/license': 'MIT',
  'raw.githubusercontent.com/aspnet/home/2.0.0/license': 'Apache-2.0',
  'raw.githubusercontent.com/aspnet/aspnetcore/2.0.0/license': 'Apache-2.0',
  'raw.githubusercontent.com/xunit/xunit/master/license': 'Apache-2.0',
};

const DROPPED = new Set([
  'the',
  'license',
  'licenses',
  'licence',
  'licences',
  'licensed',
  'version',
  'ver',
  'v',
  'under',
  'software',
  'agreement',
  'terms',
]);

const PHRASES: readonly [RegExp, string][] = [
  [/\b(?:gnu )?affero (?:gnu )?(?:general )?public\b|\bgnu agpl\b/g, 'agpl'],
  [
    /\b(?:gnu )?(?:lesser|library) (?:gnu )?general public\b|\bgnu lgpl\b|\bgnu lesser public\b|\blesser gpl\b/g,
    'lgpl',
  ],
  [/\bgnu (?:general )?public\b|\bgeneral public\b|\bgnu gpl\b/g, 'gpl'],
  [/\bgnu free documentation\b|\bgnu fdl\b/g, 'gfdl'],
  [
    /\b(?:or|and) (?:any |\(?at your option\)? any )?(?:later|newer|greater|higher|above)(?: versions?)?\b|\bplus\b/g,
    'or later',
  ],
  [/\bclauses\b/g, 'clause'],
  // `GPL version 2 (GPL2)`: a repetition.
  [/\b([a-z]+ [\d.]+(?: or later)?) \1(?=\s|$)/g, '$1'],
  [/\bthree clause\b/g, '3 clause'],
  [/\btwo clause\b/g, '2 clause'],
  [/\b(gpl|lgpl|agpl) (?:gpl|lgpl|agpl)\b/g, '$1'],
];

/** `GPL (>= 2)`, as in R packages. */
const AT_LEAST = />=\s*v?(\d[\d.]*)/g;
const COMPARISON = /[<>!]/;

/**
 * Normal form for comparing names: words without articles and `license`, versions without `v` and `.0`. '' for a name that excludes
 * versions, such as `GPL (< 3)`.
 */
export function licenseKey(name: string): string {
  const versioned = name.toLowerCase().replace(AT_LEAST, ' $1 or later ');
  if (COMPARISON.test(versioned)) return '';
  let key = versioned
    .replace(/\+/g, ' or later ')
    .replace(/([a-z])v?(?=\d)/g, (_, letter: string) => `${letter === 'v' ? '' : letter} `)
    .replace(/[^a-z0-9.]+/g, ' ')
    .replace(/\.(?=\s|$)/g, ' ')
    .split(' ')
    .filter((word) => word !== '' && !DROPPED.has(word))
    .map((word) => (/^\d+(\.0)+$/.test(word) ? word.replace(/(\.0)+$/, '') : word))
    .join(' ');
  for (const [phrase, replacement] of PHRASES) key = key.replace(phrase, replacement);
  return key.replace(/\s+/g, ' ').trim();
}

/** Normal form for comparing addresses. */
export function urlKey(url: string): string {
  return url
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/\.(txt|html?|php|md|pdf|shtml)$/, '');
}
