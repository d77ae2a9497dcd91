// Schemas of the components of the library.

import { searchFields, searchFilters } from '../../domain/components/component-search.ts';
import { originKinds } from '../../domain/components/learned.ts';
import { forgeFields, searchForges } from '../../domain/forges.ts';
import { yesNo } from '../../domain/inventories/inventory-fields.ts';
import { ItemCoverage } from '../../http/models/freshness-model.ts';
import { VersionLicenseFacts } from '../../http/models/license-facts-model.ts';
import {
  Enumeration,
  Flag,
  Id,
  Model,
  OneOf,
  PageQuery,
  type Static,
  Text,
  Type,
  versioned,
} from '../../http/models/schemas.ts';

const YesNo = Enumeration('YesNo', yesNo);
const forgeTexts = Object.fromEntries(
  forgeFields.map((field) => {
    const at = searchForges.filter((forge) => forge.fields.includes(field)).map((forge) => forge.name);
    return [field, Type.Optional(Text(255, `Needed for searches at ${at.join(', ')}`))];
  }),
) as Record<(typeof forgeFields)[number], ReturnType<typeof optionalText>>;

function optionalText() {
  return Type.Optional(Type.String());
}

export const ComponentSearch = Type.Object({
  searchBy: OneOf(searchFields, 'What is searched; NAME and URL need searchTerm, FORGE needs forgeName', 'NAME'),
  filter: OneOf(searchFilters, 'How the name and title fit the words of searchTerm', 'ALL_TERMS'),
  searchTerm: Type.Optional(Text(2400, 'Words, or part of an address')),
  includeVersions: Flag(false, 'List the versions of each component'),
  vendor: Type.Optional(Text(255, 'For CPE: part of the namespace or address')),
  product: Type.Optional(Text(255, 'For CPE: part of the name')),
  forgeName: Type.Optional(Text(255, `For FORGE: ${searchForges.map((forge) => forge.name).join(', ')}`)),
  ...forgeTexts,
  askRegistries: Flag(true, 'Also ask package registries, if the site allows it'),
  ...PageQuery,
});
export type ComponentSearch = Static<typeof ComponentSearch>;

export const NewComponent = Model('NewComponent', {
  name: Type.String({
    minLength: 1,
    maxLength: 127,
    pattern: '^[a-zA-Z0-9._-]+$',
    patternText: 'may hold letters, digits, dots, hyphens and underscores',
    description: 'Name, unique among custom components of the forge',
  }),
  title: Text(255, 'Title', { minLength: 1 }),
  url: Text(2400, 'Web address, or NA', {
    minLength: 1,
    pattern: '^(NA|[hH][tT][tT][pP][sS]?://\\S+)$',
    patternText: 'must be NA or an address that begins with http:// or https://',
  }),
  description: Type.Optional(Text(65_535, 'What it is')),
  encryption: YesNo('Whether it encrypts', 'NO'),
  forgeId: Type.Integer({ minimum: 1, maximum: 2_147_483_647, default: 1, description: 'Forge; 1 is Other' }),
});
export type NewComponent = Static<typeof NewComponent>;

/** Omitted members stay unchanged. */
export const ComponentChange = Model('ComponentChange', {
  title: Type.Optional(NewComponent.properties.title),
  url: Type.Optional(NewComponent.properties.url),
  description: NewComponent.properties.description,
  encryption: Type.Optional(YesNo('Whether it encrypts')),
  ...versioned,
});
export type ComponentChange = Static<typeof ComponentChange>;

export const NewVersion = Model('NewComponentVersion', {
  name: Text(255, 'Version, unique in the component', { minLength: 1 }),
  licenseId: Type.Optional(Id('License of the version')),
});
export type NewVersion = Static<typeof NewVersion>;

export const reasonText = Text(2000, 'The reason, for people who read the decision later');

export const VersionLicenseChange = Model('VersionLicenseChange', {
  licenseId: Id('License of the version in all projects'),
  reason: Type.Optional(reasonText),
});
export type VersionLicenseChange = Static<typeof VersionLicenseChange>;

export const RememberedLicense = Model('RememberedLicense', {
  versionId: Type.Integer(),
  versionName: Type.String(),
  licenseId: Type.Integer(),
  shortName: Type.String(),
  licenseName: Type.String(),
  author: Type.String({ description: 'Login of the user who set it; empty if the user is no longer known' }),
  rememberedOn: Type.String({ description: 'yyyy-MM-dd HH:mm:ss, UTC' }),
  ground: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'The reason: the words of the user, and in `concluded` the license that the evidence showed at that time',
  }),
});

/** What registries state about a version. */
const release = {
  releaseDate: Type.String({
    description: 'Release date that a registry states, in ISO 8601; empty if none does',
  }),
  withdrawn: Type.Boolean({ description: 'A registry says that it is deprecated, yanked, retracted or not listed' }),
};

