// The addresses of Dependency-Track that its uploaders use (docs/dependency-track.md). They exist while the site setting `dependencyTrackUploads` is on.
import about from '../../../../package.json' with { type: 'json' };
import { requireRight } from '../../../authorize/index.ts';
import { freshness } from '../../../db/advisories/freshness.ts';
import { notFound } from '../../../errors.ts';
import { type Access, anyone, jobVisible, onProject, signedIn, visibleRows } from '../../../http/access.ts';
import { MIB } from '../../../http/bodies.ts';
import type { Call } from '../../../http/call.ts';
import { type Form, type FormFile, formFile, withForm } from '../../../http/forms.ts';
import { inputReader } from '../../../http/input.ts';
import { FRESHNESS_HEADERS, withFreshnessHeaders } from '../../../http/models/freshness-model.ts';
import { Text, Type } from '../../../http/models/schemas.ts';
import { bare, type Reply } from '../../../http/replies.ts';
import { type Route, route } from '../../../http/route.ts';
import { dryRunQuery, isDryRun, SbomDryRun } from '../sbom-dry-run-schemas.ts';
import { idIn, missing, off, params, projectOfUuid, shared } from './addresses.ts';
import { ignoring, othersIn } from './ignored.ts';
import * as reading from './reading.ts';
import {
  BOM_MEMBERS,
  BomProgress,
  BomSubmission,
  BomTarget,
  BomToken,
  bomForm,
  pagingQuery,
  rangeIn,
  TrackedFindings,
  TrackedMetrics,
  TrackedProject,
  TrackedProjects,
  TrackedVersion,
} from './schemas.ts';
import { tagsOf } from './tags.ts';
import { tryBom, type UploadCall, type UploadTarget, uploadBom, withEncoded } from './uploads.ts';
import { idNamed } from './uuids.ts';

/** The version of Dependency-Track whose forms these are; programs compare it. */
const SPOKEN_VERSION = '4.12.0';

const readTarget = inputReader(BomTarget, 'body') as (raw: unknown) => BomTarget;

const sees = jobVisible('jobId', (id) => notFound('Token of the job', id));
const ofJob: Access = {
  ...sees,
  name: 'sees the job (tokenUuid)',
  async check(call) {
    const { tokenUuid } = call.params as { tokenUuid: string };
    const projectId = await idNamed(call.app, 'vex', tokenUuid);
    if (projectId !== undefined)
      return requireRight(call.app.db, call.caller, 'VIEW_PROJECT', {
        projectId,
        missing: notFound('Token', tokenUuid),
      });
    const jobId = await jobOf(call.app, tokenUuid);
    await sees.check({ ...call, params: { jobId } });
  },
};

async function jobOf(app: Call<unknown, unknown, unknown>['app'], uuid: string): Promise<number> {
  const id = await idNamed(app, 'job', uuid);
  if (id === undefined) throw notFound('Token', uuid);
  return id;
}

const accepted = {
  200: {
    description: 'Queued; the token tells when it is over. Of a dry run: what the import would do',
    schema: Type.Union([BomToken, SbomDryRun]),
  },
  400: { description: 'A field is wrong, or the document is no SBOM' },
  404: { description: 'No such project or parent, or the site does not offer these addresses' },
  409: { description: 'Another job of the project is queued or running' },
  413: { description: 'The document is too large' },
};
const mayUpload = signedIn(['IMPORT_DATA', 'EDIT_CHILDREN']);

const answered = async (call: UploadCall & { query: { dryRun?: string } }, target: UploadTarget, file: FormFile) =>
  bare(isDryRun(call.query) ? await tryBom(call, target, file) : { token: await uploadBom(call, target, file) });

const counted = (list: unknown[], total: number) => ({
  ...bare(list),
  headers: { 'X-Total-Count': String(total) },
});

/** The forms of Dependency-Track have no place for it. */
const aged = async ({ app }: Pick<Call<unknown, unknown, unknown>, 'app'>, projectId: number, reply: Reply) =>
  withFreshnessHeaders(reply, await freshness(app.db, app.now(), { projectId }));

const asksForEnd = (id: string, path: string): Route =>
  route({
    ...shared,
    id,
    method: 'GET',
    path,
    summary: 'Whether the import of an upload is still queued or running',
    access: ofJob,
    params: Type.Object({ tokenUuid: Text(100, 'The token of the upload') }),
    responses: { 200: { description: 'The state', schema: BomProgress }, 404: { description: 'No such token' } },
    async run({ app, params }) {
      // A VEX document is taken over before its upload is answered.
      const isOver = (await idNamed(app, 'vex', params.tokenUuid)) !== undefined;
      const processing = !isOver && (await reading.isProcessing(app, await jobOf(app, params.tokenUuid)));
      return bare({ processing });
    },
  });

