// The messages of CycloneDX in Protocol Buffers that are read, by the field numbers of https://github.com/CycloneDX/specification (schema/bom-1.7.proto;
// a number never changes its meaning). A field is its number, its name in JSON and its type: a text without one, else a number, a time, a word of an
// enumeration or another message; `*` if it is repeated. `-`: known, and not read.

const TABLE: Readonly<Record<string, readonly string[]>> = {
  Bom: [
    ...['1 specVersion', '2 version int', '3 serialNumber', '4 metadata Metadata', '5 components Component*'],
    ...['6 services Service*', '7 externalReferences Reference*', '8 dependencies Dependency*'],
    ...[
      '9 compositions Composition*',
      '10 vulnerabilities Vulnerability*',
      '11 annotations -',
      '12 properties Property*',
    ],
    ...['13 formulation -', '14 declarations -', '15 definitions -', '16 citations -'],
  ],
  Metadata: [
    ...['1 timestamp time', '2 tools Tool*', '3 authors Contact*', '4 component Component', '5 manufacture Entity'],
    ...['6 supplier Entity', '7 licenses LicenseChoice*', '8 properties Property*', '9 lifecycles Lifecycle*'],
    '10 manufacturer Entity',
  ],
  Lifecycle: ['1 phase Phase', '2 name', '3 description'],
  Tool: [
    ...['1 vendor', '2 name', '3 version', '4 hashes Hash*', '5 externalReferences Reference*'],
    ...['6 components Component*', '7 services Service*'],
  ],
  Contact: ['1 name', '2 email', '3 phone', '4 bom-ref'],
  Entity: ['1 name', '2 url text*', '3 contact Contact*', '4 bom-ref', '5 address -'],
  Property: ['1 name', '2 value'],
  Component: [
    ...['1 type ComponentType', '2 mime-type', '3 bom-ref', '4 supplier Entity', '5 author', '6 publisher', '7 group'],
    ...['8 name', '9 version', '10 description', '11 scope Scope', '12 hashes Hash*', '13 licenses LicenseChoice*'],
    ...['14 copyright', '15 cpe', '16 purl', '17 swid Swid', '18 modified flag', '19 pedigree Pedigree'],
    ...[
      '20 externalReferences Reference*',
      '21 components Component*',
      '22 properties Property*',
      '23 evidence Evidence',
    ],
    ...['24 releaseNotes -', '25 modelCard -', '26 data -', '27 cryptoProperties -', '28 manufacturer Entity'],
    ...['29 authors Contact*', '30 tags text*', '31 omniborId text*', '32 swhid text*'],
  ],
  Swid: ['1 tagId', '2 name', '3 version', '4 tagVersion int', '5 patch flag', '6 text Text', '7 url'],
  Pedigree: [
    ...['1 ancestors Component*', '2 descendants Component*', '3 variants Component*', '4 commits -', '5 patches -'],
    '6 notes',
  ],
  Hash: ['1 alg HashAlgorithm', '2 content'],
  Text: ['1 contentType', '2 encoding', '3 content'],
  Reference: ['1 type ReferenceType', '2 url', '3 comment', '4 hashes Hash*'],
  LicenseChoice: [
    ...['1 license License', '2 expression', '3 acknowledgement Acknowledgement', '4 bom-ref'],
    '5 expressionDetailed Expression',
  ],
  Expression: [
    ...['1 expression', '2 expressionDetails ExpressionDetail*', '3 bom-ref', '4 acknowledgement Acknowledgement'],
    ...['5 licensing -', '6 properties Property*'],
  ],
  ExpressionDetail: ['1 licenseIdentifier', '2 bom-ref', '3 text Text', '4 url'],
  License: [
    ...['1 id', '2 name', '3 text Text', '4 url', '5 bom-ref', '6 licensing -', '7 properties Property*'],
    '8 acknowledgement Acknowledgement',
  ],
  Evidence: [
    ...['1 licenses LicenseChoice*', '2 copyright Copyright*', '3 identity -', '4 occurrences Occurrence*'],
    '5 callstack -',
  ],
  Copyright: ['1 text'],
  Occurrence: ['1 bom-ref', '2 location', '3 line int', '4 offset int', '5 symbol', '6 additionalContext'],
  Service: [
    ...['1 bom-ref', '2 provider Entity', '3 group', '4 name', '5 version', '6 description', '7 endpoints text*'],
    ...['8 authenticated flag', '9 x-trust-boundary flag', '10 data -', '11 licenses LicenseChoice*'],
    ...['12 externalReferences Reference*', '13 services Service*', '14 properties Property*', '15 releaseNotes -'],
    ...['16 trustZone', '17 tags text*'],
  ],
  Dependency: ['1 ref', '2 dependsOn Dependency*', '3 provides text*'],
  Composition: [
    ...['1 aggregate Aggregate', '2 assemblies text*', '3 dependencies text*', '4 vulnerabilities text*', '5 bom-ref'],
  ],
  Vulnerability: [
    ...['1 bom-ref', '2 id', '3 source Source', '4 references VulnerabilityReference*', '5 ratings Rating*'],
    ...['6 cwes int*', '7 description', '8 detail', '9 recommendation', '10 advisories Advisory*', '11 created time'],
    ...['12 published time', '13 updated time', '14 credits -', '15 tools -', '16 analysis Analysis'],
    ...['17 affects Target*', '18 properties Property*', '19 rejected time', '20 proofOfConcept -', '21 workaround'],
  ],
  Source: ['1 name', '2 url'],
  VulnerabilityReference: ['1 id', '2 source Source'],
  Rating: [
    '1 source Source',
    '2 score double',
    '3 severity Severity',
    '4 method Method',
    '5 vector',
    '6 justification',
  ],
  Advisory: ['1 title', '2 url'],
  Analysis: [
    ...['1 state State', '2 justification Justification', '3 response Response*', '4 detail', '5 firstIssued time'],
    '6 lastUpdated time',
  ],
  Target: ['1 ref', '2 versions AffectedVersion*'],
  AffectedVersion: ['1 version', '2 range', '3 status AffectedStatus'],
};

