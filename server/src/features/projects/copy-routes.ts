// Makes a new project of an existing one: a copy with the same code base, or a branch with another.
import { onProject, projectIn } from '../../http/access.ts';
import { type FormParts, partsOf, withForm } from '../../http/forms.ts';
import { Queued } from '../../http/models/schemas.ts';
import { accepted } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { queueBranch, queueCopy } from './copies.ts';
import { BranchRequest, CopyRequest, ProjectImportModel, ProjectParams } from './schemas.ts';

const group = 'Project';
const responses = {
  202: {
    description: 'Queued; the id is that of the job. The result of the job names the new project',
    schema: Queued,
  },
  400: {
    description:
      'Another project has the name, the project is locked, it has not been scanned yet, or the code is no archive',
  },
  404: { description: 'No such project' },
  409: { description: 'A job that prevents this one is queued or running' },
};

const branchForm: FormParts = {
  ...partsOf(BranchRequest, { required: ['name'] }),
  ...partsOf(ProjectImportModel),
  codebase: {
    description: 'Archive with the code of the branch; without it, the branch is an inventory without files',
    isFile: true,
    isOptional: true,
  },
};

export const copyRoutes: Route[] = [
  route({
    id: 'copyProject',
    method: 'POST',
    path: '/projects/{projectId}/copy',
    group,
    isExtra: true,
    summary: 'Queues a copy of a project: settings, people, code, evidence, inventory and decisions, without scanning',
    description: 'The system makes one copy at a time. Passwords of source control instances are not copied.',
    access: onProject('COPY_PROJECT', projectIn('params')),
    params: ProjectParams,
    body: CopyRequest,
    responses,
    async run({ app, caller, params, body }) {
      const id = await queueCopy(app, caller, params.projectId, body);
      return accepted(`Project copy queued. task ID: ${id}`, { id });
    },
  }),
  route({
    id: 'branchProject',
    method: 'POST',
    path: '/projects/{projectId}/branch',
    group,
    isExtra: true,
    summary:
      'Queues a branch of a project: the same settings, other code, a scan of it, and the data of the first project',
    description:
      'The import fields choose how files are compared. By default, files join inventory by their whole path, and usage fields are kept.',
    access: onProject('BRANCH_PROJECT', projectIn('params')),
    params: ProjectParams,
    body: { form: branchForm },
    responses: { ...responses, 413: { description: 'The archive is too large' } },
    run: (call) =>
      withForm(call, branchForm, async (form) => {
        const id = await queueBranch(call.app, call.caller, call.params.projectId, form, call.signal);
        return accepted(`Project branching queued. task ID: ${id}`, { id });
      }),
  }),
];
