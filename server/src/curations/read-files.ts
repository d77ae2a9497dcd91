// Reads all files of curated facts in a file, an archive or a folder. Facts that contradict each other are issues.
import type { CuratedFact } from '../domain/derivation/curations.ts';
import type { ReadCurationFiles } from '../project-data/reading/readings.ts';
import { curatedFiles } from './files.ts';
import { type CurationIssue, readCurations } from './read.ts';

const FILES_BETWEEN_CALLS = 200;

/** @param onFiles receives the number of files read, now and then */
export async function readCurationFiles(
  path: string,
  temporaryFolder: string,
  onFiles: (done: number) => void,
): Promise<ReadCurationFiles> {
  const all: ReadCurationFiles = { facts: [], files: 0, issues: [], problem: '' };
  const places = new Map<string, CuratedFact>();
  for await (const file of curatedFiles(path, { temporaryFolder })) {
    if (file.type === 'end') all.problem = file.problem;
    if (file.type === 'issue') all.issues.push({ path: file.issue.path, message: file.issue.message });
    if (file.type !== 'file') continue;
    all.files++;
    if (all.files % FILES_BETWEEN_CALLS === 0) onFiles(all.files);
    const read = readCurations(file.path, file.bytes);
    all.issues.push(...read.issues);
    for (const fact of read.facts) {
      all.facts.push(fact);
      const contradiction = contradictionOf(fact, places);
      if (contradiction !== undefined) all.issues.push(contradiction);
    }
  }
  return all;
}

/** Remembers the fact by its place. */
function contradictionOf(fact: CuratedFact, places: Map<string, CuratedFact>): CurationIssue | undefined {
  if (fact.license === '') return undefined;
  const key = `${fact.purl}\n${fact.versions}`;
  const before = places.get(key);
  places.set(key, fact);
  if (before === undefined || before.license === fact.license) return undefined;
  return {
    path: fact.file,
    message: `${fact.purl} ${fact.versions || '(all versions)'} is ${fact.license} here and ${before.license} in ${before.file}; the later one counts.`,
  };
}
