// The facts of a file before any search.
import type { FileFacts } from '../findings.ts';
import type { Digests } from './digests.ts';
import type { Sniffed } from './kind.ts';

/** A placeholder for the digests of the whole file, if only a part of it is present. */
export const NO_DIGESTS: Digests = { md5: '', sha1: '', sha256: '' };

/** Facts of a file with only size, digests and kind: the start of every analysis, and its result when it fails. */
export function emptyFacts(sizeBytes: number, digests: Digests, sniffed: Sniffed): FileFacts {
  return {
    sizeBytes,
    md5: digests.md5,
    sha1: digests.sha1,
    sha256: digests.sha256,
    kind: sniffed.kind,
    mediaType: sniffed.mediaType,
    language: '',
    lines: { total: 0, code: 0, comment: 0, blank: 0 },
    spdx: [],
    licenses: [],
    licenseReferences: [],
    copyrights: [],
    authors: [],
    emails: [],
    urls: [],
    searchTerms: [],
    packages: [],
  };
}