const words = (text: string) => text.split(' ');

/** Words by their numbers. A word `-` says nothing, so that the member is left out. */
export const ENUMERATIONS: Readonly<Record<string, readonly string[]>> = {
  ComponentType: words(
    '- application framework library operating-system device file container firmware device-driver platform machine-learning-model data cryptographic-asset',
  ),
  Phase: words('design pre-build build post-build operations discovery decommission'),
  Scope: words('- required optional excluded'),
  HashAlgorithm: words(
    '- MD5 SHA-1 SHA-256 SHA-384 SHA-512 SHA3-256 SHA3-384 SHA3-512 BLAKE2b-256 BLAKE2b-384 BLAKE2b-512 BLAKE3',
  ),
  ReferenceType: words(
    'other vcs issue-tracker website advisories bom mailing-list social chat documentation support distribution license build-meta build-system security-contact attestation threat-model adversary-model risk-assessment distribution-intake vulnerability-assertion exploitability-statement pentest-report static-analysis-report dynamic-analysis-report runtime-analysis-report component-analysis-report maturity-report certification-report quality-metrics codified-infrastructure model-card poam log configuration evidence formulation source-distribution electronic-signature digital-signature rfc-9116 release-notes',
  ),
  Acknowledgement: words('- declared concluded'),
  Aggregate: words(
    'not_specified complete incomplete incomplete_first_party_only incomplete_third_party_only unknown incomplete_first_party_proprietary_only incomplete_first_party_opensource_only incomplete_third_party_proprietary_only incomplete_third_party_opensource_only',
  ),
  Severity: words('unknown critical high medium low info none'),
  Method: words('- CVSSv2 CVSSv3 CVSSv31 OWASP other CVSSv4 SSVC'),
  State: words('- resolved resolved_with_pedigree exploitable in_triage false_positive not_affected'),
  Justification: words(
    '- code_not_present code_not_reachable requires_configuration requires_dependency requires_environment protected_by_compiler protected_at_runtime protected_at_perimeter protected_by_mitigating_control',
  ),
  Response: words('- can_not_fix will_not_fix update rollback workaround_available'),
  AffectedStatus: words('unknown affected unaffected'),
};

