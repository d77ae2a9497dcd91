// Reads the poms of a code base completely, because their facts are not enough to resolve their dependencies.

import { damageError } from '../../contents/stored-bytes.ts';
import { listPomFiles } from '../../db/files/poms.ts';
import type { JobIssue } from '../../db/job-issues.ts';
import type { JobContext } from '../../queue/job-context.ts';
import { readPom } from '../../registries/maven/effective-pom.ts';
import type { PomFile } from '../../registries/maven/roots.ts';
import { parseLocation } from '../../store/index.ts';

/** A larger file is not a real pom. */
const LARGEST_BYTES = 2 * 1024 * 1024;
const MOST_POMS = 5000;

interface OwnPackage {
  purl: string;
  type: string;
  isDirect?: boolean;
  files: readonly string[];
  /** The kind of folder of all its evidence, if that is no part of the product. */
  place?: string;
}

/** Poms in tests, examples and documentation are no part of the product. */
export async function readPoms(
  { app, signal }: JobContext,
  projectId: number,
  packages: readonly OwnPackage[],
): Promise<{ poms: PomFile[]; issues: JobIssue[] }> {
  const owners = new Map(
    packages
      .filter(({ type, isDirect }) => type === 'maven' && isDirect === undefined)
      .flatMap((one) => one.files.map((path) => [path, one] as const)),
  );
  const poms: PomFile[] = [];
  const issues: JobIssue[] = [];
  const unread = (path: string, why: string) =>
    issues.push({
      code: 'registry-unresolved',
      path,
      message: `The dependencies of ${path} were not resolved: ${why}`,
    });
  for (const { path, sizeBytes, location } of await listPomFiles(app.db, projectId, MOST_POMS + 1)) {
    signal.throwIfAborted();
    const owner = owners.get(path);
    if (owner?.place !== undefined) continue;
    if (sizeBytes > LARGEST_BYTES) {
      unread(path, `it has more than ${LARGEST_BYTES} bytes.`);
      continue;
    }
    if (poms.length === MOST_POMS) {
      unread(path, `it and those behind it are more than the ${MOST_POMS} poms that are resolved together.`);
      break;
    }
    try {
      const bytes = Buffer.concat(await Array.fromAsync(app.store.stream(parseLocation(location))));
      const model = readPom(bytes.toString('utf8'));
      if (model !== undefined && model.artifact !== '') poms.push({ path, model, purl: owner?.purl ?? '' });
    } catch (error) {
      const damage = damageError(error);
      if (damage === undefined) throw error;
      unread(path, damage.message);
    }
  }
  return { poms, issues };
}
