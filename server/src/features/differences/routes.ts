// Comparisons (not in the interface document): a project, an SBOM, a former scan or a release with another one.
import { onProject, projectIn } from '../../http/access.ts';
import { formFile, withForm } from '../../http/forms.ts';
import { Id, OneOf, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { dataWith, download } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { beforeQuery, Difference, rowsQuery, withQuery } from './schemas.ts';
import { MOST_COMPARED } from './sides.ts';

const shared = {
  group: 'Project',
  isExtra: true,
  access: onProject('VIEW_INVENTORY', projectIn('params'), ['VIEW_INVENTORY']),
  params: Type.Object({ projectId: Id('Project') }),
} as const;

const refusals = {
  400: {
    description: `A side is named wrongly, has more than ${MOST_COMPARED} components, or is a scan whose inventory nobody can tell any more`,
  },
  404: { description: 'No such project, SBOM, scan or release, or one that the caller may not see' },
};

const about =
  'Compares components, versions, licenses, vulnerabilities, analyses and reviews. The inventory of a former scan is found from the history of the items, which notes neither vulnerabilities nor declared licenses. A vulnerability that is missing where nobody compared is VULNERABILITY_NOT_COMPARED, never gone. If a release is compared with another one or with a project: also obligations, holders, files, and the grounds of reviews. Version strings in paths do not count, if each side has one file in the place: a folder that is named after its version may be another one.';

const answers = {
  200: { description: 'The differences, in the order of their kinds', schema: Difference },
  ...refusals,
};

export const differenceRoutes: Route[] = [
  route({
    ...shared,
    id: 'getDifference',
    method: 'GET',
    path: '/projects/{projectId}/difference',
    summary: 'The difference of two of: inventory of a project, imported SBOM, former scan, release',
    description: `${about} The first page compares anew; for five minutes, further pages show the same comparison, so that they fit together.`,
    statesDataAge: true,
    query: Type.Object({ ...withQuery, ...rowsQuery }),
    responses: answers,
    async run(call) {
      const page = newPage(call.query);
      const compared = await operations.compareStored(call, call.params.projectId, call.query, page.page);
      const { rows, paging, about } = operations.pageOfRows(compared, page, call.query.kind);
      return dataWith(rows, paging, about);
    },
  }),
  route({
    ...shared,
    id: 'getDifferenceTable',
    method: 'GET',
    path: '/projects/{projectId}/difference/table',
    summary: 'The same as a table in a file',
    description: about,
    query: Type.Object({ ...withQuery, format: OneOf(['csv', 'xlsx'], 'Format of the file', 'csv') }),
    responses: {
      200: { description: 'The file', mediaType: 'application/octet-stream' },
      ...refusals,
    },
    async run(call) {
      const compared = await operations.compareStored(call, call.params.projectId, call.query);
      const { stream, fileName, mediaType } = await operations.tableOf(call.app, compared, call.query.format);
      return download(stream, fileName, mediaType);
    },
  }),
  route({
    ...shared,
    id: 'compareWithSentSbom',
    method: 'POST',
    path: '/projects/{projectId}/difference',
    summary: 'The difference to an SBOM that is sent; nothing is stored',
    description: about,
    statesDataAge: true,
    query: Type.Object({ ...beforeQuery, ...rowsQuery }),
    body: {
      form: {
        sbomFile: { description: 'SBOM in any form that POST /projects/{projectId}/importSbom takes', isFile: true },
      },
    },
    responses: { ...answers, 413: { description: 'The file is too large' } },
    run: (call) =>
      withForm(call, { sbomFile: { description: 'SBOM', isFile: true } }, async (form) => {
        const file = formFile(form, 'sbomFile');
        const compared = await operations.compareSent(call, call.params.projectId, file, call.query);
        const { rows, paging, about } = operations.pageOfRows(compared, newPage(call.query), call.query.kind);
        return dataWith(rows, paging, about);
      }),
  }),
];
