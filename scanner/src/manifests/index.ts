// The family of package manifests and lockfiles: chooses the format for a path, and runs its reader on the bytes. Reads no files.
import type { NamedManifest } from '../definitions.ts';
import type { Found, Issue, PackageFinding } from '../findings.ts';
import { memberFor } from './by-path.ts';
import type { ManifestMember } from './member.ts';
import { MANIFEST_MEMBERS } from './members.ts';
import { importReader, readerOf } from './readers.ts';
import { definitionsOf } from './shared/identity.ts';
import { withinBounds } from './shared/named-manifests.ts';

const BY_NAME: ReadonlyMap<string, ManifestMember> = new Map(MANIFEST_MEMBERS.map((member) => [member.name, member]));

/** The name of the member for this path (forward slashes); undefined if there is none. */
export function manifestNameFor(path: string): string | undefined {
  return memberFor(path)?.name;
}

/** Whether an empty file of this format is valid. */
export function mayBeEmpty(member: string): boolean {
  return BY_NAME.get(member)?.mayBeEmpty === true;
}

/** Whether a file with a name of this format may have another format. */
export function isShared(member: string): boolean {
  return BY_NAME.get(member)?.isShared === true;
}

/** Members that can name other manifests. */
export const NAMING_MEMBERS: readonly string[] = MANIFEST_MEMBERS.flatMap((member: ManifestMember) =>
  member.namesManifests === true ? [member.name] : [],
);

/** Whether a file at this path can name other manifests. */
export function mayNameManifests(path: string): boolean {
  return memberFor(path)?.namesManifests === true;
}

/** Whether a manifest that names this path may decide its format. A format that the path itself states is kept. */
export function mayBeNamed(path: string): boolean {
  const own = manifestNameFor(path);
  return own === undefined || isShared(own);
}

/** For threads that may be ended at any moment: loads the reader that `readManifest` needs. Undefined if there is nothing to wait for. */
export function loadReader(member: string): Promise<void> | undefined {
  return BY_NAME.has(member) ? importReader(member) : undefined;
}

/** The manifests that these bytes name, each once. */
export function namesIn(member: string, bytes: Uint8Array): Found<NamedManifest[]> {
  try {
    if (BY_NAME.get(member)?.namesManifests !== true) return { findings: [], issues: [] };
    return withinBounds(readerOf(member).names?.(bytes) ?? []);
  } catch {
    // The reader of the same bytes tells the fault.
    return { findings: [], issues: [] };
  }
}

/**
 * The findings of a member in the bytes. Never throws; an unknown member gives an issue, because the hint may come from an older version.
 * @param isNamed whether the file has this format only because another manifest names it
 */
export function readManifest(member: string, bytes: Uint8Array, isNamed = false): Found<PackageFinding[]> {
  const found = BY_NAME.get(member);
  if (found !== undefined) {
    const read = readerOf(member).read(bytes);
    if (isNamed && found.acceptsProse === true && read.issues.length > 0) return refused(read.issues);
    if (found.namesProject === true) withKnownDirectness(read.findings);
    return withNames(read, member, bytes);
  }
  return {
    findings: [],
    issues: [
      {
        code: 'bad-manifest',
        path: '',
        message: `There is no reader of manifests named "${member}"; nothing was read.`,
      },
    ],
  };
}

function withNames(read: Found<PackageFinding[]>, member: string, bytes: Uint8Array): Found<PackageFinding[]> {
  const { findings: names, issues } = namesIn(member, bytes);
  if (names.length === 0) return read;
  return {
    // First, because long lists of findings are cut at their end.
    findings: [definitionsOf('generic', { names }), ...read.findings],
    issues: [...read.issues, ...issues],
  };
}

/** Nothing counts of a file that is no manifest of the format by which it is named. */
function refused(faults: readonly Issue[]): Found<PackageFinding[]> {
  const [first] = faults;
  const message = `Another manifest names this file as a manifest, but it is none, so nothing was read from it. Its first fault: ${first?.message ?? ''}`;
  return { findings: [], issues: [{ code: 'bad-manifest', path: '', message }] };
}

/**
 * The file would tell all packages as transitive, although something must request them. Findings are replaced by copies, because an object takes
 * twice the memory after a field was deleted from it.
 */
function withKnownDirectness(findings: PackageFinding[]): void {
  if (findings.some(({ isDirect }) => isDirect === true)) return;
  for (const [i, { isDirect: _, ...rest }] of findings.entries()) findings[i] = rest;
}
