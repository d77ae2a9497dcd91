// What was decided before a check: VEX documents, the ignore file and a baseline. A decision of people counts before a supplier's.
import { lstat, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FoundVulnerability } from '../check-formats/report.ts';
import { IGNORE_FILE } from '../check-options.ts';
import type { CommandIo } from '../command-io.ts';
import { UsageError } from '../options.ts';
import { printable } from '../printable.ts';
import { openBaseline } from './baseline.ts';
import { concerns, type IgnoreEntry, isExpired, readIgnoreFile } from './ignore-file.ts';
import { stateInWords } from './model.ts';
import { readDecisionFile } from './read-file.ts';
import { openVexFiles } from './vex-files.ts';

export interface DecisionFiles {
  vex: readonly string[];
  /** Package URL of what the input is as a whole; '' if it is not known. */
  product: string;
  /** '' for the file beside the code, `none` for no file. */
  ignore: string;
  /** '' for none. */
  baseline: string;
}

export interface Decisions {
  /** Adds to each vulnerability what was decided about it. */
  decide<Found extends FoundVulnerability>(found: readonly Found[]): Found[];
  /** Sentences about decisions that have ended and would still be needed: they fail the check. */
  ended: string[];
  /** Name of the baseline; '' if there is none. */
  baseline: string;
}

/** Throws a UsageError for a file that is not understood: a decision that is not read must not look like one that was not needed. */
export async function openDecisions(
  files: DecisionFiles,
  { source, at, io }: { source: string; at: Date; io: CommandIo },
): Promise<Decisions> {
  const vex = files.vex.length === 0 ? undefined : await openVexFiles(files.vex, files.product, io);
  const entries = await ignoreEntries(files.ignore, source, io);
  const baseline = files.baseline === '' ? undefined : await openBaseline(files.baseline);
  const say = (sentence: string) => io.stderr.write(`assay scan: ${printable(sentence)}\n`);
  const ended: string[] = [];
  return {
    ended,
    baseline: baseline?.source ?? '',
    decide(found) {
      const used = new Set<IgnoreEntry>();
      const decided = found.map((one) => {
        const about = entries.filter((entry) => concerns(entry, one));
        for (const entry of about) used.add(entry);
        const standing = about.find((entry) => !isExpired(entry, at))?.decision;
        const stated = vex?.of(one);
        if (standing !== undefined && stated !== undefined && standing.state !== stated.state)
          say(
            `${one.name} in ${one.shown}: ${standing.place} says ${stateInWords(standing.state)}, ${stated.place} says ${stateInWords(stated.state)}; the first counts.`,
          );
        const decision = standing ?? stated;
        if (decision === undefined) for (const entry of about) ended.push(endedInWords(entry, one));
        return { ...one, decision, isInBaseline: baseline?.has(one) === true };
      });
      for (const entry of entries)
        if (!used.has(entry)) say(`${entry.decision.place} concerns nothing that was found: it can be removed.`);
      for (const name of vex?.unused() ?? []) say(`${name} says nothing about what was found.`);
      return decided;
    },
  };
}

const endedInWords = ({ decision }: IgnoreEntry, { name, shown }: FoundVulnerability): string =>
  `the decision on ${name} in ${shown} (${decision.place}) held until ${decision.expires}: decide again`;

async function ignoreEntries(option: string, source: string, io: CommandIo): Promise<IgnoreEntry[]> {
  if (option === 'none') return [];
  if (option !== '')
    return readIgnoreFile((await readDecisionFile('--ignore', option)).toString('utf8'), basename(option));
  if (!(await stat(source).catch(() => undefined))?.isDirectory()) return [];
  const path = join(source, IGNORE_FILE);
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return [];
  if (!found.isFile()) throw new UsageError(`${IGNORE_FILE} is no file; "--ignore none" does without it.`);
  const entries = readIgnoreFile((await readDecisionFile('--ignore', path)).toString('utf8'), IGNORE_FILE);
  io.stderr.write(
    `assay scan: ${IGNORE_FILE} of the source decides: ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'} ("--ignore none" does without).\n`,
  );
  return entries;
}
