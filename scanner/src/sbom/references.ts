// External references of packages: their types in CycloneDX, which are ours, and what SPDX 3 calls them.

/** In the order of the schema of CycloneDX 1.6. */
export const referenceTypes = [
  ...(['vcs', 'issue-tracker', 'website', 'advisories', 'bom', 'mailing-list', 'social', 'chat'] as const),
  ...(['documentation', 'support', 'source-distribution', 'distribution', 'distribution-intake', 'license'] as const),
  ...(['build-meta', 'build-system', 'release-notes', 'security-contact', 'model-card', 'log'] as const),
  ...(['configuration', 'evidence', 'formulation', 'attestation', 'threat-model', 'adversary-model'] as const),
  ...(['risk-assessment', 'vulnerability-assertion', 'exploitability-statement', 'pentest-report'] as const),
  ...(['static-analysis-report', 'dynamic-analysis-report', 'runtime-analysis-report'] as const),
  ...(['component-analysis-report', 'maturity-report', 'certification-report', 'codified-infrastructure'] as const),
  ...(['quality-metrics', 'poam', 'electronic-signature', 'digital-signature', 'rfc-9116', 'other'] as const),
] as const;

export type ReferenceType = (typeof referenceTypes)[number];

export interface SbomReference {
  type: ReferenceType;
  url: string;
}

/** Lockfiles of private registries have names and passwords in their addresses. */
export const withoutCredentials = (url: string): string =>
  url.replace(/^((?:git\+)?(?:https?|ftp):\/\/)[^/@\s]*@/i, '$1');

export const isReferenceType = (text: string): text is ReferenceType =>
  (referenceTypes as readonly string[]).includes(text);

/** https://spdx.github.io/spdx-spec/v3.0.1/model/Core/Vocabularies/ExternalRefType/ */
const IN_SPDX_3: Partial<Record<ReferenceType, string>> = {
  vcs: 'vcs',
  'issue-tracker': 'issueTracker',
  website: 'altWebPage',
  advisories: 'securityAdvisory',
  'mailing-list': 'mailingList',
  social: 'socialMedia',
  chat: 'chat',
  documentation: 'documentation',
  support: 'support',
  'source-distribution': 'sourceArtifact',
  distribution: 'altDownloadLocation',
  license: 'license',
  'build-meta': 'buildMeta',
  'build-system': 'buildSystem',
  'release-notes': 'releaseNotes',
  'threat-model': 'securityThreatModel',
  'adversary-model': 'securityAdversaryModel',
  'risk-assessment': 'riskAssessment',
  'pentest-report': 'securityPenTestReport',
  'static-analysis-report': 'staticAnalysisReport',
  'dynamic-analysis-report': 'dynamicAnalysisReport',
  'runtime-analysis-report': 'runtimeAnalysisReport',
  'component-analysis-report': 'componentAnalysisReport',
  'certification-report': 'certificationReport',
  'quality-metrics': 'qualityAssessmentReport',
};
const OF_SPDX_3 = new Map(Object.entries(IN_SPDX_3).map(([type, name]) => [name, type as ReferenceType]));

/** For types that SPDX 3 has no word for, a wider one, and the comment that names the type. */
export function spdx3Reference(type: ReferenceType): { name: string; comment: string } {
  const name = IN_SPDX_3[type];
  if (name !== undefined || type === 'other') return { name: name ?? 'other', comment: '' };
  return { name: ['rfc-9116', 'security-contact'].includes(type) ? 'securityOther' : 'other', comment: type };
}

export function referenceTypeOfSpdx3(name: string, comment: string): string {
  return isReferenceType(comment) ? comment : (OF_SPDX_3.get(name) ?? name);
}
