// For tests: the classes of SPDX 3.0.1 in JSON-LD that our documents may have, with their members, after https://spdx.github.io/spdx-spec/v3.0.1/.
// Required ones have a `!`.
type Schema = Record<string, unknown>;

const iri: Schema = { type: 'string', pattern: '^(?!_:)[^\\s<>"{}|\\\\^`]+:[^\\s<>"{}|\\\\^`]+$' };
const text: Schema = { type: 'string', minLength: 1 };
const time: Schema = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' };
const oneOf = (words: string): Schema => ({ enum: words.split(' ') });
const listOf = (items: Schema): Schema => ({ type: 'array', items, minItems: 1 });
const iris = listOf(iri);

function members(type: string, given: Record<string, Schema>): Schema {
  const required = Object.keys(given).filter((name) => name.endsWith('!'));
  return {
    type: 'object',
    additionalProperties: false,
    required: ['type', ...required.map((name) => name.slice(0, -1))],
    properties: {
      type: { const: type },
      ...Object.fromEntries(Object.entries(given).map(([name, schema]) => [name.replace('!', ''), schema])),
    },
  };
}

const hash = members('Hash', { 'algorithm!': oneOf('md5 sha1 sha256 sha384 sha512'), 'hashValue!': text });
const identifier = members('ExternalIdentifier', {
  'externalIdentifierType!': oneOf('cpe22 cpe23 cve email gitoid other packageUrl securityOther swhid swid urlScheme'),
  'identifier!': text,
});
const reference = members('ExternalRef', {
  externalRefType: oneOf('altWebPage vcs securityAdvisory'),
  locator: listOf(text),
});

const ELEMENT = {
  'spdxId!': iri,
  'creationInfo!': { const: '_:creation' },
  name: text,
  comment: text,
  description: text,
  verifiedUsing: listOf(hash),
  externalIdentifier: listOf(identifier),
  externalRef: listOf(reference),
};
const ARTIFACT = {
  ...ELEMENT,
  suppliedBy: iri,
  software_primaryPurpose: oneOf('source file library application'),
  software_copyrightText: text,
  software_attributionText: listOf(text),
};
const RELATIONSHIP = {
  ...ELEMENT,
  'from!': iri,
  'to!': iris,
  'relationshipType!': oneOf(
    'contains dependsOn hasOptionalDependency hasProvidedDependency hasDeclaredLicense hasConcludedLicense hasAssociatedVulnerability other',
  ),
};
const vex = (type: string, relationshipType: string, more: Record<string, Schema> = {}): Record<string, Schema> => ({
  [`security_Vex${type}VulnAssessmentRelationship`]: members(`security_Vex${type}VulnAssessmentRelationship`, {
    ...RELATIONSHIP,
    'relationshipType!': { const: relationshipType },
    ...more,
  }),
});

const CLASSES: Record<string, Schema> = {
  CreationInfo: members('CreationInfo', {
    '@id!': { const: '_:creation' },
    'specVersion!': { const: '3.0.1' },
    'created!': time,
    'createdBy!': iris,
    createdUsing: iris,
  }),
  ...Object.fromEntries(['Tool', 'Organization', 'SoftwareAgent'].map((name) => [name, members(name, ELEMENT)])),
  SpdxDocument: members('SpdxDocument', {
    ...ELEMENT,
    dataLicense: iri,
    'rootElement!': iris,
    profileConformance: listOf(oneOf('core software simpleLicensing security')),
  }),
  software_Sbom: members('software_Sbom', {
    ...ELEMENT,
    'rootElement!': iris,
    software_sbomType: listOf(oneOf('analyzed build deployed design runtime source')),
  }),
  software_Package: members('software_Package', {
    ...ARTIFACT,
    'name!': text,
    software_packageVersion: text,
    software_packageUrl: iri,
    software_homePage: iri,
    software_downloadLocation: iri,
    software_sourceInfo: text,
  }),
  software_File: members('software_File', { ...ARTIFACT, 'name!': text }),
  simplelicensing_LicenseExpression: members('simplelicensing_LicenseExpression', {
    ...ELEMENT,
    'simplelicensing_licenseExpression!': text,
    simplelicensing_customIdToUri: listOf(members('DictionaryEntry', { 'key!': text, 'value!': iri })),
  }),
  simplelicensing_SimpleLicensingText: members('simplelicensing_SimpleLicensingText', {
    ...ELEMENT,
    'simplelicensing_licenseText!': text,
  }),
  Annotation: members('Annotation', {
    ...ELEMENT,
    'annotationType!': oneOf('other review'),
    'subject!': iri,
    statement: text,
  }),
  Relationship: members('Relationship', RELATIONSHIP),
  LifecycleScopedRelationship: members('LifecycleScopedRelationship', {
    ...RELATIONSHIP,
    scope: oneOf('build design development other runtime test'),
  }),
  security_Vulnerability: members('security_Vulnerability', { ...ELEMENT, security_publishedTime: time }),
  ...vex('Affected', 'affects', { 'security_actionStatement!': text }),
  ...vex('NotAffected', 'doesNotAffect', {
    security_impactStatement: text,
    security_justificationType: oneOf(
      'componentNotPresent inlineMitigationsAlreadyExist vulnerableCodeCannotBeControlledByAdversary vulnerableCodeNotInExecutePath vulnerableCodeNotPresent',
    ),
  }),
  ...vex('Fixed', 'fixedIn', { security_statusNotes: text }),
  ...vex('UnderInvestigation', 'underInvestigationFor', { security_statusNotes: text }),
};

export const SPDX_3_SCHEMA: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['@context', '@graph'],
  properties: {
    '@context': { const: 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld' },
    '@graph': {
      type: 'array',
      items: {
        type: 'object',
        discriminator: { propertyName: 'type' },
        required: ['type'],
        oneOf: Object.values(CLASSES),
      },
    },
  },
};
