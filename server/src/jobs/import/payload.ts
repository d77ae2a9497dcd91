import { type Static, Type } from 'typebox';
import { fileMatchingCriteria } from '../../domain/files/file-matching.ts';

const Rule = Type.Object({
  criterion: Type.Union(fileMatchingCriteria.map((one) => Type.Literal(one))),
  depth: Type.Integer({ minimum: 1, maximum: 20 }),
});

export const ImportRulesOfJob = Type.Object({
  addFiles: Type.Boolean(),
  inventoryRule: Rule,
  markReviewed: Type.Boolean(),
  reviewRule: Rule,
  createEmpty: Type.Boolean(),
  overwriteNotes: Type.Boolean(),
  resetUsage: Type.Boolean(),
});

export const ImportPayload = Type.Object({
  /** The sent archive, in the store. */
  sha256: Type.String(),
  fileName: Type.String(),
  /** The format of a document of another system; '' detects it. */
  format: Type.Optional(Type.String()),
  rules: ImportRulesOfJob,
  /** An SBOM that is imported as such, with its receipt. */
  sbom: Type.Optional(Type.Object({ isStrict: Type.Boolean() })),
});
export type ImportPayload = Static<typeof ImportPayload>;
