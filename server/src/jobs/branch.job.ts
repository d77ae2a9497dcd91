import { Type } from 'typebox';
import { expansions } from '../domain/projects/expansion.ts';
import { ImportRulesOfJob } from './import.job.ts';
import { defineJob } from './job-definition.ts';

/** Makes a project with the same settings and other code, or none, and imports the data of the first project into it. */
export const branchJob = defineJob({
  types: ['Project Branching'],
  payload: Type.Object({
    name: Type.String(),
    description: Type.String(),
    folderId: Type.Integer(),
    scanProfileId: Type.Optional(Type.Integer()),
    policyProfileId: Type.Optional(Type.Integer()),
    /** The archive of the new code, in the store. */
    codebase: Type.Optional(
      Type.Object({
        sha256: Type.String(),
        fileName: Type.String(),
        expansion: Type.Union(expansions.map((one) => Type.Literal(one))),
      }),
    ),
    rules: ImportRulesOfJob,
  }),
  load: async () => (await import('./branch.handler.ts')).branchProject,
});
