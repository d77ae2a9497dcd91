// Takes statements of a supplier (VEX) over as analyses of a project, with the document as their ground. Decisions of people stay.
import type { Readable } from 'node:stream';
import { present } from '@assay/scanner/items';
import { isAbout, productKey, type VexProduct, type VexStatement, vexPackage, vexProduct } from '@assay/scanner/vex';
import type { App } from '../../app.ts';
import { bytesOfBody } from '../../contents/kept-file.ts';
import { findGroundsOfAnalyses } from '../../db/decisions/decisions.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { type DecidablePair, listDecidablePairs } from '../../db/vulnerabilities/analyses.ts';
import { listProducts } from '../../db/vulnerabilities/project-products.ts';
import { listIdsOfNames } from '../../db/vulnerabilities/vulnerabilities.ts';
import type { DecisionGround } from '../../domain/decisions/decision.ts';
import type { AnalysisWords } from '../../domain/vulnerabilities/suppression.ts';
import type { VexImportChange } from '../../domain/vulnerabilities/vulnerability.ts';
import { badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { DataRefused, IssueList } from '../../project-data/document.ts';
import { readSent } from '../../project-data/reading/index.ts';
import type { SentVex } from '../../project-data/reading/readings.ts';
import { changeForm, changeOf, decideInSteps } from '../../reviews/vulnerability-decisions.ts';
import { giveWay } from '../../turns.ts';

export const LARGEST_BYTES = 32 * 1024 * 1024;

/** The response lists at most this many changes. It counts all of them. */
const MOST_LISTED = 1000;

interface VexImport {
  /** Package URL, CPE or name of the product that the project is; without it, the products that the project says it is. */
  product?: string;
  suppress?: boolean;
  previewOnly?: boolean;
}

/** A vulnerability of an item, with the statement about it. */
interface Stated {
  pair: DecidablePair;
  statement: VexStatement;
}

export async function importVex(
  app: App,
  caller: Caller,
  projectId: number,
  { stream, signal }: { stream: Readable; signal: AbortSignal },
  options: VexImport,
) {
  const bytes = await bytesOfBody(stream, { maxBytes: LARGEST_BYTES, what: 'VEX document' });
  return importVexBytes(app, caller, projectId, { bytes, signal }, options);
}

export async function importVexBytes(
  app: App,
  caller: Caller,
  projectId: number,
  { bytes, signal }: { bytes: Buffer; signal: AbortSignal },
  options: VexImport,
) {
  const issues = new IssueList();
  const document = await readOrRefuse(bytes, issues, signal);
  const whole = await wholeOf(app, projectId, options.product);
  return app.db.transaction().execute(async (tx) => {
    const { stated, unmatched } = await match(tx, projectId, document.statements, whole);
    const kept = await groundsOf(tx, projectId, stated);
    const choices = [];
    for (const one of stated) {
      await giveWay();
      const choice = choiceOf(one, document, options.suppress === true);
      choices.push({ ...one, ...choice, change: changeBy(choice, one, kept, document) });
    }
    const taken = choices.filter(({ change }) => change === 'NEW' || change === 'CHANGED');
    if (options.previewOnly !== true) await decideInSteps(tx, taken, { author: caller.login, at: app.now() });
    return {
      format: document.format,
      document: document.id,
      supplier: document.supplier,
      statements: document.statements.length,
      unmatched,
      total: choices.length,
      decided: taken.length,
      leftOff: Math.max(0, choices.length - MOST_LISTED),
      changes: choices
        .slice(0, MOST_LISTED)
        .map(({ pair, analysis, change }) => ({ ...changeForm(pair), state: analysis.state, change })),
      issues: issues.all().map(({ path, message }) => ({ path, message })),
    };
  });
}

async function readOrRefuse(bytes: Buffer, issues: IssueList, signal: AbortSignal): Promise<SentVex> {
  try {
    return await readSent({ kind: 'vex', bytes: new Uint8Array(bytes).buffer }, issues, { signal });
  } catch (error) {
    throw error instanceof DataRefused ? badRequest(error.message) : error;
  }
}

/** Whoever imports the document into a project says that the project is the product of the document, if it has one. */
async function wholeOf(app: App, projectId: number, product = ''): Promise<VexProduct> {
  if (product.trim() !== '' && productKey(product) === undefined)
    throw badRequest(
      `The field "product" is "${product}", but must be a package URL such as pkg:oci/shop@1.2, a CPE, or a name with its version.`,
    );
  const known = product.trim() === '' ? (await listProducts(app.db, [projectId])).get(projectId) : [product];
  return { ...vexProduct(known ?? []), isOfDocument: true };
}

/** Of several statements about one vulnerability of an item the youngest counts, then the last of the document. */
async function match(tx: Tx, projectId: number, statements: readonly VexStatement[], whole: VexProduct) {
  const ids = await listIdsOfNames(tx, [...new Set(statements.flatMap(({ names }) => names))]);
  const known = [...ids.keys()];
  const pairs = known.length === 0 ? [] : await listDecidablePairs(tx, projectId, { itemIds: [], names: known });
  const byVulnerability = Map.groupBy(pairs, ({ vulnerabilityId }) => vulnerabilityId);
  const read = remembering(vexPackage);
  const found = new Map<DecidablePair, VexStatement>();
  let unmatched = 0;
  for (const statement of statements) {
    await giveWay();
    const wanted = new Set(statement.names.flatMap((name) => ids.get(name.toLowerCase()) ?? []));
    const about = [...wanted]
      .flatMap((id) => byVulnerability.get(id) ?? [])
      .filter((pair) => {
        const item = read(pair.purl);
        return item !== undefined && isAbout(statement, item, whole, read);
      });
    if (about.length === 0) unmatched++;
    for (const pair of about) if (statement.statedOn >= (found.get(pair)?.statedOn ?? '')) found.set(pair, statement);
  }
  const stated = pairs.flatMap((pair) => {
    const statement = found.get(pair);
    return statement === undefined ? [] : [{ pair, statement }];
  });
  return { stated, unmatched };
}

function remembering<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, { value: Value }>();
  return (text) => {
    if (!known.has(text)) known.set(text, { value: read(text) });
    return present(known.get(text), text).value;
  };
}

