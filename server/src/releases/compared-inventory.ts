// The inventory of a project as a side of a comparison: the present one, row by row.
import type { ComparedFinding, ComparedPart } from '@assay/scanner/sbom';
import { type ComparedItemRow, eachComparedItem } from '../db/inventories/compared-items.ts';
import type { Db } from '../db/postgres/connection.ts';
import { eachVulnerability } from '../db/reports/data.ts';
import { type InventoryStatus, inventoryStatusNames, UNKNOWN_VERSION } from '../domain/inventories/inventory.ts';
import { obligationsOf } from '../domain/licenses/license-obligations.ts';
import type { ReportItem } from '../reports/data.ts';
import { comparedState, stateOf } from '../reports/vulnerability-analysis.ts';
import { giveWay } from '../turns.ts';

/** A component of an inventory; a bill of materials has nothing else. */
export interface ComparedRow {
  /** Of the item; releases of former versions do not have it. */
  id?: number;
  part: ComparedPart;
  isPublished: boolean;
}

type Details = Pick<ComparedPart, 'holders' | 'obligations' | 'ground'>;

/** @param detailed the items of a report, if obligations, holders and the grounds of reviews are compared too */
export async function* comparedInventory(
  db: Db,
  projectId: number,
  detailed?: AsyncIterable<ReportItem>,
): AsyncGenerator<ComparedRow> {
  const findings = await findingsOf(db, projectId);
  const detailsOf = detailed === undefined ? () => ({}) : await detailsOfItems(detailed);
  for await (const batch of eachComparedItem(db, projectId)) {
    for (const row of batch)
      if (row.isPresent && row.type === 'COMPONENT')
        yield {
          id: row.id,
          part: { ...partOf(row), findings: findings.get(row.id) ?? [], ...detailsOf(row.id) },
          isPublished: row.isPublished,
        };
    await giveWay();
  }
}

function partOf(row: ComparedItemRow): Omit<ComparedPart, 'findings'> {
  const { purl, cpe, declared, license, status, isCompared } = row;
  return {
    ...{ purl, cpe, declared, concluded: license, isCompared },
    name: row.componentName || row.name,
    version: comparedVersion(row.versionName),
    decision: inventoryStatusNames[status as InventoryStatus] ?? '',
  };
}

export const comparedVersion = (name: string): string => (name === UNKNOWN_VERSION ? '' : name);

async function findingsOf(db: Db, projectId: number): Promise<Map<number, ComparedFinding[]>> {
  const findings = new Map<number, ComparedFinding[]>();
  for await (const row of eachVulnerability(db, projectId)) {
    const { isSuppressed, isUndetermined, reason, analysis } = row;
    const state = stateOf({ state: analysis.state ?? '', reason, isSuppressed });
    const list = findings.get(row.id) ?? [];
    list.push({ id: row.vulnerability, state: comparedState(state, isUndetermined) });
    findings.set(row.id, list);
    await giveWay();
  }
  return findings;
}

async function detailsOfItems(items: AsyncIterable<ReportItem>): Promise<(itemId: number) => Details> {
  const details = new Map<number, Details>();
  for await (const { id, copyrights, licenseExpression, whyDecided } of items) {
    const holders = [...new Set(copyrights.map(withoutYears))].filter((one) => one !== '');
    details.set(id, { holders, obligations: obligationsOf(licenseExpression), ground: whyDecided });
  }
  return (itemId) => details.get(itemId) ?? {};
}

const YEARS = /\b(?:19|20)\d\d(?:\s*[-–,]\s*(?:(?:19|20)?\d\d|present|now))*\b,?/gi;

/** A statement that names the same holder a year later says the same. */
const withoutYears = (statement: string): string => statement.replace(YEARS, ' ').replace(/\s+/g, ' ').trim();
