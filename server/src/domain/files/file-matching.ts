// Finds the files of a project that imported data name: by path, by a part of the path, by name, by content, or by content and one of
// these. Two files match if their keys are equal, so a million files can be matched by look-ups.
//
//   Criterion                  | equal
//   ---------------------------+---------------------------------------------------------------
//   COMPLETE_FILEPATH          | the whole path
//   PARTIAL_FILEPATH, depth n  | the name and the n folders above it, or the whole path if there are fewer
//   FILENAME                   | the name
//   MD5                        | the content
//   MD5_AND_…                  | the content and that

export const fileMatchingCriteria = [
  'COMPLETE_FILEPATH',
  'PARTIAL_FILEPATH',
  'FILENAME',
  'MD5',
  'MD5_AND_FILENAME',
  'MD5_AND_COMPLETE_FILEPATH',
  'MD5_AND_PARTIAL_FILEPATH',
] as const;
export type FileMatchingCriterion = (typeof fileMatchingCriteria)[number];

export interface MatchingRule {
  criterion: FileMatchingCriterion;
  /** Number of folders above the name that must be equal, for partial paths. */
  depth: number;
}

export interface MatchedFile {
  /** Below the root of the code base. */
  path: string;
  /** In hexadecimal digits; undefined if the data do not state it. */
  md5: string | undefined;
}

/** By default, one folder above the name must be equal. */
export const DEFAULT_DEPTH = 1;

/** Files with equal keys match. Undefined for a file without known content, which can match none. */
export function keyOfFile({ path, md5 }: MatchedFile, { criterion, depth }: MatchingRule): string | undefined {
  const key = pathKey(plainPath(path), criterion, depth);
  if (!criterion.startsWith('MD5')) return key;
  return md5 ? `${md5.toLowerCase()}\n${key}` : undefined;
}

function pathKey(path: string, criterion: FileMatchingCriterion, depth: number): string {
  switch (criterion) {
    case 'MD5':
      return '';
    case 'FILENAME':
    case 'MD5_AND_FILENAME':
      return lastSegments(path, 1);
    case 'PARTIAL_FILEPATH':
    case 'MD5_AND_PARTIAL_FILEPATH':
      return lastSegments(path, depth + 1);
    default:
      return path;
  }
}

function lastSegments(path: string, count: number): string {
  let at = path.length;
  for (let seen = 0; seen < count && at > 0; seen++) at = path.lastIndexOf('/', at - 1);
  return path.slice(at + 1);
}

/** Paths in hand-written data and from other systems may begin with slashes, dots or drive letters. */
export function plainPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}

/** An index of files by the key of the rule. */
export class FileIndex<File extends MatchedFile> {
  readonly #rule: MatchingRule;
  readonly #byKey = new Map<string, File | File[]>();

  constructor(rule: MatchingRule) {
    this.#rule = rule;
  }

  add(file: File): void {
    const key = keyOfFile(file, this.#rule);
    if (key === undefined) return;
    const standing = this.#byKey.get(key);
    if (standing === undefined) this.#byKey.set(key, file);
    else if (Array.isArray(standing)) standing.push(file);
    else this.#byKey.set(key, [standing, file]);
  }

  /** All matching files; copies of a file match together. */
  matching(file: MatchedFile): readonly File[] {
    const key = keyOfFile(file, this.#rule);
    const found = key === undefined ? undefined : this.#byKey.get(key);
    if (found === undefined) return [];
    return Array.isArray(found) ? found : [found];
  }
}