export interface ProtobufField {
  name: string;
  /** `text`, `int`, `flag`, `double`, `time`, `-`, or the name of an enumeration or of a message. */
  type: string;
  isRepeated: boolean;
}

/** The fields of each message by their numbers. */
export const MESSAGES: ReadonlyMap<string, ReadonlyMap<number, ProtobufField>> = new Map(
  Object.entries(TABLE).map(([message, fields]) => [message, new Map(fields.map(fieldOf))]),
);

function fieldOf(text: string): [number, ProtobufField] {
  const [number = '', name = '', type = 'text'] = text.split(' ');
  return [Number(number), { name, type: type.replace('*', ''), isRepeated: type.endsWith('*') }];
}

/** Where the name in Protocol Buffers is another word than that in JSON. */
const OTHER_NAMES: Readonly<Record<string, readonly [json: string, protobuf: string]>> = {
  Hash: ['content', 'value'],
  Text: ['content', 'value'],
  Dependency: ['dependsOn', 'dependencies'],
  Expression: ['expressionDetails', 'details'],
};

/** `spec_version`, `specVersion` and `SPEC_VERSION` are one: the schema writes some names in one way and some in the other. */
const bare = (text: string): string => text.replace(/[-_]/g, '').toLowerCase();

const BY_NAME: ReadonlyMap<string, ReadonlyMap<string, ProtobufField>> = new Map(
  [...MESSAGES].map(([message, fields]) => {
    const [json, protobuf] = OTHER_NAMES[message] ?? [];
    const nameOf = ({ name }: ProtobufField) => bare(name === json && protobuf !== undefined ? protobuf : name);
    return [message, new Map([...fields.values()].map((field) => [nameOf(field), field]))];
  }),
);

/** A field by its name in the text form. */
export function fieldInText(message: string, name: string): ProtobufField | undefined {
  return BY_NAME.get(message)?.get(bare(name));
}

/** What stands before each word of an enumeration in the text form: `HASH_ALG_SHA_256`. */
const PREFIXES: Readonly<Record<string, string>> = {
  ...{ ComponentType: 'CLASSIFICATION', Phase: 'LIFECYCLE_PHASE', Scope: 'SCOPE', HashAlgorithm: 'HASH_ALG' },
  ...{ ReferenceType: 'EXTERNAL_REFERENCE_TYPE', Acknowledgement: 'LICENSE_ACKNOWLEDGEMENT_ENUMERATION' },
  ...{ Aggregate: 'AGGREGATE', Severity: 'SEVERITY', Method: 'SCORE_METHOD', State: 'IMPACT_ANALYSIS_STATE' },
  ...{ Justification: 'IMPACT_ANALYSIS_JUSTIFICATION', Response: 'VULNERABILITY_RESPONSE' },
  AffectedStatus: 'VULNERABILITY_AFFECTED_STATUS',
};

const WORDS_BY_NAME: ReadonlyMap<string, ReadonlyMap<string, string | undefined>> = new Map(
  Object.entries(ENUMERATIONS).map(([type, all]) => {
    const prefix = bare(PREFIXES[type] ?? '');
    const named = all.filter((word) => word !== '-').map((word): [string, string] => [prefix + bare(word), word]);
    // The names of the number 0, which says nothing.
    const nothing = ['null', 'unspecified'].map((word): [string, undefined] => [prefix + word, undefined]);
    return [type, new Map<string, string | undefined>(all[0] === '-' ? [...nothing, ...named] : named)];
  }),
);

/** The word of an enumeration by its name in the text form. A name without a word is told as it is, so that readers report it. */
export function wordInText(type: string, name: string): string | undefined {
  const named = WORDS_BY_NAME.get(type);
  return named?.has(bare(name)) ? named.get(bare(name)) : name;
}
