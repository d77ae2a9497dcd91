// The classes of SPDX 3.0.1 with their members, as https://spdx.github.io/spdx-spec/v3.0.1/ and its JSON serialisation have them.
// A member is `name kind`: `!` must be there, `*` is a list, `+` a list with at least one value, `++` one with at least two. A kind is a form of text, a
// number, an enumeration, or `>` with the class of what is named.

interface Class {
  /** The class whose members it has as well. */
  is?: string;
  /** Nothing is of this class alone. */
  isAbstract?: true;
  members?: readonly string[];
  /** The only `relationshipType` that it may have. */
  relationship?: string;
  /** Of these members, one must be there. */
  oneOf?: readonly string[];
}

export const CLASSES: Readonly<Record<string, Class>> = {
  // Elements have an address of their own, `spdxId`.
  Element: {
    isAbstract: true,
    members: [
      ...['creationInfo! >CreationInfo', 'name text', 'summary text', 'description text', 'comment text'],
      ...['extension* >extension_Extension', 'externalIdentifier* >ExternalIdentifier', 'externalRef* >ExternalRef'],
      'verifiedUsing* >IntegrityMethod',
    ],
  },
  Agent: { is: 'Element' },
  Organization: { is: 'Agent' },
  Person: { is: 'Agent' },
  SoftwareAgent: { is: 'Agent' },
  Tool: { is: 'Element' },
  Annotation: {
    is: 'Element',
    members: ['annotationType! AnnotationType', 'subject! >Element', 'statement text', 'contentType media'],
  },
  ElementCollection: {
    ...{ is: 'Element', isAbstract: true },
    members: ['element* >Element', 'rootElement* >Element', 'profileConformance* Profile'],
  },
  SpdxDocument: {
    is: 'ElementCollection',
    members: ['dataLicense >simplelicensing_AnyLicenseInfo', 'import* >ExternalMap', 'namespaceMap* >NamespaceMap'],
  },
  Bundle: { is: 'ElementCollection', members: ['context text'] },
  Bom: { is: 'Bundle' },
  software_Sbom: { is: 'Bom', members: ['software_sbomType* SbomType'] },
  Artifact: {
    ...{ is: 'Element', isAbstract: true },
    members: [
      ...['builtTime time', 'releaseTime time', 'validUntilTime time', 'originatedBy* >Agent', 'suppliedBy >Agent'],
      ...['standardName* text', 'supportLevel* SupportType'],
    ],
  },
  software_SoftwareArtifact: {
    ...{ is: 'Artifact', isAbstract: true },
    members: [
      ...['software_primaryPurpose Purpose', 'software_additionalPurpose* Purpose', 'software_copyrightText text'],
      ...['software_attributionText* text', 'software_contentIdentifier* >software_ContentIdentifier'],
    ],
  },
  software_Package: {
    is: 'software_SoftwareArtifact',
    members: [
      ...['software_packageVersion text', 'software_packageUrl text', 'software_downloadLocation text'],
      ...['software_homePage text', 'software_sourceInfo text'],
    ],
  },
  software_File: { is: 'software_SoftwareArtifact', members: ['contentType media', 'software_fileKind FileKind'] },
  software_Snippet: {
    is: 'software_SoftwareArtifact',
    members: [
      ...['software_snippetFromFile! >software_File', 'software_byteRange >PositiveIntegerRange'],
      'software_lineRange >PositiveIntegerRange',
    ],
  },
  ai_AIPackage: {
    is: 'software_Package',
    members: [
      ...['ai_autonomyType Presence', 'ai_domain* text', 'ai_energyConsumption >ai_EnergyConsumption'],
      ...['ai_hyperparameter* >DictionaryEntry', 'ai_informationAboutApplication text', 'ai_limitation text'],
      ...['ai_informationAboutTraining text', 'ai_metric* >DictionaryEntry', 'ai_modelExplainability* text'],
      ...['ai_metricDecisionThreshold* >DictionaryEntry', 'ai_modelDataPreprocessing* text', 'ai_typeOfModel* text'],
      ...['ai_safetyRiskAssessment SafetyRisk', 'ai_standardCompliance* text'],
      'ai_useSensitivePersonalInformation Presence',
    ],
  },
  dataset_DatasetPackage: {
    is: 'software_Package',
    members: [
      ...['dataset_datasetType+ DatasetType', 'dataset_anonymizationMethodUsed* text', 'dataset_knownBias* text'],
      ...['dataset_confidentialityLevel Confidentiality', 'dataset_dataCollectionProcess text'],
      ...['dataset_dataPreprocessing* text', 'dataset_datasetAvailability Availability', 'dataset_datasetNoise text'],
      ...['dataset_datasetSize count', 'dataset_datasetUpdateMechanism text', 'dataset_intendedUse text'],
      ...['dataset_hasSensitivePersonalInformation Presence', 'dataset_sensor* >DictionaryEntry'],
    ],
  },
  build_Build: {
    is: 'Element',
    members: [
      ...['build_buildType! text', 'build_buildId text', 'build_buildStartTime time', 'build_buildEndTime time'],
      ...['build_configSourceDigest* >Hash', 'build_configSourceEntrypoint* text', 'build_configSourceUri* text'],
      ...['build_environment* >DictionaryEntry', 'build_parameter* >DictionaryEntry'],
    ],
  },
  Relationship: {
    is: 'Element',
    members: [
      ...['from! >Element', 'to+ >Element', 'relationshipType! RelationshipType', 'completeness Completeness'],
      ...['startTime time', 'endTime time'],
    ],
  },
  LifecycleScopedRelationship: { is: 'Relationship', members: ['scope LifecycleScope'] },
  security_Vulnerability: {
    is: 'Artifact',
    members: ['security_publishedTime time', 'security_modifiedTime time', 'security_withdrawnTime time'],
  },
  security_VulnAssessmentRelationship: {
    ...{ is: 'Relationship', isAbstract: true },
    members: [
      ...['security_assessedElement >software_SoftwareArtifact', 'suppliedBy >Agent', 'security_publishedTime time'],
      ...['security_modifiedTime time', 'security_withdrawnTime time'],
    ],
  },
  security_CvssV2VulnAssessmentRelationship: {
    ...{ is: 'security_VulnAssessmentRelationship', relationship: 'hasAssessmentFor' },
    members: ['security_score! number', 'security_vectorString! text'],
  },
  security_CvssV3VulnAssessmentRelationship: {
    ...{ is: 'security_VulnAssessmentRelationship', relationship: 'hasAssessmentFor' },
    members: ['security_score! number', 'security_severity! CvssSeverity', 'security_vectorString! text'],
  },
  security_CvssV4VulnAssessmentRelationship: {
    ...{ is: 'security_VulnAssessmentRelationship', relationship: 'hasAssessmentFor' },
    members: ['security_score! number', 'security_severity! CvssSeverity', 'security_vectorString! text'],
  },
  security_EpssVulnAssessmentRelationship: {
    ...{ is: 'security_VulnAssessmentRelationship', relationship: 'hasAssessmentFor' },
    members: ['security_percentile! number', 'security_probability! number'],
  },
  security_ExploitCatalogVulnAssessmentRelationship: {
    ...{ is: 'security_VulnAssessmentRelationship', relationship: 'hasAssessmentFor' },
    members: ['security_catalogType! ExploitCatalog', 'security_exploited! flag', 'security_locator! text'],
  },
  security_SsvcVulnAssessmentRelationship: {
    ...{ is: 'security_VulnAssessmentRelationship', relationship: 'hasAssessmentFor' },
    members: ['security_decisionType! SsvcDecision'],
  },
  security_VexVulnAssessmentRelationship: {
    ...{ is: 'security_VulnAssessmentRelationship', isAbstract: true },
    members: ['security_statusNotes text', 'security_vexVersion text'],
  },
  security_VexAffectedVulnAssessmentRelationship: {
    ...{ is: 'security_VexVulnAssessmentRelationship', relationship: 'affects' },
    members: ['security_actionStatement! text', 'security_actionStatementTime time'],
  },
  security_VexFixedVulnAssessmentRelationship: {
    ...{ is: 'security_VexVulnAssessmentRelationship', relationship: 'fixedIn' },
  },
  security_VexNotAffectedVulnAssessmentRelationship: {
    ...{ is: 'security_VexVulnAssessmentRelationship', relationship: 'doesNotAffect' },
    members: [
      ...['security_impactStatement text', 'security_impactStatementTime time'],
      'security_justificationType VexJustification',
    ],
    oneOf: ['security_justificationType', 'security_impactStatement'],
  },
  security_VexUnderInvestigationVulnAssessmentRelationship: {
    ...{ is: 'security_VexVulnAssessmentRelationship', relationship: 'underInvestigationFor' },
  },
  simplelicensing_AnyLicenseInfo: { is: 'Element', isAbstract: true },
  simplelicensing_LicenseExpression: {
    is: 'simplelicensing_AnyLicenseInfo',
    members: [
      ...['simplelicensing_licenseExpression! text', 'simplelicensing_licenseListVersion version'],
      'simplelicensing_customIdToUri* >DictionaryEntry',
    ],
  },
  simplelicensing_SimpleLicensingText: { is: 'Element', members: ['simplelicensing_licenseText! text'] },
  expandedlicensing_ConjunctiveLicenseSet: {
    is: 'simplelicensing_AnyLicenseInfo',
    members: ['expandedlicensing_member++ >simplelicensing_AnyLicenseInfo'],
  },
  expandedlicensing_DisjunctiveLicenseSet: {
    is: 'simplelicensing_AnyLicenseInfo',
    members: ['expandedlicensing_member++ >simplelicensing_AnyLicenseInfo'],
  },
  expandedlicensing_IndividualLicensingInfo: { is: 'simplelicensing_AnyLicenseInfo' },
  expandedlicensing_ExtendableLicense: { is: 'simplelicensing_AnyLicenseInfo', isAbstract: true },
  expandedlicensing_License: {
    ...{ is: 'expandedlicensing_ExtendableLicense', isAbstract: true },
    members: [
      ...['simplelicensing_licenseText! text', 'expandedlicensing_isDeprecatedLicenseId flag'],
      ...['expandedlicensing_isFsfLibre flag', 'expandedlicensing_isOsiApproved flag'],
      ...['expandedlicensing_licenseXml text', 'expandedlicensing_obsoletedBy text'],
      ...['expandedlicensing_seeAlso* text', 'expandedlicensing_standardLicenseHeader text'],
      'expandedlicensing_standardLicenseTemplate text',
    ],
  },
  expandedlicensing_ListedLicense: {
    is: 'expandedlicensing_License',
    members: ['expandedlicensing_deprecatedVersion text', 'expandedlicensing_listVersionAdded text'],
  },
  expandedlicensing_CustomLicense: { is: 'expandedlicensing_License' },
  expandedlicensing_OrLaterOperator: {
    is: 'expandedlicensing_ExtendableLicense',
    members: ['expandedlicensing_subjectLicense! >expandedlicensing_License'],
  },
  expandedlicensing_WithAdditionOperator: {
    is: 'simplelicensing_AnyLicenseInfo',
    members: [
      'expandedlicensing_subjectAddition! >expandedlicensing_LicenseAddition',
      'expandedlicensing_subjectExtendableLicense! >expandedlicensing_ExtendableLicense',
    ],
  },
  expandedlicensing_LicenseAddition: {
    ...{ is: 'Element', isAbstract: true },
    members: [
      ...['expandedlicensing_additionText! text', 'expandedlicensing_isDeprecatedAdditionId flag'],
      ...['expandedlicensing_licenseXml text', 'expandedlicensing_obsoletedBy text'],
      ...['expandedlicensing_seeAlso* text', 'expandedlicensing_standardAdditionTemplate text'],
    ],
  },
  expandedlicensing_ListedLicenseException: {
    is: 'expandedlicensing_LicenseAddition',
    members: ['expandedlicensing_deprecatedVersion text', 'expandedlicensing_listVersionAdded text'],
  },
  expandedlicensing_CustomLicenseAddition: { is: 'expandedlicensing_LicenseAddition' },
  // All others are parts of elements, and may have an `@id`.
  CreationInfo: {
    members: ['specVersion! version', 'created! time', 'createdBy+ >Agent', 'createdUsing* >Tool', 'comment text'],
  },
  DictionaryEntry: { members: ['key! text', 'value text'] },
  ExternalIdentifier: {
    members: [
      ...['externalIdentifierType! ExternalIdentifierType', 'identifier! text', 'identifierLocator* text'],
      ...['issuingAuthority text', 'comment text'],
    ],
  },
  ExternalMap: {
    members: [
      ...['externalSpdxId! text', 'definingArtifact >Artifact', 'locationHint text'],
      'verifiedUsing* >IntegrityMethod',
    ],
  },
  ExternalRef: { members: ['externalRefType ExternalRefType', 'locator* text', 'contentType media', 'comment text'] },
  NamespaceMap: { members: ['prefix! text', 'namespace! text'] },
  PositiveIntegerRange: { members: ['beginIntegerRange! positive', 'endIntegerRange! positive'] },
  IntegrityMethod: { isAbstract: true, members: ['comment text'] },
  Hash: { is: 'IntegrityMethod', members: ['algorithm! HashAlgorithm', 'hashValue! text'] },
  PackageVerificationCode: {
    is: 'IntegrityMethod',
    members: ['algorithm! HashAlgorithm', 'hashValue! text', 'packageVerificationCodeExcludedFile* text'],
  },
  software_ContentIdentifier: {
    is: 'IntegrityMethod',
    members: ['software_contentIdentifierType! ContentIdentifierType', 'software_contentIdentifierValue! text'],
  },
  extension_Extension: { isAbstract: true },
  extension_CdxPropertiesExtension: {
    is: 'extension_Extension',
    members: ['extension_cdxProperty+ >extension_CdxPropertyEntry'],
  },
  extension_CdxPropertyEntry: { members: ['extension_cdxPropName! text', 'extension_cdxPropValue text'] },
  ai_EnergyConsumption: {
    members: [
      'ai_finetuningEnergyConsumption* >ai_EnergyConsumptionDescription',
      'ai_inferenceEnergyConsumption* >ai_EnergyConsumptionDescription',
      'ai_trainingEnergyConsumption* >ai_EnergyConsumptionDescription',
    ],
  },
  ai_EnergyConsumptionDescription: { members: ['ai_energyQuantity! number', 'ai_energyUnit! EnergyUnit'] },
};

