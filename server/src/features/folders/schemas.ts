// Folders of projects: shapes.
import { OneOf, type Static, Type } from '../../http/schemas.ts';

export const FolderInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255, description: 'Name, unique under its parent' }),
  parentFolderId: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Parent; the root "Projects" is 1 (or 0) and the default',
    }),
  ),
});
export type FolderInput = Static<typeof FolderInput>;

export const FolderSummary = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  parentFolderId: Type.Union([Type.Integer(), Type.Null()]),
  path: Type.String(),
});

export const FolderDetails = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  parentFolderId: Type.Union([Type.Integer(), Type.Null()]),
  path: Type.String({ description: 'Names from the root down, with slashes between' }),
  subFolders: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  projects: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      owner: Type.String(),
      status: OneOf(
        ['Not Started', 'Analysis In Progress', 'Analysis Completed', 'Project Completed'],
        'Status of the project',
      ),
      isPrivate: Type.Boolean(),
    }),
    { description: 'The projects in it that the caller may see' },
  ),
});
