// Schemas of licenses.
import { licenseFamilies } from '../../domain/licenses/license-priority.ts';
import { Enumeration, Model, type Static, Text, Type, versioned } from '../../http/models/schemas.ts';

const LicenseFamily = Enumeration('LicenseFamily', ['', ...licenseFamilies]);
const LicensePriority = Enumeration('LicensePriority', ['P1', 'P2', 'P3']);
export const EXTERNAL_ID = Text(255, 'Id of the license in another system');

export const LicenseInput = Model('NewLicense', {
  name: Text(127, 'Full name', { minLength: 1 }),
  shortName: Text(255, 'Short name, unique in the library', { minLength: 1 }),
  licenseText: Text(16_777_215, 'Text; scans look for texts of 8 words to 300,000 characters'),
  priority: LicensePriority('P1 strong copyleft, P2 weak copyleft or commercial, P3 permissive', 'P3'),
  url: Type.Optional(Text(2400, 'Web address')),
  description: Type.Optional(Text(65_535, 'What the license is about')),
  familyName: Type.Optional(LicenseFamily('Family')),
  externalId: Type.Optional(EXTERNAL_ID),
});
export type LicenseInput = Static<typeof LicenseInput>;
export const LicenseChange = Model('LicenseChange', { ...LicenseInput.properties, ...versioned });

const summary = {
  id: Type.Integer(),
  name: Type.String(),
  priority: Type.Integer({ minimum: 1, maximum: 3 }),
  url: Type.String(),
  description: Type.String(),
  shortName: Type.String(),
  spdxIdentifier: Type.String({ description: 'Id on the SPDX license list; N/A for licenses that are not on it' }),
  licenseRef: Type.String({ description: 'LicenseRef-… that scans use for a custom license; N/A for others' }),
  externalId: Type.String(),
  familyName: Type.String(),
  custom: Type.Boolean(),
  createdBy: Type.String(),
  updatedBy: Type.String(),
  createdOn: Type.String(),
  updatedOn: Type.String(),
};

export const LicenseSummary = Model('LicenseSummary', { ...summary, ...versioned });
export const LicenseDetails = Model('License', {
  ...summary,
  text: Type.String(),
  detectionNote: Type.String({
    description: 'A sentence about what scans do with the text of a custom license, if that may surprise; else empty',
  }),
  ...versioned,
});
