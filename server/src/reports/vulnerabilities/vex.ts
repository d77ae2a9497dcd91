// VEX documents with the decisions of people on vulnerabilities. CycloneDX: https://cyclonedx.org/docs/1.6/json/, OpenVEX:
// https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md
import type { ReportItem, ReportVulnerability } from '../data.ts';
import { documentId } from '../document-id.ts';
import type { ReportSource } from '../report.ts';

const STATES = ['resolved', 'resolved_with_pedigree', 'exploitable', 'in_triage', 'false_positive', 'not_affected'];
const JUSTIFICATIONS = [
  ...[
    'code_not_present',
    'code_not_reachable',
    'requires_configuration',
    'requires_dependency',
    'requires_environment',
  ],
  ...['protected_by_compiler', 'protected_at_runtime', 'protected_at_perimeter', 'protected_by_mitigating_control'],
];
const RESPONSES = ['can_not_fix', 'will_not_fix', 'update', 'rollback', 'workaround_available'];

const known = (value: string, values: readonly string[]) => values.find((one) => one === value.trim().toLowerCase());

export function cycloneDxVex(
  source: ReportSource,
  rows: readonly ReportVulnerability[],
  notCompared: readonly ReportItem[],
): unknown {
  const { dataAsOf, dataIsStale, coverage } = source.head.advisories;
  const reasons = new Map(notCompared.map(({ id, coverage: { sentence } }) => [id, sentence]));
  const items = new Map(rows.toReversed().map(({ itemId, itemName, purl }) => [itemId, { name: itemName, purl }]));
  const named = [...items].toReversed();
  // A component without vulnerabilities is listed if that means nothing.
  const others = notCompared.filter(({ id }) => !items.has(id)).map((item): [number, typeof item] => [item.id, item]);
  const components = [...named, ...others].map(([id, { name, purl }]) => ({
    type: 'library',
    'bom-ref': `item-${id}`,
    name,
    ...(purl === '' ? {} : { purl }),
    ...(reasons.has(id) ? { properties: [{ name: 'assay:advisories:notCompared', value: reasons.get(id) }] } : {}),
  }));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${documentId(source)}`,
    version: 1,
    metadata: {
      timestamp: source.at.toISOString(),
      tools: { components: [{ type: 'application', name: 'assay', version: source.toolVersion }] },
      component: { type: 'application', 'bom-ref': 'project', name: source.head.project.name },
      // A list without vulnerabilities means nothing if the age of its data is unknown.
      properties: [
        { name: 'assay:advisories:dataAsOf', value: dataAsOf ?? 'no data' },
        { name: 'assay:advisories:dataIsStale', value: String(dataIsStale) },
        { name: 'assay:advisories:coverage', value: coverage.words || 'all compared' },
      ],
    },
    components,
    vulnerabilities: rows.map((row, at) => ({
      'bom-ref': `vulnerability-${at + 1}`,
      id: row.id,
      ...(row.score === null
        ? {}
        : { ratings: [{ score: row.score, severity: row.severity.toLowerCase() || 'unknown' }] }),
      ...(row.summary === '' ? {} : { description: row.summary }),
      analysis: analysisOf(row),
      affects: [{ ref: `item-${row.itemId}` }],
    })),
  };
}

function analysisOf(row: ReportVulnerability): Record<string, unknown> {
  const justification = known(row.justification, JUSTIFICATIONS);
  const response = known(row.response, RESPONSES);
  return {
    state: stateOf(row),
    ...(justification === undefined ? {} : { justification }),
    ...(response === undefined ? {} : { response: [response] }),
    ...(row.detail === '' ? {} : { detail: row.detail }),
  };
}

/** A suppression without an analysis gets its state from its reason. All others are still under investigation. */
export function stateOf({ state, reason, isSuppressed }: ReportVulnerability): string {
  const said = known(state, STATES);
  if (said !== undefined) return said;
  if (isSuppressed && reason === 'FALSE_POSITIVE') return 'false_positive';
  return isSuppressed && reason === 'REMEDIATED' ? 'resolved' : 'in_triage';
}

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
