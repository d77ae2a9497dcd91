// An API token as its owner and administrators see it: never with its text.
import { chosenTokenAccesses, type TokenAccess } from '../../domain/users/token-limits.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { Enumeration, Model, Type, versioned } from './schemas.ts';

export const ChosenAccess = Enumeration('TokenAccess', chosenTokenAccesses);

const members = {
  id: Type.Integer(),
  name: Type.String(),
  createdOn: Type.String(),
  expiresOn: Type.Union([Type.String(), Type.Null()]),
  lastUsedOn: Type.Union([Type.String(), Type.Null()]),
  access: ChosenAccess('What the token may do'),
  projectIds: Type.Union([Type.Array(Type.Integer()), Type.Null()], {
    description: 'The only projects in which it works; null: all that the owner sees',
  }),
};

/** With its version, because its owner edits its name. */
export const Token = Model('Token', { ...members, ...versioned });
export const TokenOfUser = Model('TokenOfUser', members);

export interface TokenRow {
  id: number;
  name: string;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  access: TokenAccess;
  project_ids: number[] | null;
}

export function tokenModel(row: TokenRow) {
  return {
    id: row.id,
    name: row.name,
    createdOn: wireTime(row.created_at),
    expiresOn: row.expires_at && wireTime(row.expires_at),
    lastUsedOn: row.last_used_at && wireTime(row.last_used_at),
    access: row.access,
    projectIds: row.project_ids,
  };
}
