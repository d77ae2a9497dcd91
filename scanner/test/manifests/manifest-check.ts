// Formats the findings of a manifest member as short lines for tables of test cases. For tests only.
import { expect } from 'vitest';
import type { Found, PackageFinding } from '../../src/findings.ts';
import { readManifest } from '../../src/manifests/index.ts';

/** `role purl [scope] [direct|transitive] ["license"]`, then a line per dependency: `  -> purl [requirement] [scope] [transitive]`. */
export function readText(
  member: string,
  text: string | Uint8Array,
): { lines: string[]; problems: string[]; findings: PackageFinding[] } {
  const { findings, issues }: Found<PackageFinding[]> = readManifest(
    member,
    typeof text === 'string' ? Buffer.from(text) : text,
  );
  const packages = findings.filter(({ role }) => role !== 'defines');
  const lines = packages.flatMap((found) => [
    words([
      found.role,
      found.purl,
      found.scope === 'runtime' ? '' : found.scope,
      found.isDirect === undefined ? '' : found.isDirect ? 'direct' : 'transitive',
      found.declaredLicense === '' ? '' : `"${found.declaredLicense}"`,
    ]),
    ...found.dependencies.map(({ purl, requirement, scope, isDirect }) =>
      words(['  ->', purl, requirement, scope === 'runtime' ? '' : scope, isDirect ? '' : 'transitive']),
    ),
  ]);
  return { lines, problems: issues.map(({ message }) => message), findings };
}

export type ManifestCase = [title: string, text: string, lines: string[], problems?: (string | RegExp)[]];

/** Exactly these lines, and issues that match in order. */
export function check(member: string, text: string, lines: string[], problems: (string | RegExp)[] = []): void {
  checkRead(readText(member, text), lines, problems);
}

function checkRead(
  read: { lines: string[]; problems: string[] },
  lines: string[],
  problems: readonly (string | RegExp)[],
): void {
  expect(read.lines).toEqual(lines);
  expect(read.problems).toEqual(
    problems.map((problem) =>
      typeof problem === 'string' ? expect.stringContaining(problem) : expect.stringMatching(problem),
    ),
  );
}

/** The place and origin of each finding: `line purl requirement addresses checksum`. */
export function checkEvidence(member: string, text: string, lines: string[]): void {
  const { findings } = readText(member, text);
  expect(
    findings
      .filter(({ role }) => role !== 'defines')
      .map(({ line, purl, requirement, homepageUrl, repositoryUrl, downloadUrl, integrity }) =>
        words([`${line ?? '-'}`, purl, requirement ?? '', homepageUrl, repositoryUrl, downloadUrl, integrity]),
      ),
  ).toEqual(lines);
}

/** The same for a binary format. */
export function checkBytes(
  member: string,
  bytes: Uint8Array,
  lines: string[],
  problems: (string | RegExp)[] = [],
): void {
  checkRead(readText(member, bytes), lines, problems);
}

/** Reads a generated input of the largest sensible size within a limit of CPU time. */
export function checkLarge(member: string, text: string, count: number, maxMs = 10_000): void {
  const start = cpuMs();
  const { findings, problems } = readText(member, text);
  expect(problems).toEqual([]);
  expect(findings.length).toBe(count);
  expect(cpuMs() - start).toBeLessThan(maxMs);
}

function words(parts: string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** CPU time of this thread in milliseconds: other processes on a busy machine do not count. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