function choiceOf({ statement }: Stated, document: SentVex, suppress: boolean) {
  const { state, detail } = statement.analysis;
  const supplier = document.supplier || 'the author of the document';
  const said = `According to ${supplier}: ${[statement.written, detail].filter(Boolean).join('. ')}`;
  const ground: DecisionGround = {
    by: 'import',
    source: `${document.format} document ${document.id}`.trim(),
    decidedBy: document.supplier,
    decidedOn: statement.statedOn,
    words: detail ?? '',
    statement: statement.written,
    place: statement.place,
    sha256: document.sha256,
  };
  return {
    analysis: { ...statement.analysis, detail: said } satisfies AnalysisWords,
    expiresAt: null,
    // What still affects the project, or is open, must go on counting.
    suppress: suppress && state !== 'EXPLOITABLE' && state !== 'IN_TRIAGE',
    ground,
  };
}

const subjectKey = (itemId: number, advisory: string) => `${itemId} ${advisory}`;

/** The grounds of the decisions that hold now. */
async function groundsOf(tx: Tx, projectId: number, stated: readonly Stated[]): Promise<Map<string, DecisionGround>> {
  const decided = stated.filter(({ pair }) => pair.analysis !== null);
  const rows = await findGroundsOfAnalyses(tx, projectId, [...new Set(decided.map(({ pair }) => pair.itemId))]);
  return new Map(rows.map(({ itemId, advisory, ground }) => [subjectKey(itemId, advisory), ground]));
}

/** A statement replaces only an older one of the same supplier. */
function changeBy(
  choice: ReturnType<typeof choiceOf>,
  { pair, statement }: Stated,
  grounds: ReadonlyMap<string, DecisionGround>,
  { supplier }: SentVex,
): VexImportChange {
  const change = changeOf(pair, choice);
  if (change !== 'CHANGED') return change;
  const ground = grounds.get(subjectKey(pair.itemId, pair.vulnerability));
  const isOfSupplier = ground?.by === 'import' && supplier !== '' && ground.decidedBy === supplier;
  return isOfSupplier && statement.statedOn >= String(ground.decidedOn ?? '') ? 'CHANGED' : 'KEPT';
}