const words = (text: string) => new Set(text.split(' '));
const PURPOSES =
  'application archive bom configuration container data device deviceDriver diskImage documentation evidence executable file filesystemImage firmware framework install library manifest model module operatingSystem other patch platform requirement source specification test';

export const ENUMERATIONS: Readonly<Record<string, ReadonlySet<string>>> = {
  AnnotationType: words('other review'),
  Availability: words('clickthrough directDownload query registration scrapingScript'),
  Completeness: words('complete incomplete noAssertion'),
  Confidentiality: words('amber clear green red'),
  ContentIdentifierType: words('gitoid swhid'),
  CvssSeverity: words('critical high low medium none'),
  DatasetType: words(
    'audio categorical graph image noAssertion numeric other sensor structured syntactic text timeseries timestamp video',
  ),
  EnergyUnit: words('kilowattHour megajoule other'),
  ExploitCatalog: words('kev other'),
  ExternalIdentifierType: words('cpe22 cpe23 cve email gitoid other packageUrl securityOther swhid swid urlScheme'),
  ExternalRefType: words(
    'altDownloadLocation altWebPage binaryArtifact bower buildMeta buildSystem certificationReport chat componentAnalysisReport cwe documentation dynamicAnalysisReport eolNotice exportControlAssessment funding issueTracker license mailingList mavenCentral metrics npm nuget other privacyAssessment productMetadata purchaseOrder qualityAssessmentReport releaseHistory releaseNotes riskAssessment runtimeAnalysisReport secureSoftwareAttestation securityAdversaryModel securityAdvisory securityFix securityOther securityPenTestReport securityPolicy securityThreatModel socialMedia sourceArtifact staticAnalysisReport support vcs vulnerabilityDisclosureReport vulnerabilityExploitabilityAssessment',
  ),
  FileKind: words('directory file'),
  HashAlgorithm: words(
    'adler32 blake2b256 blake2b384 blake2b512 blake3 crystalsDilithium crystalsKyber falcon md2 md4 md5 md6 other sha1 sha224 sha256 sha384 sha3_224 sha3_256 sha3_384 sha3_512 sha512',
  ),
  LifecycleScope: words('build design development other runtime test'),
  Presence: words('no noAssertion yes'),
  Profile: words('ai build core dataset expandedLicensing extension lite security simpleLicensing software'),
  Purpose: words(PURPOSES),
  RelationshipType: words(
    'affects amendedBy ancestorOf availableFrom configures contains coordinatedBy copiedTo delegatedTo dependsOn descendantOf describes doesNotAffect expandsTo exploitCreatedBy fixedBy fixedIn foundBy generates hasAddedFile hasAssessmentFor hasAssociatedVulnerability hasConcludedLicense hasDataFile hasDeclaredLicense hasDeletedFile hasDependencyManifest hasDistributionArtifact hasDocumentation hasDynamicLink hasEvidence hasExample hasHost hasInput hasMetadata hasOptionalComponent hasOptionalDependency hasOutput hasPrerequisite hasProvidedDependency hasRequirement hasSpecification hasStaticLink hasTest hasTestCase hasVariant invokedBy modifiedBy other packagedBy patchedBy publishedBy reportedBy republishedBy serializedInArtifact testedOn trainedOn underInvestigationFor usesTool',
  ),
  SafetyRisk: words('high low medium serious'),
  SbomType: words('analyzed build deployed design runtime source'),
  SsvcDecision: words('act attend track trackStar'),
  SupportType: words('deployed development endOfSupport limitedSupport noAssertion noSupport support'),
  VexJustification: words(
    'componentNotPresent inlineMitigationsAlreadyExist vulnerableCodeCannotBeControlledByAdversary vulnerableCodeNotInExecutePath vulnerableCodeNotPresent',
  ),
};

/** Things that the model itself has, which documents name without describing them. */
export const INDIVIDUALS: Readonly<Record<string, string>> = {
  NoAssertionElement: 'Element',
  NoneElement: 'Element',
  SpdxOrganization: 'Organization',
  expandedlicensing_NoAssertionLicense: 'expandedlicensing_IndividualLicensingInfo',
  expandedlicensing_NoneLicense: 'expandedlicensing_IndividualLicensingInfo',
};
