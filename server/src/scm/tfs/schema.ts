// What Azure DevOps Server and Team Foundation Server answer about TFVC, as far as it is read here.
// https://learn.microsoft.com/rest/api/azure/devops/tfvc and the examples in https://github.com/MicrosoftDocs/vsts-rest-api-specs.
import type { Static } from 'typebox';
import { Type } from 'typebox';

const text = (maxLength: number) => Type.String({ maxLength });
const list = <T extends Parameters<typeof Type.Array>[0]>(of: T) => Type.Object({ value: Type.Array(of) });

/** The longest path of TFVC has 399 characters. */
const LONGEST_PATH = 4000;

/** A file or folder. `size` and `hashValue` (the MD5 digest in base64) are given for files, and not by every server. */
const TfsItem = Type.Object({
  version: Type.Integer(),
  path: text(LONGEST_PATH),
  isFolder: Type.Optional(Type.Boolean()),
  isSymLink: Type.Optional(Type.Boolean()),
  deletionId: Type.Optional(Type.Integer()),
  size: Type.Optional(Type.Integer()),
  hashValue: Type.Optional(text(100)),
});
export type TfsItem = Static<typeof TfsItem>;
export const Items = list(TfsItem);

const Changeset = Type.Object({ changesetId: Type.Integer() });
export const OneChangeset = Changeset;
export const Changesets = list(Changeset);

const Label = Type.Object({
  id: Type.Integer(),
  name: text(1000),
  labelScope: Type.Optional(text(LONGEST_PATH)),
  modifiedDate: text(100),
  owner: Type.Optional(Type.Object({ displayName: Type.Optional(text(1000)) })),
});
export type Label = Static<typeof Label>;
export const Labels = list(Label);

/** Why a request was refused. */
export const Refused = Type.Object({ message: Type.String(), typeKey: Type.Optional(Type.String()) });
