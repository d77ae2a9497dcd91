// VEX documents with the decisions of people on vulnerabilities. CycloneDX is written by the one writer of bills of material; OpenVEX:
// https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md
import { type SbomSource, sbomWriter } from '@assay/scanner/sbom';
import type { ReportItem, ReportVulnerability } from '../data.ts';
import { documentId } from '../document-id.ts';
import type { ReportSource } from '../report.ts';
import { sbomComponentOfVex, sbomVulnerability } from '../sbom-source.ts';
import { stateOf } from '../vulnerability-analysis.ts';

/** The components that something is said of: of their vulnerabilities, or that they were not compared. */
export function cycloneDxVex(
  source: ReportSource,
  rows: readonly ReportVulnerability[],
  notCompared: readonly ReportItem[],
): AsyncGenerator<string> {
  const { head, at, toolVersion } = source;
  const { dataAsOf, dataIsStale, coverage } = head.advisories;
  const reasons = new Map(notCompared.map(({ id, coverage: { sentence } }) => [id, sentence]));
  const items = new Map(rows.map(({ itemId, itemName, purl }) => [itemId, { name: itemName, purl }]));
  // A component without vulnerabilities is listed if that means nothing.
  for (const { id, name, purl } of notCompared) if (!items.has(id)) items.set(id, { name, purl });
  const vex: SbomSource = {
    subject: {
      name: head.project.name,
      version: '',
      documentId: documentId(source),
      createdAt: at,
      tool: { name: 'assay', version: toolVersion },
      context: 'source',
    },
    listsFiles: false,
    files: none(),
    contents: () => ({
      licenses: [],
      incompleteness: '',
      comparison: coverage.words || 'all compared',
      advisories: { dataAsOf: dataAsOf ?? 'no data', isStale: dataIsStale },
    }),
    async *components() {
      for (const [id, { name, purl }] of items) yield sbomComponentOfVex(id, name, purl, reasons.get(id) ?? '');
    },
    async *vulnerabilities() {
      for (const row of rows) yield sbomVulnerability(row, true);
    },
  };
  return sbomWriter('cyclonedx-1.6').write(vex);
}

async function* none(): AsyncGenerator<never> {}

export const OPENVEX_STATUS: Readonly<Record<string, string>> = {
  resolved: 'fixed',
  resolved_with_pedigree: 'fixed',
  exploitable: 'affected',
  in_triage: 'under_investigation',
  false_positive: 'not_affected',
  not_affected: 'not_affected',
};
export const OPENVEX_JUSTIFICATION: Record<string, string> = {
  code_not_present: 'vulnerable_code_not_present',
  code_not_reachable: 'vulnerable_code_not_in_execute_path',
  protected_by_mitigating_control: 'inline_mitigations_already_exist',
  protected_at_runtime: 'inline_mitigations_already_exist',
  protected_by_compiler: 'inline_mitigations_already_exist',
  protected_at_perimeter: 'inline_mitigations_already_exist',
};

/**
 * OpenVEX has no statement without a vulnerability, a status would claim that somebody looked, and its schema allows no other members. So the sentence on
 * the tooling says what was not compared, and the notes of statements on such a package do.
 */
export function openVex(
  source: ReportSource,
  rows: readonly ReportVulnerability[],
  notCompared: readonly ReportItem[],
): unknown {
  const reasons = new Map(notCompared.map(({ id, coverage: { sentence } }) => [id, sentence]));
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': `urn:uuid:${documentId(source)}`,
    author: source.brand.name,
    timestamp: source.at.toISOString(),
    version: 1,
    tooling: [`assay ${source.toolVersion}`, ...dataInWords(source, notCompared)].join('. '),
    statements: rows.map((row) => {
      const status = OPENVEX_STATUS[stateOf(row)];
      const justification = OPENVEX_JUSTIFICATION[row.justification.trim().toLowerCase()];
      return {
        vulnerability: { name: row.id },
        products: [{ '@id': row.purl === '' ? `urn:assay:item:${row.itemId}` : row.purl }],
        status,
        ...(reasons.has(row.itemId) && { status_notes: `Not compared with advisories: ${reasons.get(row.itemId)}` }),
        ...(status === 'not_affected' && justification !== undefined ? { justification } : {}),
        // A statement of this status needs a justification or a sentence on the impact.
        ...(status === 'not_affected' && justification === undefined
          ? { impact_statement: row.detail || row.reason || 'Analysed as not affected.' }
          : {}),
        ...(status === 'affected'
          ? { action_statement: row.response || row.detail || 'No action has been decided yet.' }
          : {}),
      };
    }),
  };
}

const MOST_NAMED = 50;

function dataInWords({ head }: ReportSource, notCompared: readonly ReportItem[]): string[] {
  const { dataAsOf, dataIsStale, coverage } = head.advisories;
  const age =
    dataAsOf === null
      ? 'Without data of advisories'
      : `Advisories of ${dataAsOf} UTC${dataIsStale ? ', older than this site allows' : ''}`;
  if (coverage.words === '') return [age, 'All items were compared with advisories'];
  const names = notCompared.slice(0, MOST_NAMED).map(({ purl, name }) => purl || name);
  const more = notCompared.length > MOST_NAMED ? ` and ${notCompared.length - MOST_NAMED} more` : '';
  return [age, coverage.words, `Nothing is known of ${names.join(', ')}${more}`];
}
