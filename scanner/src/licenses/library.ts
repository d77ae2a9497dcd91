// The license library: every SPDX license and exception with name, text and address. Loaded on first call only, as the texts are large.
// For the server's library pages; detection does not need it.
import { createRequire } from 'node:module';
import { isSpdxException } from './expression.ts';
import type { SpdxText } from './spdx-texts.ts';

/** A license or exception of the SPDX list. */
export interface LicenseRecord {
  id: string;
  name: string;
  /** '' for exceptions, whose texts the list in use does not carry. */
  text: string;
  url: string;
  isDeprecated: boolean;
  isException: boolean;
  isOsiApproved: boolean;
}

let library: LicenseRecord[] | undefined;

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
  for (const id of [...current, ...deprecated, ...exceptions]) {
    if (records.has(id)) continue;
    records.set(id, {
      id,
      name: id.replace(/-/g, ' '),
      text: '',
      url: `https://spdx.org/licenses/${id}.html`,
      isDeprecated: deprecated.has(id),
      isException: exceptions.has(id),
      isOsiApproved: false,
    });
  }
  library = [...records.values()].sort((a, b) => (a.id.toLowerCase() < b.id.toLowerCase() ? -1 : 1));
  return library;
}
