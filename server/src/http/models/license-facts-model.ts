// The model of the three license facts, in answers about items and about versions of the library.
import { licenseSources } from '../../domain/licenses/license-facts.ts';
import { Model, OneOf, Type } from './schemas.ts';

const LicenseFact = Model('LicenseFact', {
  expression: Type.String({ description: 'SPDX expression; blank if unknown' }),
  source: OneOf(licenseSources, 'Source of the license'),
  words: Type.String({ description: 'Why, as a sentence' }),
});

/**
 * Declared: by the makers, in a manifest or registry. Concluded: from all evidence, or by a person or curated facts. Bundled: other licenses in the
 * files.
 */
export const VersionLicenseFacts = Model('VersionLicenseFacts', {
  declared: LicenseFact,
  concluded: LicenseFact,
  bundled: Type.Array(LicenseFact),
});

/** `choice`: the license selected from a choice in the concluded license; blank if open. */
export const LicenseFacts = Model('LicenseFacts', { ...VersionLicenseFacts.properties, choice: LicenseFact });
