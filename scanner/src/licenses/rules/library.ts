// The license library: every SPDX license and exception with name, text and address, and what our own rules find off that list. Loaded on first call
// only, as the texts are large.
// For the server's library pages; detection does not need it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isSpdxException } from '../../expressions/index.ts';
import { plainText } from './patterns.ts';
import { readTexts } from './rule-files.ts';
import type { SpdxText } from './spdx-texts.ts';

/** Texts that are missing in the package of texts: of exceptions, and of licenses that are new or not on the SPDX list. */
const OWN_TEXTS = ['exceptions.yaml', 'texts.yaml'].map((name) => new URL(`../../../rules/${name}`, import.meta.url));

/** A license or exception of the SPDX list. */
export interface LicenseRecord {
  id: string;
  name: string;
  /** '' for an id that is newer than every text in use; at present there is none. */
  text: string;
  url: string;
  isDeprecated: boolean;
  isException: boolean;
  isOsiApproved: boolean;
}

let library: LicenseRecord[] | undefined;

/** A license that is not on the SPDX list. Our own rules find its text. */
export type OwnLicense = Pick<LicenseRecord, 'id' | 'name' | 'text'>;

let ownLicenses: OwnLicense[] | undefined;

/** These licenses by `LicenseRef-…`; licenses of which the rules know only a name have no text and are not included. */
export function licensesOffTheList(): readonly OwnLicense[] {
  ownLicenses ??= OWN_TEXTS.flatMap((file) => readTexts(file))
    .filter(({ license }) => license.startsWith('LicenseRef-'))
    .map(({ license, name, text }) => ({ id: license, name, text: plainText(text) }));
  return ownLicenses;
}

/** All SPDX licenses and exceptions, by id. */
export function licenseLibrary(): LicenseRecord[] {
  if (library) return library;
  const require = createRequire(import.meta.url);
  const texts = require('spdx-license-list/full') as Record<string, SpdxText>;
  const current = new Set(require('spdx-license-ids') as string[]);
  const deprecated = new Set(require('spdx-license-ids/deprecated') as string[]);
  const exceptions = new Set(require('spdx-exceptions') as string[]);
  const records = new Map<string, LicenseRecord>();
  for (const [id, license] of Object.entries(texts)) {
    records.set(id, {
      id,
      name: license.name,
      text: license.licenseText,
      url: (license.url ?? '').trim().split(/\s+/)[0] ?? '',
      isDeprecated: deprecated.has(id) || (!current.has(id) && !isSpdxException(id)),
      isException: isSpdxException(id),
      isOsiApproved: license.osiApproved,
    });
  }
  const own = new Map(OWN_TEXTS.flatMap((file) => readTexts(file)).map((entry) => [entry.license, entry]));
  for (const id of [...current, ...deprecated, ...exceptions]) {
    if (records.has(id)) continue;
    const entry = own.get(id);
    records.set(id, {
      id,
      name: entry?.name ?? id.replace(/-/g, ' '),
      text: entry ? [entry.intro ?? '', entry.text].map(plainText).join('\n\n').trim() : '',
      url: `https://spdx.org/licenses/${id}.html`,
      isDeprecated: deprecated.has(id),
      isException: exceptions.has(id),
      isOsiApproved: false,
    });
  }
  library = [...records.values()].sort((a, b) => (a.id.toLowerCase() < b.id.toLowerCase() ? -1 : 1));
  return library;
}

/** Changes whenever the library changes. Does not read the large texts of the package. */
export function licenseLibraryVersion(): string {
  const list = createRequire(import.meta.url)('spdx-license-list/package.json') as { version: string };
  const hash = createHash('sha256');
  for (const file of OWN_TEXTS) hash.update(readFileSync(file));
  return `${list.version}-${hash.digest('hex').slice(0, 16)}`;
}
