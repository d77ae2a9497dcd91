// Schemas of the uses of licenses, components, copyright holders and digests.
import { licenseWays } from '../../domain/uses/subject.ts';
import { Id, Model, OneOf, Text, Type } from '../../http/models/schemas.ts';

/** Exactly one of them. */
export const subjectMembers = {
  licenseId: Type.Optional(Id('License of the library')),
  componentId: Type.Optional(Id('Component of the library')),
  holder: Type.Optional(Text(1000, 'Whole name of a copyright holder, in any case')),
  digest: Type.Optional(Text(64, 'SHA-256, SHA-1 or MD5 of a file, in hexadecimal digits')),
};

const UsingProject = Model('UsingProject', {
  projectId: Type.Integer(),
  projectName: Type.String(),
  projectStatus: Type.String(),
  items: Type.Integer({ description: 'Items, without those that are gone' }),
  files: Type.Integer({ description: 'Files; at least so many if `filesAreComplete` is false' }),
});
export const UsingProjects = Model('UsingProjectsPage', {
  data: Type.Array(UsingProject),
  filesAreComplete: Type.Boolean({
    description: 'False if there are more than 100,000 files in all: then the numbers of files are too small',
  }),
});

export const UsingInventory = Model('UsingInventory', {
  inventoryId: Type.Integer(),
  inventoryName: Type.String(),
  versionName: Type.String(),
  licenseExpression: Type.String({ description: 'The selected license; empty if none is' }),
  reviewStatus: Type.String({ description: 'Draft, Approved or Rejected' }),
  projectId: Type.Integer(),
  projectName: Type.String(),
  ways: Type.Array(
    OneOf(licenseWays, 'Selected by people or scan, concluded from evidence, or declared by its makers'),
    { description: 'How it is under the license; empty for other subjects' },
  ),
});

export const UsingFile = Model('UsingFile', {
  fileId: Type.Integer(),
  path: Type.String(),
  sizeBytes: Type.Integer(),
  isReviewed: Type.Boolean(),
  inventoryCount: Type.Integer({ description: 'Items that have the file' }),
  projectId: Type.Integer(),
  projectName: Type.String(),
});
