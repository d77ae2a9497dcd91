// What a recogniser of a library says, as it stands in scanner/rules/libraries and as imports of foreign signatures are turned into. Types only.

/** Which texts a library's signs are looked for in. */
export type LibraryLanguage = 'c' | 'javascript' | 'java';

export type LibraryConfidence = 'HIGH' | 'MEDIUM' | 'LOW';

/** How a file tells that it belongs to the library. Exactly one of the first five. */
export interface LibrarySign {
  /** A macro whose value is the version: `#define ZLIB_VERSION "1.3.1"`. */
  define?: string;
  /** Macros with the numbers of the version, the first two of which have to be there: [PNG_LIBPNG_VER_MAJOR, PNG_LIBPNG_VER_MINOR]. */
  numbers?: string[];
  /** A macro with the whole version in one number; `divisors` part it: FMT_VERSION 100201 by [10000, 100, 1] is 10.2.1. */
  packed?: string;
  divisors?: number[];
  /** A text with `{version}` or `{major}`, `{minor}`, `{patch}`, `{gap}` (white space and comment marks), `{any}` (up to 120 characters of the line), `{word}`, `{number}`. */
  text?: string;
  /** A regular expression of imported signatures, its version in the first group that is named `version`. */
  pattern?: string;
  /** A text that each match of `pattern` holds. */
  anchor?: string;
  /** What is put in the place of a match of `pattern` to get the version: `$2`. Without it the group named `version` is. */
  replacement?: string;
  /** How the version is called by its registry: `0.{}.0` makes 0.150.0 of 150. */
  as?: string;
  confidence?: LibraryConfidence;
}

export interface LibraryRule {
  /** As people call it; lower case. */
  name: string;
  /** Without version. */
  purl: string;
  /** Vendor and product as the CVE list names them: `zlib:zlib`. */
  cpe?: string;
  homepage?: string;
  repository?: string;
  /** Names of folders beside its own in which the whole library usually lies. */
  folders?: string[];
  /** Names of the files whose version is believed before that of others: the header that users include. */
  mainFiles?: string[];
  /** Libraries that hold files of this one with its banners: where they lie, a file that names no version is theirs. */
  yieldsTo?: string[];
  language: LibraryLanguage;
  /** The strongest first: the first that names a version decides. */
  signs: LibrarySign[];
  /** Names of files with `{version}`, of libraries whose version people put there. */
  fileNames?: string[];
  /** Digests of published files (SHA-1 or SHA-256, hexadecimal) and the version that they are. */
  digests?: Record<string, string>;
}
