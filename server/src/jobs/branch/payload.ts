import { type Static, Type } from 'typebox';
import { expansions } from '../../domain/projects/expansion.ts';
import { ImportRulesOfJob } from '../import/payload.ts';

export const BranchPayload = Type.Object({
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
});
export type BranchPayload = Static<typeof BranchPayload>;