export const dependencyTrackRoutes: Route[] = [
  route({
    ...shared,
    id: 'dependencyTrackUpload',
    method: 'PUT',
    path: '/api/v1/bom',
    summary: 'Imports an SBOM in Base64 into a project',
    access: mayUpload,
    largestBodyBytes: 128 * MIB,
    query: Type.Object(dryRunQuery),
    body: BomSubmission,
    responses: accepted,
    run: (call) => {
      const { bom, projectTags = [], ...target } = call.body;
      const tags = tagsOf(projectTags.map(({ name = '' }) => name));
      return withEncoded(call, 'bom', bom, async (file) =>
        ignoring(othersIn(call.body, BOM_MEMBERS), await answered(call, { ...target, tags }, file)),
      );
    },
  }),
  route({
    ...shared,
    id: 'dependencyTrackUploadForm',
    method: 'POST',
    path: '/api/v1/bom',
    summary: 'Imports an SBOM of a form into a project',
    access: mayUpload,
    query: Type.Object(dryRunQuery),
    body: { form: bomForm },
    responses: accepted,
    run: (call) => {
      const others: string[] = [];
      const take = async (form: Form) => {
        const { projectTags = '', ...target } = form.texts;
        const tags = tagsOf(projectTags.split(','));
        return ignoring(others, await answered(call, { ...readTarget(target), tags }, formFile(form, 'bom')));
      };
      return withForm(call, bomForm, take, { onOther: (name) => void others.push(name) });
    },
  }),
  asksForEnd('dependencyTrackBomToken', '/api/v1/bom/token/{tokenUuid}'),
  asksForEnd('dependencyTrackEventToken', '/api/v1/event/token/{tokenUuid}'),
  route({
    ...shared,
    id: 'dependencyTrackProjects',
    method: 'GET',
    path: '/api/v1/project',
    summary: 'The projects that the caller may see',
    access: visibleRows(),
    query: Type.Object({
      name: Type.Optional(Text(255, 'Only projects with this name, in any version')),
      searchText: Type.Optional(Text(255, 'Only projects whose name contains the text')),
      ...pagingQuery,
      excludeInactive: Type.Optional(Type.Boolean({ description: 'No project is inactive' })),
    }),
    responses: { 200: { description: 'Projects; X-Total-Count has their number', schema: TrackedProjects }, ...off },
    async run({ app, caller, query }) {
      const { projects, total } = await reading.pageOfProjects(app, caller, { ...query, ...rangeIn(query) });
      return counted(projects, total);
    },
  }),
  route({
    ...shared,
    id: 'dependencyTrackLookup',
    method: 'GET',
    path: '/api/v1/project/lookup',
    summary: 'The project with a name and a version',
    access: visibleRows(),
    query: Type.Object({
      name: Text(255, 'Name', { minLength: 1 }),
      version: Type.Optional(Text(255, 'Version; none by default')),
    }),
    responses: { 200: { description: 'The project', schema: TrackedProject }, ...missing },
    run: async ({ app, caller, query: { name, version = '' } }) =>
      bare(await reading.lookUpProject(app, caller, { name, version })),
  }),
  route({
    ...shared,
    id: 'dependencyTrackProject',
    method: 'GET',
    path: '/api/v1/project/{uuid}',
    summary: 'A project',
    access: onProject('VIEW_PROJECT', projectOfUuid),
    params,
    responses: { 200: { description: 'The project', schema: TrackedProject }, ...missing },
    run: async (call) => bare(await reading.describeProject(call.app, await idIn(call))),
  }),
  route({
    ...shared,
    id: 'dependencyTrackFindings',
    method: 'GET',
    path: '/api/v1/finding/project/{uuid}',
    summary: 'The vulnerabilities of the items of a project, the most severe first',
    access: onProject('VIEW_INVENTORY', projectOfUuid),
    params,
    query: Type.Object({
      suppressed: Type.Optional(Type.Boolean({ description: 'Also what does not count because it is suppressed' })),
    }),
    responses: {
      200: {
        description: 'Findings; X-Total-Count has their number',
        schema: TrackedFindings,
        headers: FRESHNESS_HEADERS,
      },
      ...missing,
    },
    async run(call) {
      const projectId = await idIn(call);
      const findings = await reading.findingsOf(call.app, projectId, call.query.suppressed === true);
      return aged(call, projectId, counted(findings, findings.length));
    },
  }),
  route({
    ...shared,
    id: 'dependencyTrackMetrics',
    method: 'GET',
    path: '/api/v1/metrics/project/{uuid}/current',
    summary: 'How many vulnerabilities of each severity a project has now',
    access: onProject('VIEW_INVENTORY', projectOfUuid),
    params,
    responses: {
      200: { description: 'The figures', schema: TrackedMetrics, headers: FRESHNESS_HEADERS },
      ...missing,
    },
    async run(call) {
      const projectId = await idIn(call);
      return aged(call, projectId, bare(await reading.metricsOf(call.app, projectId)));
    },
  }),
  route({
    ...shared,
    id: 'dependencyTrackVersion',
    method: 'GET',
    path: '/api/version',
    summary: 'Which version of Dependency-Track these addresses are like',
    access: anyone(),
    responses: { 200: { description: 'The version', schema: TrackedVersion }, ...off },
    run: async () =>
      bare({ application: 'Assay', version: SPOKEN_VERSION, framework: { name: 'Assay', version: about.version } }),
  }),
];
