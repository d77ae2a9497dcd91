// Schemas of the settings of the installation.

import { dependencyScopes } from '../../domain/inventory-findings.ts';
import { cvssVersions } from '../../domain/severity.ts';
import { Enumeration, Model, OneOf, type Static, Text, Type, versioned } from '../../http/schemas.ts';

const CvssVersion = Enumeration('CvssVersion', cvssVersions);
const LONGEST_DAYS = 36_500;

export const SiteSettings = Model('SiteSettings', {
  jobRetentionDays: Type.Integer({
    minimum: 0,
    maximum: LONGEST_DAYS,
    description: 'Days after their end that jobs stay in the list; 0 for ever',
  }),
  documentTexts: Type.Boolean({
    description:
      'Scans search the texts inside PDF and office files too. When it changes, the next scans analyse everything anew.',
  }),
  storeVerificationDays: Type.Integer({
    minimum: 0,
    maximum: 3650,
    description: 'Days between verifications of the store that begin by themselves; 0 for none',
  }),
  cvssVersion: CvssVersion(
    'Whose severities are counted: V2 knows High, Medium, Low and Unknown, V3 Critical, High, Medium, Low and None',
  ),
  severitySources: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    maxItems: 100,
    description:
      'Whose severity of a vulnerability counts first, such as GHSA, CISA-ADP, NVD; * stands for all that are not named',
  }),
  advisoryMostDays: Type.Integer({
    minimum: 0,
    maximum: 3650,
    description: 'Days after which data of advisories counts as too old; 0 for never',
  }),
  advisoryUpdateHours: Type.Integer({
    minimum: 0,
    maximum: 8760,
    description: 'Hours between updates of advisories that begin by themselves; 0 for none',
  }),
  placesOutsideProduct: Type.Array(
    Model('PlaceOutsideProduct', {
      name: Type.String({ minLength: 1, maxLength: 40, description: 'Kind of place: test, example' }),
      scope: OneOf(dependencyScopes, 'Scope of packages that only such folders name'),
      folders: Type.Array(Type.String({ minLength: 1, maxLength: 255, pattern: '^[^/]+$' }), {
        maxItems: 1000,
        description: 'Names of folders, in any case of letters',
      }),
    }),
    {
      maxItems: 100,
      description:
        'Folders that are no part of the product. The next scan of each project follows a change; an empty list counts everything as product.',
    },
  ),
  licensePreferences: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    maxItems: 500,
    description:
      'SPDX ids or short names of licenses, the preferred one first: what is taken where a package offers a choice and neither a person nor the policy of the project settles it. An empty list leaves choices open. A change settles anew, at once and in all projects that are not locked, what no person has settled.',
  }),
  reportName: Text(200, 'Name of the house on top of every report; blank for the name of this program'),
  reportLogo: Text(
    400_000,
    'Logo on top of every report, as a data address of a PNG, JPEG, GIF, WebP or SVG (data:image/png;base64,…); blank for none. Word documents show PNG only.',
    { pattern: '^$|^data:image/(png|jpeg|gif|webp|svg\\+xml);base64,[A-Za-z0-9+/=]+$' },
  ),
  reportFooter: Text(500, 'Line at the foot of every report, such as a class of confidentiality'),
  ...versioned,
});
export type SiteSettings = Static<typeof SiteSettings>;

export const SiteSettingsInput = Model('SiteSettingsChange', Type.Partial(SiteSettings).properties);
export type SiteSettingsInput = Static<typeof SiteSettingsInput>;

const DamagedContent = Model('DamagedContent', {
  id: Type.Integer(),
  sha256: Type.String(),
  finding: Type.String({ description: 'Segment, place and fault' }),
  uses: Type.Array(
    Model('DamagedContentUse', {
      project: Type.String({ description: 'Blank for what belongs to the installation' }),
      path: Type.String(),
      what: Type.String(),
    }),
  ),
  moreUses: Type.Integer({ description: 'Further files, reports and rules that need it' }),
  foundOn: Type.String(),
  repairedOn: Type.String({ description: 'Blank while it is damaged' }),
});

export const StoreState = Model('StoreState', {
  lastVerificationOn: Type.String({ description: 'Blank before the first' }),
  nextVerificationOn: Type.String({ description: 'Blank when none begins by itself (storeVerificationDays is 0)' }),
  openDamage: Type.Integer({ description: 'Damaged contents that are not repaired yet' }),
  damage: Type.Array(DamagedContent, {
    description: 'At most 200: damaged ones first, then repaired ones, the newest first',
  }),
});
