// Project (deprecated, under /project): the older operations, in the legacy envelope.
import { statedDigests } from '../../domain/projects/whole-digest.ts';
import { unlessRefused } from '../../errors.ts';
import { onProject, permission, projectIn, visibleRows } from '../../http/access.ts';
import { LegacyOf, Text, Type } from '../../http/models/schemas.ts';
import { legacy } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { LegacyNewProject, UploadQuery } from './schemas.ts';
import { ISSUES_IN_ANSWER, uploadCodebase } from './upload.ts';

const group = 'Project (deprecated)';

export const legacyProjectRoutes: Route[] = [
  route({
    id: 'createProjectLegacy',
    method: 'POST',
    path: '/project/createProject',
    group,
    family: 'legacy',
    deprecated: 'POST /projects',
    summary: 'Creates a project',
    access: permission('create_project'),
    body: LegacyNewProject,
    responses: {
      200: { description: 'Id of the project', schema: LegacyOf(Type.Integer(), 'LegacyId') },
      400: { description: 'Another project has this name, or a field is wrong' },
    },
    async run({ app, caller, body, note }) {
      const { projectName, projectFolderName, ownerLogin, projectType, ...settings } = body;
      const input = { ...settings, name: projectName, folderName: projectFolderName, owner: ownerLogin };
      const projectId = await operations.createProject(app, caller, input, projectType);
      note({ projectId });
      return legacy(projectId);
    },
  }),
  route({
    id: 'getProjectId',
    method: 'GET',
    path: '/project/id',
    aliases: ['/projects/id'],
    group,
    family: 'legacy',
    summary: 'Id of the project with a name',
    access: visibleRows(),
    query: Type.Object({ projectName: Text(255, 'Name of the project', { minLength: 1 }) }),
    responses: {
      200: { description: 'The id', schema: LegacyOf(Type.Integer(), 'LegacyId') },
      400: { description: 'No project of this name' },
    },
    run: async ({ app, caller, query }) => legacy(await operations.findProjectId(app, caller, query.projectName)),
  }),
  route({
    id: 'uploadProjectCodebase',
    method: 'POST',
    path: '/project/uploadProjectCodebase',
    group,
    family: 'legacy',
    summary: 'Uploads a code base as an archive',
    description:
      'The body is the archive itself, up to 10 GB (ASSAY_MAX_UPLOAD_BYTES): zip, tar, tar.gz, 7z; tar.bz2, tar.xz, tar.zst, rar, deb, rpm, cab, cpio and self-extracting archives are accepted, too. Repeated uploads add files to the code base. Entries that cannot be accepted (links, devices, paths that lead outside) are skipped and named in `issues`. A broken archive changes nothing.',
    access: onProject('UPLOAD_CODEBASE', projectIn('query', 'projectId', 'legacy')),
    query: UploadQuery,
    body: {
      raw: 'The archive, application/octet-stream; the header X-File-Name may give its name, and Repr-Digest, Content-Digest or Digest its SHA-256 or SHA-512',
    },
    responses: {
      200: { description: 'Stored', schema: LegacyOf(Type.String(), 'LegacyText') },
      400: { description: 'No such project, no archive that can be read, or not the digest of the header' },
      409: { description: 'Another upload into the project is running, or the job of this one was stopped' },
      413: { description: 'Too large' },
    },
    async run({ app, caller, query, stream, headers, signal }) {
      const { files, bytes, issues, issueLines } = await uploadCodebase(
        app,
        caller,
        query,
        {
          body: stream,
          fileName: fileNameOf(headers['x-file-name']),
          digests: unlessRefused(statedDigests(headers, ['repr-digest', 'content-digest', 'digest'])),
        },
        signal,
      );
      const reply = legacy(
        `File upload successful: ${files} files, ${bytes} bytes${issues > 0 ? `, ${issues} issues` : ''}.`,
      );
      return {
        ...reply,
        body: {
          ...(reply.body as object),
          'Issues: ': issueLines
            .slice(0, ISSUES_IN_ANSWER)
            .map((issue) => ({ code: issue.code, path: issue.path, message: issue.message })),
        },
      };
    },
  }),
];

function fileNameOf(header: string | string[] | undefined): string {
  const text = Array.isArray(header) ? header[0] : header;
  try {
    return decodeURIComponent(text ?? '');
  } catch {
    return text ?? '';
  }
}
