import { Type } from 'typebox';
import { fileMatchingCriteria } from '../domain/file-matching.ts';
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

/** Project data into a project, with a receipt in its log. Run twice it finds what it has made. */
export const importJob = defineJob({
  types: ['Project Import'],
  payload: Type.Object({
    /** The archive as it was sent, in the store. */
    sha256: Type.String(),
    fileName: Type.String(),
    /** Of documents of other systems; '' finds the format out. */
    format: Type.Optional(Type.String()),
    rules: ImportRulesOfJob,
  }),
  load: async () => (await import('./import.handler.ts')).importData,
});
