import { Type } from 'typebox';
import { fileMatchingCriteria } from '../domain/files/file-matching.ts';
import { defineJob } from './job-definition.ts';

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

/** Imports project data into a project and writes the result to its log. A repeated run finds the items of the first one. */
export const importJob = defineJob({
  types: ['Project Import'],
  payload: Type.Object({
    /** The sent archive, in the store. */
    sha256: Type.String(),
    fileName: Type.String(),
    /** The format of a document of another system; '' detects it. */
    format: Type.Optional(Type.String()),
    rules: ImportRulesOfJob,
    /** An SBOM that is imported as such, with its receipt. */
    sbom: Type.Optional(Type.Object({ isStrict: Type.Boolean() })),
  }),
  load: async () => (await import('./import.handler.ts')).importData,
});
