// Schemas of the settings of the installation.

import { dependencyScopes } from '@assay/scanner';
import { paperSizes } from '../../domain/inventories/paper.ts';
import { sbomExportForms } from '../../domain/vulnerabilities/sbom.ts';
import { cvssVersions } from '../../domain/vulnerabilities/severity.ts';
import { Enumeration, Model, OneOf, type Static, Text, Type, versioned } from '../../http/models/schemas.ts';
import { SECRET_MASK } from '../../security/secrets.ts';

const CvssVersion = Enumeration('CvssVersion', cvssVersions);
const PaperSize = Enumeration('PaperSize', paperSizes);
const SbomExportForm = Enumeration('SbomExportForm', sbomExportForms);
const LONGEST_DAYS = 36_500;

export const SiteSettings = Model('SiteSettings', {
  jobRetentionDays: Type.Integer({
    minimum: 0,
    maximum: LONGEST_DAYS,
    description: 'Days that ended jobs stay in the list; 0 for ever',
  }),
  tokenMostDays: Type.Integer({
    minimum: 0,
    maximum: 3650,
    description:
      'Days for which a new API token works at most; one without an expiry date then ends by itself after this time. 0 without a limit. Older tokens keep their dates.',
  }),
  documentTexts: Type.Boolean({
    description:
      'Scans search the texts inside PDF and office files too. After a change, the next scans analyse everything again.',
  }),
  storeVerificationDays: Type.Integer({
    minimum: 0,
    maximum: 3650,
    description: 'Days between automatic verifications of the store; 0 for none',
  }),
  cvssVersion: CvssVersion(
    'CVSS version of the counted severities: V2 has High, Medium, Low and Unknown, V3 Critical, High, Medium, Low and None',
  ),
  severitySources: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    maxItems: 100,
    description:
      'Order of the sources that state the severity of a vulnerability, such as GHSA, CISA-ADP, NVD; * means all others',
  }),
  advisoryMostDays: Type.Integer({
    minimum: 0,
    maximum: 3650,
    description: 'Days after which advisory data count as too old; 0 for never',
  }),
  advisoryUpdateHours: Type.Integer({
    minimum: 0,
    maximum: 8760,
    description: 'Hours between automatic updates of advisories; 0 for none',
  }),
  placesOutsideProduct: Type.Array(
    Model('PlaceOutsideProduct', {
      name: Type.String({ minLength: 1, maxLength: 40, description: 'Kind of place: test, example' }),
      scope: OneOf(dependencyScopes, 'Scope of packages that only these folders name'),
      folders: Type.Array(
        Type.String({
          minLength: 1,
          maxLength: 255,
          pattern: '^[^/]+$',
          patternText: 'is the name of one folder and must not contain a slash',
        }),
        {
          maxItems: 1000,
          description: 'Names of folders, in upper or lower case; `*.tests` means all names that end with `.tests`',
        },
      ),
    }),
    {
      maxItems: 100,
      description:
        'Folders that are no part of the product. The next scan of each project uses a changed list; with an empty list, everything is part of the product.',
    },
  ),
  licensePreferences: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    maxItems: 500,
    description:
      'SPDX ids or short names of licenses, the preferred one first. If a package offers a choice that neither a person nor the policy settles, the first of these is selected. An empty list leaves choices open. A change settles the choices again at once, in all projects that are not locked, except those that a person settled.',
  }),
  reportName: Text(200, 'Name of the organisation at the top of every report; blank for the name of this program'),
  reportLogo: Text(
    400_000,
    'Logo at the top of every report, as a data URL of a PNG, JPEG, GIF, WebP or SVG (data:image/png;base64,…); blank for none. Word documents show PNG and JPEG only.',
    { pattern: '^$|^data:image/(png|jpeg|gif|webp|svg\\+xml);base64,[A-Za-z0-9+/=]+$' },
  ),
  reportFooter: Text(500, 'Line at the foot of every report, such as a class of confidentiality'),
  sbomExportUrl: Text(2000, 'Address to which exported SBOMs are sent by POST; blank for none', {
    pattern: '^$|^https?://[^\\s]+$',
    patternText: 'is an http or https address, or blank',
  }),
  sbomExportForm: SbomExportForm(
    'DOCUMENT: the document itself, with the media type of its format and the token as a bearer. DEPENDENCY_TRACK: the form of its address /api/v1/bom with projectName, projectVersion and autoCreate, and the token as X-Api-Key; documents that it does not take are only kept',
  ),
  sbomExportToken: Text(
    4000,
    `Token that the service asks for; blank for none. It is kept encrypted and shown as ${SECRET_MASK}, which keeps the stored one while address and form stay as they are`,
    { pattern: '^[\\x20-\\x7e]*$', patternText: 'has only letters, digits and signs that a header may have' },
  ),
  dependencyTrackUploads: Type.Boolean({
    description:
      'Programs that send SBOMs to Dependency-Track may send them here (`/api/v1/bom` and what they ask for), with an API token as their key',
  }),
  searchRegistries: Type.Boolean({
    description:
      'Searches of the library also ask the package registries that are switched on: these learn the words that users search for',
  }),
  reportPaper: PaperSize('Paper size of reports in PDF, Word and Excel, and of the page when it is printed'),
  ...versioned,
});
export type SiteSettings = Static<typeof SiteSettings>;

export const SiteSettingsInput = Model('SiteSettingsChange', Type.Partial(SiteSettings).properties);
export type SiteSettingsInput = Static<typeof SiteSettingsInput>;

const DamagedContent = Model('DamagedContent', {
  id: Type.Integer(),
  sha256: Type.String(),
  finding: Type.String({ description: 'Segment, position and fault' }),
  uses: Type.Array(
    Model('DamagedContentUse', {
      project: Type.String({ description: 'Blank if it belongs to the installation' }),
      path: Type.String(),
      what: Type.String(),
    }),
  ),
  moreUses: Type.Integer({ description: 'Number of other files, reports and rules that need it' }),
  foundOn: Type.String(),
  repairedOn: Type.String({ description: 'Blank while it is damaged' }),
});

export const StoreState = Model('StoreState', {
  lastVerificationOn: Type.String({ description: 'Blank before the first verification' }),
  nextVerificationOn: Type.String({
    description: 'Blank if verifications do not start automatically (storeVerificationDays is 0)',
  }),
  lastCollectionOn: Type.String({
    description: 'When deleted contents were last removed; blank before the first time',
  }),
  lastCollection: Type.String({ description: 'What that removed, and what has to wait and why' }),
  isCollectionWaiting: Type.Boolean({
    description: 'True if something was deleted since, whose contents are removed soon',
  }),
  openDamage: Type.Integer({ description: 'Damaged contents that have not been repaired' }),
  damage: Type.Array(DamagedContent, {
    description: 'At most 200: damaged ones first, then repaired ones, the newest first',
  }),
});
