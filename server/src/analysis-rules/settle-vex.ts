// Decides by the statements of VEX sources about the vulnerabilities of versions. Call it in the transaction that changes the matches or the
// statements, so that nothing is reported that a supplier has already ruled out.
import { isAbout, type VexProduct, vexPackage, vexProduct } from '@assay/scanner/vex';
import { machineNow } from '../clock.ts';
import { refreshExposuresOfVersions } from '../db/advisories/matches.ts';
import { ADVISORIES_LOCK, lockSharedUntilEnd } from '../db/postgres/advisory-locks.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { partsOf } from '../db/postgres/parts.ts';
import { type VersionPair, versionPairKey } from '../db/vulnerabilities/analyses.ts';
import { listProducts } from '../db/vulnerabilities/project-products.ts';
import {
  closeAlertsByVex,
  deleteVexDecisions,
  hasVexStatements,
  listProductCandidates,
  listVexCandidates,
  listVexDecisions,
  listVexOfComponents,
  reopenByVex,
  type VexCandidate,
  type VexDecision,
  type VexOfComponent,
  writeVexDecisions,
} from '../db/vulnerabilities/vex-decisions.ts';
import { type NewDecision, recordDecisions } from '../decisions/index.ts';
import type { AnalysisWords } from '../domain/vulnerabilities/suppression.ts';
import { decidesBefore, mayBeSuppressed } from '../domain/vulnerabilities/vex.ts';
import { giveWay } from '../turns.ts';

const VERSIONS_AT_ONCE = 500;

export interface VexSettled {
  /** Vulnerabilities of versions with another decision than before, or with the first one. */
  decided: number;
  /** Those without a decision now. */
  ended: number;
}

/** `before`: the decisions before the change, if the change has deleted statements. */
export async function settleVex(
  tx: Tx,
  versionIds: readonly number[],
  before?: readonly VexDecision[],
): Promise<VexSettled> {
  const counts = { decided: 0, ended: 0 };
  if (before === undefined && !(await hasVexStatements(tx))) return counts;
  const known = before && Map.groupBy(before, ({ versionId }) => versionId);
  for (const part of partsOf([...new Set(versionIds)], VERSIONS_AT_ONCE)) {
    const old = known ? part.flatMap((id) => known.get(id) ?? []) : await listVexDecisions(tx, part);
    const { decided, ended } = await settlePart(tx, part, old);
    counts.decided += decided;
    counts.ended += ended;
  }
  return counts;
}

/**
 * What sources say about the product that a project is, for these versions of its inventory. Call it when items have joined the project, or its products have
 * changed. It waits for a change of a source.
 */
export async function settleVexOfProject(
  tx: Tx,
  projectId: number,
  versionIds: readonly number[],
): Promise<VexSettled> {
  const counts = { decided: 0, ended: 0 };
  if (versionIds.length === 0) return counts;
  await lockSharedUntilEnd(tx, ADVISORIES_LOCK);
  if (!(await hasVexStatements(tx))) return counts;
  for (const part of partsOf([...new Set(versionIds)], VERSIONS_AT_ONCE)) {
    const { decided, ended } = await settlePart(tx, part, await listVexDecisions(tx, part, projectId), projectId);
    counts.decided += decided;
    counts.ended += ended;
  }
  return counts;
}

/** With a project, only what counts in it is decided anew; what counts everywhere is compared with it. */
async function settlePart(
  tx: Tx,
  versionIds: readonly number[],
  old: readonly VexDecision[],
  projectId?: number,
): Promise<VexSettled> {
  const everywhere = await chosenOf(await listVexCandidates(tx, versionIds), () => undefined);
  const inProjects = await chosenInProjects(tx, versionIds, everywhere, projectId);
  const now = [...(projectId === undefined ? everywhere.values() : []), ...inProjects].map(decisionBy);
  const [standing, before] = [byPair(now), byPair(old)];
  const decided = now.filter((one) => !isSame(one, before.get(pairKey(one))));
  const ended = old.filter((one) => !standing.has(pairKey(one)));
  const changed = [...decided, ...ended];
  if (changed.length === 0) return { decided: 0, ended: 0 };
  await deleteVexDecisions(tx, ended);
  const at = machineNow();
  await writeVexDecisions(tx, decided, at);
  await refreshExposuresOfVersions(tx, [...new Set(changed.map(({ versionId }) => versionId))]);
  await closeAlertsByVex(
    tx,
    // Where a statement about the product no longer keeps it open, one about the package may suppress it.
    [...decided.filter(({ isSuppressed }) => isSuppressed), ...ended.filter((one) => one.projectId !== null)],
    at,
  );
  // What no longer counted, and counts now.
  const opened = old.filter((one) => one.isSuppressed && standing.get(pairKey(one))?.isSuppressed !== true);
  // What counts in a project may differ from what no longer counts everywhere.
  opened.push(...decided.filter((one) => one.projectId !== null && !one.isSuppressed));
  await reopenByVex(tx, opened, at);
  await record(tx, changed);
  return { decided: decided.length, ended: ended.length };
}

