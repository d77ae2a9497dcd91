// Says which files of the code base state a component, and what each of them states. The scanner knows what a file states; no name of a file is
// interpreted here. Pure.
import type { Proof, VendoredEvidence } from '@assay/scanner/packages';

/** What a file states about a component, and the line that states it, if the format gives lines. */
export interface FileStatement {
  role: Proof['role'];
  /** True if it states exactly which version is used. */
  pinsVersion?: true;
  line?: number;
  /** An SBOM names it in this version instead; '' for none. */
  otherVersion?: string;
}

/** Why a folder is third-party code, and which file names its version. */
export function vendoredSentence({ folder, licensePath, listed, isCalledSo, version }: VendoredEvidence): string {
  if (isCalledSo === true)
    return `The license file ${licensePath} is called after it, and lies in a place for third-party code.`;
  const stated = version === undefined ? '' : ` ${versionSentence(version)}`;
  if (listed?.isBare === true && listed.path === licensePath)
    return `${listed.path} (line ${listed.line}) names the folder ${folder}, which lies in a place for third-party code.${stated}`;
  if (listed?.isBare === true)
    return `${listed.path} (line ${listed.line}) names the folder ${folder}, and ${licensePath} states a license for it.${stated}`;
  if (listed !== undefined && listed.path === licensePath)
    return `${listed.path} (line ${listed.line}) names the folder ${folder} with a license of its own.${stated}`;
  if (listed !== undefined)
    return `${listed.path} (line ${listed.line}) names the folder ${folder} with a license of its own, and ${licensePath} states it.${stated}`;
  return `The folder ${folder} lies in a place for third-party code, and ${licensePath} states a license for it.${stated}`;
}

const versionSentence = ({ path, line, version, isInParts }: NonNullable<VendoredEvidence['version']>): string =>
  isInParts === true
    ? `${path} gives the parts of its version ${version} from line ${line} on.`
    : `${path} (line ${line}) names its version ${version}.`;

type Kind = Proof['role'] | 'lists' | 'names-other';

/** From the strongest to the weakest statement, with the words for the files that make it. A file with several is quoted for the strongest. */
const SENTENCES: readonly [kind: Kind, words: string][] = [
  ['declares', 'Declared by the manifest'],
  ['present', 'Recorded as present by'],
  ['locks', 'Pinned by the lockfile'],
  ['lists', 'Listed by the lockfile'],
  ['holds', 'Listed as third-party code by'],
  ['copies', 'Recognised in'],
  ['requires', 'Required by the manifest'],
  ['names', 'Named by the SBOM'],
  ['names-other', 'Named in another version by the SBOM'],
];

const STRENGTH = new Map(SENTENCES.map(([kind], at) => [kind, SENTENCES.length - at]));

/** A lockfile that names no version of a package, as for parts of the language itself, pins nothing. */
function kindOf({ role, pinsVersion, otherVersion }: FileStatement): Kind {
  if (otherVersion !== undefined) return 'names-other';
  return role === 'locks' && pinsVersion !== true ? 'lists' : role;
}

/** More evidence than this is only counted in the detection notes. */
const FILES_LISTED_BY_NAME = 5;

/** Keeps the strongest statement of each file, and of equals the first line. */
export function addStatements(statements: Map<string, FileStatement>, proofs: readonly Proof[]): void {
  for (const { path, ...one } of proofs) {
    const known = statements.get(path);
    if (known === undefined || isStronger(one, known)) statements.set(path, one);
  }
}

function isStronger(one: FileStatement, known: FileStatement): boolean {
  const difference = strengthOf(one) - strengthOf(known);
  if (difference !== 0) return difference > 0;
  return one.line !== undefined && (known.line === undefined || one.line < known.line);
}

const strengthOf = (one: FileStatement): number => STRENGTH.get(kindOf(one)) ?? 0;

/** A sentence for each kind of statement in these files, the strongest first. */
export function statementSentences(files: readonly string[], statements: ReadonlyMap<string, FileStatement>): string[] {
  const byKind = Map.groupBy(files, (path) => kindOf(statementOf(path, statements)));
  return SENTENCES.flatMap(([kind, words]) => {
    const paths = byKind.get(kind) ?? [];
    return paths.length === 0 ? [] : [`${words} ${listed(paths.map((path) => withLine(path, statements)))}.`];
  });
}

/** Files that only registries were asked about request the package. */
function statementOf(path: string, statements: ReadonlyMap<string, FileStatement>): FileStatement {
  return statements.get(path) ?? { role: 'requires' };
}

export function listed(paths: readonly string[]): string {
  if (paths.length <= FILES_LISTED_BY_NAME) return paths.join(', ');
  return `${paths.slice(0, FILES_LISTED_BY_NAME).join(', ')} and ${paths.length - FILES_LISTED_BY_NAME} more`;
}

function withLine(path: string, statements: ReadonlyMap<string, FileStatement>): string {
  const { line, otherVersion } = statements.get(path) ?? {};
  if (otherVersion !== undefined) return `${path} (${otherVersion || 'without a version'})`;
  return line === undefined ? path : `${path} (line ${line})`;
}