/** One element, keyed CvssV2 or CvssV3: counts by severity. */
const VulnerabilitySummary = Type.Array(Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer())));

const VersionLicense = Model('VersionLicense', {
  id: Type.Integer(),
  name: Type.String(),
  shortName: Type.String(),
  priority: Type.String({ description: 'P1, P2 or P3' }),
  url: Type.String(),
  description: Type.String(),
  familyName: Type.String(),
  custom: Type.Boolean(),
  externalId: Type.String(),
  userPreferredLicense: Type.Boolean({ description: 'Chosen by a person for all inventory of this version' }),
});

const ListedLicense = Model('ListedLicense', {
  id: Type.Integer(),
  name: Type.String(),
  url: Type.String(),
  priority: Type.String(),
  externalId: Type.String(),
});
const ListedCpe = Model('Cpe', { cpeName: Type.String(), cpeVendor: Type.String(), cpeProduct: Type.String() });

const component = {
  id: Type.Integer(),
  name: Type.String(),
  title: Type.String(),
  url: Type.String(),
  description: Type.String(),
  forge: Type.String({ description: 'Short name' }),
};

const OriginKind = Enumeration('ComponentOriginKind', originKinds);

export const FoundComponent = Model('FoundComponent', {
  ...component,
  custom: Type.Boolean(),
  versionList: Type.Array(Model('FoundVersion', { id: Type.Integer(), name: Type.String(), custom: Type.Boolean() })),
  licenseList: Type.Array(ListedLicense),
  cpeList: Type.Array(ListedCpe),
  learnedFrom: Type.Optional(
    Model('ComponentOrigin', {
      kind: OriginKind('REGISTRY: a search asked it; BUNDLE: it was imported'),
      name: Type.String({ description: 'Host of the registry, or id of the installation that made the bundle' }),
      asOf: Type.String({ description: 'When the registry was asked, or the bundle was made' }),
    }),
  ),
});

/** An inventory item that uses a component. */
export const ComponentUse = Model('ComponentUse', {
  id: Type.Integer({ description: 'Inventory item' }),
  name: Type.String(),
  type: Type.String(),
  reviewStatus: Type.String({ description: 'Draft, Approved or Rejected' }),
  goneSinceScan: Type.Optional(
    Type.Integer({
      description: 'The scan since which the evidence is gone: the item counts nowhere. Absent for items that count',
    }),
  ),
  isPublished: Type.Boolean(),
  versionId: Type.Union([Type.Integer(), Type.Null()]),
  versionName: Type.String({ description: 'Unknown where the item names no version' }),
  projectId: Type.Integer(),
  projectName: Type.String(),
  projectStatus: Type.String({
    description: 'The component cannot be deleted while items of a project with status Project Completed use it',
  }),
});

export const ComponentDetails = Model('Component', {
  ...component,
  encryption: Type.String({ description: 'YES or NO' }),
  forgeId: Type.Integer(),
  custom: Type.Boolean(),
  purl: Type.String(),
  versionList: Type.Array(
    Model('ListedVersion', {
      id: Type.Integer(),
      name: Type.String(),
      custom: Type.Boolean(),
      purl: Type.String(),
      vulnerabilitySummary: Type.Optional(VulnerabilitySummary),
      coverage: Type.Optional(ItemCoverage),
      versionLicenses: Type.Array(VersionLicense),
      licenseFacts: VersionLicenseFacts,
      ...release,
    }),
  ),
  versions: Type.Array(Model('VersionName', { id: Type.Integer(), name: Type.String() }), {
    description: 'The versions in short, under the name that versionList had in 2019',
  }),
  licenseList: Type.Array(ListedLicense),
  componentCPEList: Type.Array(ListedCpe),
  ...versioned,
});

export const VersionDetails = Model('ComponentVersion', {
  id: Type.Integer(),
  name: Type.String(),
  componentId: Type.Integer(),
  componentName: Type.String(),
  custom: Type.Boolean(),
  purl: Type.String(),
  licenses: Type.Array(VersionLicense),
  licenseFacts: VersionLicenseFacts,
  ...release,
});

export const LegacyComponent = Model('LegacyComponent', {
  listId: Type.Integer(),
  componentId: Type.Integer(),
  encryption: Type.Boolean(),
  vulnerabilities: Type.Boolean(),
  forge: Type.String(),
  name: Type.String(),
  description: Type.String(),
  title: Type.String(),
  url: Type.String(),
  versions: Type.Array(
    Model('LegacyVersion', {
      id: Type.Integer(),
      name: Type.String(),
      cves: Type.Array(Model('LegacyCve', { name: Type.String() })),
    }),
  ),
  licenseRestFormat: Type.Array(
    Model('LegacyLicense', { id: Type.Integer(), name: Type.String(), url: Type.String(), priority: Type.Integer() }),
  ),
});
