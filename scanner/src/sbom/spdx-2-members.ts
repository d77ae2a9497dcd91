// For tests: the members of SPDX 2.3 in JSON that our documents may have, after https://spdx.github.io/spdx-spec/v2.3/. Required ones have a `!`.
import { referenceTypes } from './references.ts';
import { SPDX_2_WORDS } from './spdx-2-words.ts';

type Schema = Record<string, unknown>;

const text: Schema = { type: 'string' };
const filled: Schema = { type: 'string', minLength: 1 };
const matching = (pattern: string): Schema => ({ type: 'string', pattern });
const oneOf = (words: readonly string[]): Schema => ({ enum: words });
const listOf = (items: Schema, more: Schema = {}): Schema => ({ type: 'array', items, ...more });

function members(given: Record<string, Schema>): Schema {
  const required = Object.keys(given).filter((name) => name.endsWith('!'));
  return {
    type: 'object',
    additionalProperties: false,
    required: required.map((name) => name.slice(0, -1)),
    properties: Object.fromEntries(Object.entries(given).map(([name, schema]) => [name.replace('!', ''), schema])),
  };
}

const id = matching('^SPDXRef-[a-zA-Z0-9.-]+$');
const time = matching('^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$');
const agent = matching('^(NOASSERTION|(Person|Organization|Tool): \\S.*)$');
const location = matching('^(NONE|NOASSERTION|[a-z][a-z0-9+.-]*:\\S+)$');
const expression = matching('^[^,;]+$');
const checksum = members({
  'algorithm!': oneOf(SPDX_2_WORDS.algorithm),
  'checksumValue!': matching('^[0-9a-f]+$'),
});
const annotation = members({
  'annotationDate!': time,
  'annotationType!': oneOf(SPDX_2_WORDS.annotationType),
  'annotator!': agent,
  'comment!': text,
});
const externalRef = members({
  'referenceCategory!': oneOf(SPDX_2_WORDS.referenceCategory),
  'referenceType!': oneOf([
    ...['cpe22Type', 'cpe23Type', 'advisory', 'fix', 'url', 'swid', 'purl'],
    // Of the category OTHER, whose types are of our choice.
    ...referenceTypes,
  ]),
  'referenceLocator!': matching('^\\S+$'),
  comment: text,
});

const file = members({
  'SPDXID!': id,
  'fileName!': matching('^\\./'),
  'checksums!': listOf(checksum, { contains: { properties: { algorithm: { const: 'SHA1' } } } }),
  fileTypes: listOf(oneOf(SPDX_2_WORDS.fileType)),
  licenseConcluded: expression,
  licenseInfoInFiles: listOf(matching('^[A-Za-z0-9.+-]+$'), { minItems: 1 }),
  licenseComments: text,
  copyrightText: filled,
  comment: text,
});

const pack = {
  ...members({
    'SPDXID!': id,
    'name!': filled,
    'downloadLocation!': location,
    versionInfo: filled,
    supplier: agent,
    homepage: location,
    filesAnalyzed: { type: 'boolean' },
    packageVerificationCode: members({ 'packageVerificationCodeValue!': matching('^[0-9a-f]{40}$') }),
    licenseConcluded: expression,
    licenseDeclared: expression,
    licenseInfoFromFiles: listOf(matching('^[A-Za-z0-9.+-]+$'), { minItems: 1 }),
    licenseComments: text,
    copyrightText: filled,
    attributionTexts: listOf(text),
    description: text,
    sourceInfo: text,
    comment: text,
    externalRefs: listOf(externalRef),
    primaryPackagePurpose: oneOf(SPDX_2_WORDS.purpose),
    checksums: listOf(checksum),
    annotations: listOf(annotation),
  }),
  // What was found in files is told only where files were analysed.
  if: { properties: { filesAnalyzed: { const: false } } },
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: { properties: { packageVerificationCode: false, licenseInfoFromFiles: false } },
};

const relationship = members({
  'spdxElementId!': id,
  'relationshipType!': oneOf([
    ...['DESCRIBES', 'CONTAINS', 'DEPENDS_ON', 'DEV_DEPENDENCY_OF', 'TEST_DEPENDENCY_OF', 'BUILD_DEPENDENCY_OF'],
    ...['OPTIONAL_DEPENDENCY_OF', 'PROVIDED_DEPENDENCY_OF'],
  ]),
  'relatedSpdxElement!': id,
  comment: text,
});

export const SPDX_2_SCHEMA: Schema = members({
  'spdxVersion!': { const: 'SPDX-2.3' },
  'dataLicense!': { const: 'CC0-1.0' },
  'SPDXID!': { const: 'SPDXRef-DOCUMENT' },
  'name!': filled,
  'documentNamespace!': { type: 'string', format: 'uri', pattern: '^[^#]+$' },
  'creationInfo!': members({ 'created!': time, 'creators!': listOf(agent, { minItems: 1 }), comment: text }),
  files: listOf(file),
  packages: listOf(pack),
  relationships: listOf(relationship),
  annotations: listOf(annotation),
  comment: text,
  hasExtractedLicensingInfos: listOf(
    members({
      'licenseId!': matching('^LicenseRef-[A-Za-z0-9.-]+$'),
      'extractedText!': filled,
      name: text,
      comment: text,
    }),
  ),
});
