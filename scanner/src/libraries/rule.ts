// The types of a recogniser of a library. Files of scanner/rules/libraries have this form, and imports convert foreign
// signatures to it. Types only.

/** The kinds of text in which a library's signs are searched. */
export type LibraryLanguage = 'c' | 'javascript' | 'java';

export type LibraryConfidence = 'HIGH' | 'MEDIUM' | 'LOW';

/** How a file shows that it belongs to the library. Exactly one of the first five is set. */
export interface LibrarySign {
  /** A macro whose value is the version: `#define ZLIB_VERSION "1.3.1"`. */
  define?: string;
  /** Macros with the numbers of the version. The first two must exist: [PNG_LIBPNG_VER_MAJOR, PNG_LIBPNG_VER_MINOR]. */
  numbers?: string[];
  /**
   * A macro with the whole version in one number. `divisors` divide it: FMT_VERSION 100201 by [10000, 100, 1] is
   * 10.2.1.
   */
  packed?: string;
  divisors?: number[];
  /** A text with `{version}` or `{major}`, `{minor}`, `{patch}`, `{gap}` (white space and comment marks), `{any}` (up to 120 characters of the line), `{word}`, `{number}`. */
  text?: string;
  /** A regular expression of imported signatures. The version is the first group with the name `version`. */
  pattern?: string;
  /** A text that each match of `pattern` contains. */
  anchor?: string;
  /**
   * The version as a replacement of the match of `pattern`: `$2`. Without it, the version is the group with the name
   * `version`.
   */
  replacement?: string;
  /** The form of the version in the registry: `0.{}.0` makes 0.150.0 of 150. */
  as?: string;
  confidence?: LibraryConfidence;
}

export interface LibraryRule {
  /** The everyday name in lower case. */
  name: string;
  /** Without version. */
  purl: string;
  /** Vendor and product in the CVE list: `zlib:zlib`. */
  cpe?: string;
  homepage?: string;
  repository?: string;
  /** Other names of folders that usually contain the whole library. */
  folders?: string[];
  /** Names of files whose version has priority over that of others: the header that users include. */
  mainFiles?: string[];
  /**
   * Libraries that contain files of this one with its banners. Inside such a library, a file without a version belongs
   * to that library.
   */
  yieldsTo?: string[];
  /**
   * purls without versions of packages in which its makers publish parts of it; a final `*` stands for any rest. Inside such a package the banner
   * of the library is that of the package, whose versions may have nothing to do with those of the library.
   */
  publishedAs?: string[];
  language: LibraryLanguage;
  /** The strongest first. The first sign that gives a version decides. */
  signs: LibrarySign[];
  /** Names of files with `{version}`, for libraries whose file names usually contain the version. */
  fileNames?: string[];
  /** Digests of published files (SHA-1 or SHA-256, hexadecimal) with their versions. */
  digests?: Record<string, string>;
}
