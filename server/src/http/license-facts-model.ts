// The three facts on a license, as answers show them for items and for versions of the library.
import { licenseSources } from '../domain/license-facts.ts';
import { Model, OneOf, Type } from './schemas.ts';

const LicenseFact = Model('LicenseFact', {
  expression: Type.String({ description: 'SPDX expression; blank when nothing is known' }),
  source: OneOf(licenseSources, 'Where it comes from'),
  words: Type.String({ description: 'Why, as a sentence' }),
});

/** Declared: by its makers, in a manifest or registry. Concluded: from all evidence, or by a person or curated facts. Bundled: what files of it speak of besides. */
export const VersionLicenseFacts = Model('VersionLicenseFacts', {
  declared: LicenseFact,
  concluded: LicenseFact,
  bundled: Type.Array(LicenseFact),
});

/** `choice`: what was taken of a concluded license that offers several; blank where nothing is settled. */
export const LicenseFacts = Model('LicenseFacts', { ...VersionLicenseFacts.properties, choice: LicenseFact });
