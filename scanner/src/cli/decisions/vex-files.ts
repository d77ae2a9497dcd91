// `--vex`: statements of suppliers about packages of the input. The youngest statement about a vulnerability of a package counts, then the last one.
import { basename } from 'node:path';
import { remembered } from '../../expressions/index.ts';
import type { DataIssue } from '../../member-reader.ts';
import {
  isAbout,
  productKey,
  readVex,
  type VexProduct,
  VexRefused,
  type VexStatement,
  vexPackage,
  vexProduct,
} from '../../vex/index.ts';
import type { FoundVulnerability } from '../check-formats/report.ts';
import type { CommandIo } from '../command-io.ts';
import { UsageError } from '../options.ts';
import { printable } from '../printable.ts';
import type { CheckDecision } from './model.ts';
import { readDecisionFile } from './read-file.ts';

interface Stated {
  statement: VexStatement;
  source: string;
  author: string;
}

export interface VexDecisions {
  of(found: FoundVulnerability): CheckDecision | undefined;
  /** Names of the files of which no statement was about anything found. */
  unused(): string[];
}

const MOST_REMARKS = 20;

/** @param product package URL, CPE or name of what the input is as a whole: statements may be about its parts. Throws a UsageError for a file that is no VEX. */
export async function openVexFiles(paths: readonly string[], product: string, io: CommandIo): Promise<VexDecisions> {
  const whole = wholeOf(product);
  const byName = new Map<string, Stated[]>();
  for (const path of paths)
    for (const stated of await statementsIn(path, io))
      for (const name of stated.statement.names) {
        const key = name.toLowerCase();
        const known = byName.get(key);
        if (known) known.push(stated);
        else byName.set(key, [stated]);
      }
  const read = remembered(vexPackage);
  const used = new Set<string>();
  return {
    of(found) {
      const item = read(found.purl);
      if (item === undefined) return undefined;
      const about = [...new Set(found.names.flatMap((name) => byName.get(name.toLowerCase()) ?? []))].filter(
        ({ statement }) => isAbout(statement, item, whole, read),
      );
      for (const { source } of about) used.add(source);
      const youngest = about.reduce<Stated | undefined>(
        (best, one) => (best === undefined || one.statement.statedOn >= best.statement.statedOn ? one : best),
        undefined,
      );
      return youngest === undefined ? undefined : decisionOf(youngest);
    },
    unused: () => paths.map((path) => basename(path)).filter((name) => !used.has(name)),
  };
}

function wholeOf(product: string): VexProduct {
  if (product !== '' && productKey(product) === undefined)
    throw new UsageError(
      `--product must be a package URL such as pkg:oci/shop@1.2, a CPE, or a name with its version, not "${printable(product)}".`,
    );
  return { ...vexProduct(product === '' ? [] : [product]), isOfDocument: true };
}

async function statementsIn(path: string, io: CommandIo): Promise<Stated[]> {
  const bytes = await readDecisionFile('--vex', path);
  const issues: DataIssue[] = [];
  const source = basename(path);
  try {
    const { statements, supplier } = readVex(bytes, issues);
    for (const { message } of issues.slice(0, MOST_REMARKS))
      io.stderr.write(`assay scan: ${printable(`${source}: ${message}`)}\n`);
    if (issues.length > MOST_REMARKS)
      io.stderr.write(
        `assay scan: ${printable(source)}: ${issues.length - MOST_REMARKS} more remarks are not shown.\n`,
      );
    if (statements.length === 0)
      throw new UsageError(`--vex: ${printable(source)} holds no statement that names a vulnerability and a package.`);
    return statements.map((statement) => ({ statement, source, author: supplier }));
  } catch (error) {
    throw error instanceof VexRefused
      ? new UsageError(`--vex: ${printable(source)}: ${printable(error.message)}`)
      : error;
  }
}

function decisionOf({ statement, source, author }: Stated): CheckDecision {
  const { state, justification, detail } = statement.analysis;
  return {
    by: 'vex',
    state,
    ...(justification === undefined ? {} : { justification }),
    detail: [statement.written, detail].filter(Boolean).join('. '),
    place: `${source}, ${statement.place}`,
    source,
    author,
    expires: '',
  };
}
