// Which files of a project are those that imported data speaks of: by path, by a part of the path, by name, by content, or by content and one of
// these. Two files match when their keys are equal, so that a million of each are matched by looking up.
//
//   Criterion                  | equal
//   ---------------------------+---------------------------------------------------------------
//   COMPLETE_FILEPATH          | the whole path
//   PARTIAL_FILEPATH, depth n  | the name and the n folders above it, or the whole path where there are fewer
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
  /** Folders above the name that must agree, for the partial paths. */
  depth: number;
}

export interface MatchedFile {
  /** Below the root of the code base. */
  path: string;
  /** In hexadecimal letters; undefined where the data does not say. */
  md5: string | undefined;
}

/** One folder above the name, where nothing else is said. */
export const DEFAULT_DEPTH = 1;

/** Files with equal keys match. Undefined: a file that can match none, because its content is not known. */
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

/** Paths of hand-written data and of other systems begin with slashes, dots or drives' signs. */
export function plainPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}

/** By the key of the rule. */
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

  /** All that match; copies of a file match together. */
  matching(file: MatchedFile): readonly File[] {
    const key = keyOfFile(file, this.#rule);
    const found = key === undefined ? undefined : this.#byKey.get(key);
    if (found === undefined) return [];
    return Array.isArray(found) ? found : [found];
  }
}
