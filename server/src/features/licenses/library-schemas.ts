// Schemas of the search for licenses, and of the page of one.
import { policyDecisions } from '../../domain/reviews/policy.ts';
import { Model, OneOf, Type } from '../../http/models/schemas.ts';
import { TextDifference } from '../../http/models/text-difference.ts';
import { LicenseDetails, LicenseSummary } from './schemas.ts';

const standing = {
  isDeprecated: Type.Boolean({ description: 'SPDX no longer recommends its id' }),
  isException: Type.Boolean({ description: 'It is an exception, which stands behind WITH' }),
  successor: Type.String({ description: 'Id or expression that took the place of a deprecated id; else empty' }),
};

const { entityVersion: _, ...details } = LicenseDetails.properties;
const { entityVersion: __, ...summary } = LicenseSummary.properties;

export const FoundLicense = Model('FoundLicense', { ...summary, ...standing });

export const LicensePage = Model('LicensePageDetails', {
  ...details,
  ...standing,
  category: Type.String({ description: 'Kind of license, such as strong copyleft; unknown if nobody classified it' }),
  obligations: Type.Array(Type.String(), {
    description: 'What it asks of those who ship the code, each as a sentence. Help for people, not legal advice',
  }),
  otherNames: Type.Array(Type.String(), { description: 'Names in manifests that mean it, and other ids' }),
  policies: Type.Array(
    Model('PolicyOnLicense', {
      policyId: Type.Integer(),
      policyName: Type.String(),
      decision: OneOf(policyDecisions, 'What its license rules decide about an item under this license alone'),
    }),
  ),
});

export const LicenseTextFound = Model('LicenseTextFound', {
  sha256: Type.String(),
  hasSameWords: Type.Boolean({ description: "Its words, without years and signs, are those of the library's text" }),
  items: Type.Integer({ description: 'Items with this text' }),
  projects: Type.Integer(),
  projectId: Type.Integer({ description: 'Project of one of the items' }),
  inventoryId: Type.Integer({ description: 'One of the items' }),
  path: Type.String({ description: 'A file of this item that has the text' }),
  difference: Type.Optional(TextDifference),
  text: Type.Optional(
    Type.String({ description: 'The whole text, if it differs in more than 500 words or the library has no text' }),
  ),
});
