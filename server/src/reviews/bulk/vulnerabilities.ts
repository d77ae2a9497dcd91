// Decides about the vulnerabilities of a step as people decide about single ones, and keeps what changed for an undo (docs/adr/0067).

import { listOwnDecisions } from '../../db/bulk/states.ts';
import {
  keyOf,
  kindsOfVulnerability,
  readById,
  readOfPairs,
  readWrittenDecisions,
  type StatesOf,
} from '../../db/bulk/vulnerabilities.ts';
import type { Db, Tx } from '../../db/postgres/connection.ts';
import {
  type DecidablePair,
  listDecidablePairs,
  listPortfolioPairs,
  type PortfolioPair,
} from '../../db/vulnerabilities/analyses.ts';
import type { BulkVulnerabilityAction } from '../../domain/bulk/actions.ts';
import { imagesOf, imagesWithDeletedOf, type RowImage, type VulnerabilityOfProject } from '../../domain/bulk/images.ts';
import { isChanged, nameOfVulnerability, skipOfVulnerability } from '../../domain/bulk/vulnerabilities.ts';
import { decide, withdraw } from '../vulnerability-decisions.ts';
import type { BulkOrder } from './order.ts';

type Pair = DecidablePair & Partial<Pick<PortfolioPair, 'mayDecide'>>;

/** A vulnerability with the items in which the decision changes something. */
export interface ChosenVulnerability {
  id: number;
  name: string;
  skip: ReturnType<typeof skipOfVulnerability>;
  changing: readonly Pair[];
}

/** In the order of the ids. */
export async function chosenVulnerabilities(
  db: Db,
  { projectId, action, details, actor }: BulkOrder & { action: BulkVulnerabilityAction },
  ids: readonly number[],
): Promise<ChosenVulnerability[]> {
  const wanted = { vulnerabilityIds: ids };
  const pairs: Pair[] =
    projectId === null ? await listPortfolioPairs(db, wanted, actor) : await listDecidablePairs(db, projectId, wanted);
  const byId = Map.groupBy(pairs, ({ vulnerabilityId }) => vulnerabilityId);
  return ids.map((id) => {
    const own = byId.get(id) ?? [];
    const changing = own.filter((pair) => isChanged(pair, action, details));
    const named = changing.length > 0 ? changing : own;
    return { id, name: nameOfVulnerability(named), skip: skipOfVulnerability(own, action, details), changing };
  });
}

/** The caller has the lock of decisions about vulnerabilities. */
export async function decideVulnerabilities(
  tx: Tx,
  order: BulkOrder & { action: BulkVulnerabilityAction },
  chosen: readonly ChosenVulnerability[],
  lastDecision: number,
): Promise<RowImage[]> {
  const pairs = chosen.flatMap(({ changing }) => changing);
  if (pairs.length === 0) return [];
  const before = await readOfPairs(tx, pairs);
  await write(tx, order, pairs);
  const after = await readOfPairs(tx, pairs);
  const images: RowImage[] = [];
  const units = new Map(
    pairs.map((pair) => [keyOf(pair), { projectId: pair.projectId, vulnerabilityId: pair.vulnerabilityId }]),
  );
  for (const kind of kindsOfVulnerability) {
    // What was lifted is no longer found by its pair.
    const lifted = kind === 'suppressed' ? await readById(tx, kind, idsIn(before[kind])) : undefined;
    for (const [key, of] of units) {
      const was = before[kind].get(key) ?? new Map();
      const still = [...was.keys()].flatMap((id) => {
        const state = lifted?.get(id);
        return state === undefined ? [] : [[id, state] as const];
      });
      const now = new Map([...still, ...(after[kind].get(key) ?? [])]);
      const changed = kind === 'analysis' ? imagesWithDeletedOf(kind, was, now) : imagesOf(kind, was, now);
      images.push(...changed.map((image) => ({ ...image, of })));
    }
  }
  return [...images, ...(await imagesOfDecisions(tx, order.projectId, lastDecision, [...units.values()]))];
}

const idsIn = (states: StatesOf) => [...states.values()].flatMap((own) => [...own.keys()]);

function write(tx: Tx, { action, details, actor, reason, at }: BulkOrder, pairs: readonly Pair[]): Promise<void> {
  const { analysis, expiresAt } = details;
  if (action === 'WITHDRAW') return withdraw(tx, pairs, { remarks: reason, author: actor.login });
  if (analysis === undefined) throw new Error(`${action} names an analysis.`);
  return decide(tx, pairs, {
    analysis: { ...analysis, ...(reason !== '' && { detail: reason }) },
    suppress: action === 'SUPPRESS',
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
    ground: { by: 'person', words: reason },
    author: actor.login,
    at,
  });
}

async function imagesOfDecisions(
  tx: Tx,
  projectId: number | null,
  lastDecision: number,
  units: readonly VulnerabilityOfProject[],
): Promise<RowImage[]> {
  const ids = await listOwnDecisions(tx, projectId, lastDecision);
  const written = await readWrittenDecisions(
    tx,
    ids,
    units.map(({ vulnerabilityId }) => vulnerabilityId),
  );
  const images: RowImage[] = [];
  for (const own of Map.groupBy(written, keyOf).values()) {
    const [first] = own;
    if (first === undefined) continue;
    const of = { projectId: first.projectId, vulnerabilityId: first.vulnerabilityId };
    const made = new Map(own.map(({ id, state }) => [id, state]));
    images.push(...imagesOf('decision', new Map(), made).map((image) => ({ ...image, of })));
    // Those that this step wrote itself are gone with it.
    const replaced = own.flatMap(({ supersedes, supersededAt }) =>
      supersedes === null || supersedes > lastDecision ? [] : [{ id: supersedes, at: supersededAt }],
    );
    for (const [at, alike] of Map.groupBy(replaced, (one) => one.at))
      images.push({
        kind: 'decision',
        ids: alike.map(({ id }) => id),
        before: { superseded_at: null },
        after: { superseded_at: at },
        of,
      });
  }
  return images;
}