const pairKey = (one: VersionPair & { projectId: number | null }) => `${versionPairKey(one)} ${one.projectId ?? ''}`;
const byPair = (decisions: readonly VexDecision[]) => new Map(decisions.map((one) => [pairKey(one), one]));

function isSame(a: VexDecision, b: VexDecision | undefined): boolean {
  if (b === undefined || a.isSuppressed !== b.isSuppressed || a.statementId !== b.statementId) return false;
  return (['state', 'justification', 'response', 'detail'] as const).every(
    (member) => (a.analysis[member] ?? '') === (b.analysis[member] ?? ''),
  );
}

/** One for each pair that a statement is about. */
async function chosenOf(
  candidates: readonly VexCandidate[],
  productOf: (projectId: number | null) => VexProduct | undefined,
): Promise<Map<string, VexCandidate>> {
  const chosen = new Map<string, VexCandidate>();
  for (const one of candidates) {
    await giveWay();
    const key = pairKey(one);
    const other = chosen.get(key);
    if (other !== undefined && !decidesBefore(statedBy(one), statedBy(other))) continue;
    const item = vexPackage(one.purl);
    if (item !== undefined && isAbout({ targets: [one.target] }, item, productOf(one.projectId))) chosen.set(key, one);
  }
  return chosen;
}

/** Only what decides before the statement that counts everywhere. */
async function chosenInProjects(
  tx: Tx,
  versionIds: readonly number[],
  everywhere: ReadonlyMap<string, VexCandidate>,
  projectId: number | undefined,
): Promise<VexCandidate[]> {
  const candidates = await listProductCandidates(tx, versionIds, projectId);
  const written = await listProducts(tx, [...new Set(candidates.flatMap((one) => one.projectId ?? []))]);
  const products = new Map([...written].map(([id, texts]) => [id, vexProduct(texts)]));
  const chosen = await chosenOf(candidates, (id) => (id === null ? undefined : products.get(id)));
  return [...chosen.values()].filter((one) => {
    const other = everywhere.get(pairKey({ ...one, projectId: null }));
    return other === undefined || decidesBefore(statedBy(one), statedBy(other));
  });
}

const decisionBy = (one: VexCandidate): VexDecision => ({
  versionId: one.versionId,
  vulnerabilityId: one.vulnerabilityId,
  projectId: one.projectId,
  statementId: one.statementId,
  analysis: { ...one.analysis, detail: saidBy(one) },
  isSuppressed: one.suppresses && mayBeSuppressed(one.analysis.state),
});

const statedBy = ({ statementId, statedAt, analysis }: VexCandidate) => ({
  statementId,
  statedAt,
  state: analysis.state,
});

/** The words of the supplier, with who says them. */
function saidBy(stated: { supplier: string; written: string; analysis: AnalysisWords }): string {
  const supplier = stated.supplier || 'the author of the document';
  return `According to ${supplier}: ${[stated.written, stated.analysis.detail].filter(Boolean).join('. ')}`;
}

async function record(tx: Tx, pairs: readonly VexDecision[]): Promise<void> {
  await recordDecisions(tx, (await listVexOfComponents(tx, pairs)).map(decisionRow));
}

/** Versions of a component with different statements share a row, as its subject is the component. */
function decisionRow({ advisory, component, projectId, standing }: VexOfComponent): NewDecision {
  const base = {
    kind: 'analysis' as const,
    subject: { advisory, component },
    // Decisions of people in a project have the scope of the project or of an item, and stay beside it.
    scope: projectId === null ? ('site' as const) : ('family' as const),
    projectId: projectId === null ? null : Number(projectId),
    itemId: null,
    author: 'System',
  };
  const groups = [
    ...Map.groupBy(standing, (one) => JSON.stringify([one.document, one.place, one.isSuppressed])).values(),
  ];
  const values = groups.flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          {
            ...first.analysis,
            isSuppressed: first.isSuppressed,
            versions: [first, ...others].map(({ version }) => version),
          },
        ],
  );
  const [first] = standing;
  if (first === undefined)
    return {
      ...base,
      value: { isLifted: true },
      ground: {
        by: 'import',
        words:
          projectId === null
            ? 'No source of VEX says anything about it any more.'
            : 'No source of VEX says anything about it as a part of this product any more.',
      },
    };
  const ground = {
    by: 'import' as const,
    source: `VEX source ${first.source}: ${first.format} document ${first.document}`,
    decidedBy: first.supplier,
    decidedOn: first.statedAt ?? '',
    words: first.analysis.detail ?? '',
    statement: first.written,
    place: first.place,
    sha256: first.sha256,
  };
  const [only, ...more] = values;
  if (only !== undefined && more.length === 0) return { ...base, value: only, ground };
  return { ...base, value: { statements: values, versions: standing.map(({ version }) => version) }, ground };
}
