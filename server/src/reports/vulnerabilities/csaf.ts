// The VEX document of a project as CSAF 2.0 or 2.1, profile 5 (VEX): https://docs.oasis-open.org/csaf/csaf/v2.0/csaf-v2.0.html and
// https://docs.oasis-open.org/csaf/csaf/v2.1/csaf-v2.1.html. 2.1 names its schema, says to whom the document may be given, and lists package URLs.
import { firstOf } from '@assay/scanner/items';
import type { ReportItem, ReportVulnerability } from '../data.ts';
import { documentId } from '../document-id.ts';
import type { ReportSource } from '../report.ts';
import { stateOf } from '../vulnerability-analysis.ts';
import { OPENVEX_JUSTIFICATION, OPENVEX_STATUS } from './vex.ts';

const STATUS: Readonly<Record<string, string>> = {
  fixed: 'fixed',
  affected: 'known_affected',
  under_investigation: 'under_investigation',
  not_affected: 'known_not_affected',
};
const REMEDIATIONS: ReadonlyMap<string, string> = new Map([
  ['update', 'vendor_fix'],
  ['workaround_available', 'workaround'],
  ['rollback', 'mitigation'],
  ['will_not_fix', 'no_fix_planned'],
]);

/** Undefined without vulnerabilities: CSAF has no document for none. */
export function csafVex(
  source: ReportSource,
  rows: readonly ReportVulnerability[],
  notCompared: readonly ReportItem[],
  version: '2.0' | '2.1' = '2.0',
): unknown {
  if (rows.length === 0) return undefined;
  const at = source.at.toISOString();
  const items = new Map(rows.map((row) => [row.itemId, row]));
  const isNew = version === '2.1';
  return {
    ...(isNew && { $schema: 'https://docs.oasis-open.org/csaf/csaf/v2.1/schema/csaf.json' }),
    document: {
      category: 'csaf_vex',
      csaf_version: version,
      // Nobody has allowed to give it on; who publishes it changes this.
      ...(isNew && { distribution: { tlp: { label: 'AMBER' } } }),
      title: `Vulnerabilities of ${source.head.project.name}`,
      // The server knows no address of the publisher that would be a namespace.
      publisher: {
        category: 'vendor',
        name: source.brand.name,
        namespace: `urn:assay:${encodeURIComponent(source.brand.name)}`,
      },
      tracking: {
        id: documentId(source),
        status: 'final',
        version: '1',
        initial_release_date: at,
        current_release_date: at,
        revision_history: [{ date: at, number: '1', summary: 'First version' }],
        generator: { engine: { name: 'assay', version: source.toolVersion } },
      },
      notes: [
        {
          category: 'general',
          title: 'Age of the data',
          text: `Data of advisories: ${source.head.advisories.dataAsOf ?? 'none'}${source.head.advisories.dataIsStale ? ', stale' : ''}`,
        },
        {
          category: 'general',
          title: 'Compared with advisories',
          text: source.head.advisories.coverage.words || 'All items of the product.',
        },
        // Notes, because a status of a product belongs to a vulnerability.
        ...[...Map.groupBy(notCompared, ({ coverage: { sentence } }) => sentence)].map(([sentence, items]) => ({
          category: 'details',
          title: `Not compared: ${firstOf(items).coverage.inShort}`,
          text: `${sentence} This is so for ${items.map(({ purl, name }) => purl || name).join(', ')}.`,
        })),
      ],
    },
    product_tree: {
      full_product_names: [...items.values()].map(({ itemId, itemName, purl }) => ({
        product_id: `item-${itemId}`,
        name: itemName || purl || `Item ${itemId}`,
        ...(purl !== '' && { product_identification_helper: isNew ? { purls: [purl] } : { purl } }),
      })),
    },
    vulnerabilities: [...Map.groupBy(rows, ({ id }) => id).values()].map(vulnerabilityOf),
  };
}

function vulnerabilityOf(rows: readonly ReportVulnerability[]) {
  const { id, summary } = firstOf(rows);
  const stated = rows.map((row) => ({ row, productId: `item-${row.itemId}`, status: statusOf(row) }));
  const of = (wanted: string) => stated.filter(({ status }) => status === wanted);
  const isCve = /^CVE-\d{4}-\d{4,}$/.test(id);
  const [flagged, told] = [
    of('known_not_affected').filter(hasLabel),
    of('known_not_affected').filter((one) => !hasLabel(one)),
  ];
  const affected = of('known_affected');
  return {
    ...(isCve ? { cve: id } : { ids: [{ system_name: id.split('-', 1)[0] || 'id', text: id }] }),
    notes: [{ category: 'summary', text: summary || id }],
    product_status: Object.fromEntries(
      [...Map.groupBy(stated, ({ status }) => status)].map(([status, ones]) => [status, distinctIds(ones)]),
    ),
    // The profile asks why a product is not affected, and what to do about one that is.
    ...(flagged.length > 0 && {
      flags: [...Map.groupBy(flagged, labelOf)].map(([label, ones]) => ({ label, product_ids: distinctIds(ones) })),
    }),
    ...(told.length > 0 && {
      threats: told.map(({ row, productId }) => ({
        category: 'impact',
        details: row.detail || row.reason || 'Analysed as not affected.',
        product_ids: [productId],
      })),
    }),
    ...(affected.length > 0 && {
      remediations: affected.map(({ row, productId }) => ({
        category: REMEDIATIONS.get(row.response.trim().toLowerCase()) ?? 'none_available',
        details: row.detail || row.response || 'No action has been decided yet.',
        product_ids: [productId],
      })),
    }),
  };
}

interface Stated {
  row: ReportVulnerability;
  productId: string;
}

const statusOf = (row: ReportVulnerability) => STATUS[OPENVEX_STATUS[stateOf(row)] ?? ''] ?? 'under_investigation';
const labelOf = ({ row }: Stated) => OPENVEX_JUSTIFICATION[row.justification.trim().toLowerCase()];
const hasLabel = (one: Stated) => labelOf(one) !== undefined;
const distinctIds = (ones: readonly Stated[]) => [...new Set(ones.map(({ productId }) => productId))];
