// Schemas of project folders.
import { ProjectStatus } from '../../http/models/enumerations.ts';
import { Model, type Static, Type, versioned } from '../../http/models/schemas.ts';

export const FolderInput = Model('NewFolder', {
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
export const FolderChange = Model('FolderChange', { ...FolderInput.properties, ...versioned });

export const FolderSummary = Model('FolderSummary', {
  id: Type.Integer(),
  name: Type.String(),
  parentFolderId: Type.Union([Type.Integer(), Type.Null()]),
  path: Type.String(),
  ...versioned,
});

export const FolderDetails = Model('Folder', {
  id: Type.Integer(),
  name: Type.String(),
  parentFolderId: Type.Union([Type.Integer(), Type.Null()]),
  path: Type.String({ description: 'Names from the root down, with slashes between' }),
  subFolders: Type.Array(Model('SubFolder', { id: Type.Integer(), name: Type.String() })),
  projects: Type.Array(
    Model('FolderProject', {
      id: Type.Integer(),
      name: Type.String(),
      owner: Type.String(),
      status: ProjectStatus('Status of the project'),
      isPrivate: Type.Boolean(),
    }),
    { description: 'The projects in it that the caller may see' },
  ),
  ...versioned,
});
