// Advisories (not in the interface document): sources, updates, vulnerabilities with the text of every source, affected items and the reasons.

import { onProject, permission, projectIn, signedIn, visibleRows } from '../../http/access.ts';
import { DataOf, Flag, Id, ListOf, Message, PageOf, PageQuery, Queued, Text, Type } from '../../http/models/schemas.ts';
import { vulnerabilityFilterOf, vulnerabilityFilters } from '../../http/models/vulnerability-filter-model.ts';
import { newPage } from '../../http/paging.ts';
import { accepted, data, dataWith, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import {
  AdvisoryKey,
  AffectedItem,
  AffectedItems,
  Explanation,
  ListedVulnerability,
  MaliciousFile,
  OwnInput,
  SourceInput,
  Status,
  TrustedAdvisoryKey,
  UpdateInput,
  VulnerabilityDetails,
} from './schemas.ts';

const group = 'Advisories';
const keeps = permission('system_admin', 'library_manager');
const named = Type.Object({ vulnerabilityName: Text(128, 'CVE, GHSA or any other name', { minLength: 1 }) });
const missing = { 404: { description: 'No advisory names this vulnerability' } };
const open = { 409: { description: 'The same update is queued or running already, or too many imports are waiting' } };
const sourceName = Text(100, 'Name of the source, such as osv-npm', {
  pattern: '^[\\w.-]+$',
  patternText: 'may hold letters, digits, dots, hyphens and underscores',
});

export const advisoryRoutes: Route[] = [
  route({
    id: 'getAdvisoryStatus',
    method: 'GET',
    path: '/advisories/status',
    group,
    isExtra: true,
    summary: 'The sources of advisories, and how old their data is',
    access: signedIn(),
    responses: { 200: { description: 'The state', schema: DataOf(Status) } },
    run: async ({ app, caller }) => data(await operations.describeStatus(app, caller)),
  }),
  route({
    id: 'setAdvisorySource',
    method: 'PUT',
    path: '/advisories/sources/{source}',
    group,
    isExtra: true,
    summary: 'Adds a source that updates read, or changes it',
    access: keeps,
    params: Type.Object({ source: sourceName }),
    body: SourceInput,
    responses: { 200: { description: 'Set', schema: Message } },
    async run({ app, params, body }) {
      await operations.setSource(app, params.source, body);
      return done('Source of advisories updated successfully.');
    },
  }),
  route({
    id: 'deleteAdvisorySource',
    method: 'DELETE',
    path: '/advisories/sources/{source}',
    group,
    isExtra: true,
    summary: 'Removes a source with its advisories',
    access: keeps,
    params: Type.Object({ source: sourceName }),
    responses: { 200: { description: 'Removed', schema: Message }, 404: { description: 'No such source' } },
    async run({ app, params }) {
      await operations.removeSource(app, params.source);
      return done('Source of advisories deleted successfully.');
    },
  }),
  route({
    id: 'updateAdvisories',
    method: 'POST',
    path: '/advisories/update',
    group,
    isExtra: true,
    summary: 'Queues the update of one source or of all',
    description: 'A source that fails leaves its last good data in use, and the job says why.',
    access: keeps,
    body: UpdateInput,
    responses: { 202: { description: 'Queued', schema: Queued }, ...open },
    async run({ app, caller, body }) {
      const id = await operations.queueUpdate(app, caller, body);
      return accepted(`Advisories are updated in the background with the job ID: ${id}`, { id });
    },
  }),
  route({
    id: 'importAdvisories',
    method: 'POST',
    path: '/advisories/import',
    group,
    isExtra: true,
    summary: 'Queues the import of a file of advisories, or an archive of such files',
    description:
      'Assay reads OSV, CVE records 5, NVD 2.0, CSAF 2, EPSS, the catalogues of exploited vulnerabilities of CISA and ENISA, the PHP database, retire.js, end-of-life dates and own advisories.',
    access: keeps,
    query: Type.Object({
      source: sourceName,
      full: Flag(false, 'The file has all advisories of the source: those that it lacks are removed'),
      force: Flag(
        false,
        'Also accept records that are older than the stored ones, and a file without most of the earlier records',
      ),
    }),
    body: { raw: 'The file; the header X-File-Name gives its name', largestBytes: operations.LARGEST_BYTES },
    responses: { 202: { description: 'Queued', schema: Queued }, ...open, 413: { description: 'Too large' } },
    async run({ app, caller, stream, headers, query }) {
      const fileName = [headers['x-file-name']].flat()[0] ?? '';
      const id = await operations.queueImport(app, caller, stream, { ...query, fileName });
      return accepted(`The advisories are imported in the background with the job ID: ${id}`, { id });
    },
  }),
  route({
    id: 'addOwnAdvisories',
    method: 'POST',
    path: '/advisories/own',
    group,
    isExtra: true,
    summary: "Adds a company's own advisories, or replaces them by id",
    access: keeps,
    body: OwnInput,
    responses: { 202: { description: 'Queued', schema: Queued }, ...open },
    async run({ app, caller, body }) {
      const id = await operations.queueOwn(app, caller, body);
      return accepted(`The advisories are imported in the background with the job ID: ${id}`, { id });
    },
  }),
  route({
    id: 'trustAdvisoryKey',
    method: 'POST',
    path: '/advisories/keys',
    group,
    isExtra: true,
    summary: 'Accepts bundles of advisories signed with this key',
    access: permission('system_admin'),
    body: AdvisoryKey,
    responses: { 200: { description: 'Trusted', schema: Message } },
    async run({ app, body }) {
      await operations.trust(app, body.key);
      return done('Bundles signed by this key can be imported.');
    },
  }),
  route({
    id: 'listAdvisoryKeys',
    method: 'GET',
    path: '/advisories/keys',
    group,
    isExtra: true,
    summary: 'The keys whose bundles of advisories are accepted',
    access: permission('system_admin'),
    responses: { 200: { description: 'Keys', schema: ListOf(TrustedAdvisoryKey) } },
    run: async ({ app }) => data(await operations.listKeys(app)),
  }),
  route({
    id: 'distrustAdvisoryKey',
    method: 'DELETE',
    path: '/advisories/keys',
    group,
    isExtra: true,
    summary: 'No longer accepts bundles of advisories signed with this key; what was imported stays',
    access: permission('system_admin'),
    query: Type.Object({ key: AdvisoryKey.properties.key }),
    responses: { 200: { description: 'No longer trusted', schema: Message }, 404: { description: 'No such key' } },
    async run({ app, query }) {
      await operations.distrust(app, query.key);
      return done('Bundles signed by this key are refused.');
    },
  }),
  route({
    id: 'explainMatch',
    method: 'GET',
    path: '/advisories/explain',
    group,
    isExtra: true,
    summary: 'Why a package is, or is not, affected by a vulnerability',
    access: signedIn(),
    query: Type.Object({
      purl: Text(2000, 'Package URL', { minLength: 5 }),
      vulnerabilityName: named.properties.vulnerabilityName,
    }),
    statesDataAge: true,
    responses: {
      200: { description: 'Each record with the steps of its comparison', schema: DataOf(Explanation) },
      ...missing,
    },
    run: async ({ app, query }) => data(await operations.explain(app, query.purl, query.vulnerabilityName)),
  }),
  route({
    id: 'findAffectedItems',
    method: 'GET',
    path: '/advisories/affected',
    group,
    isExtra: true,
    summary: 'Projects and items that have a vulnerability or a package',
    description: 'With from or to, also those that had the package at that time: since and until say when.',
    access: visibleRows(),
    query: Type.Object({
      by: Text(2000, 'Name of a vulnerability, package URL, or name of a package, with a version or without', {
        minLength: 1,
      }),
      from: Type.Optional(Text(30, 'Day or time')),
      to: Type.Optional(Text(30, 'Day or time')),
      ...PageQuery,
    }),
    statesDataAge: true,
    responses: { 200: { description: 'The answer, and the items', schema: AffectedItems } },
    async run({ app, caller, query }) {
      const { rows, paging, answer } = await operations.whoIsAffected(app, caller, query, newPage(query));
      return dataWith(rows, paging, answer);
    },
  }),
  route({
    id: 'listVulnerabilities',
    method: 'GET',
    path: '/advisories',
    group,
    isExtra: true,
    summary: 'Vulnerabilities, the most severe first; all names of a vulnerability share one row',
    access: visibleRows(),
    query: Type.Object({
      ...vulnerabilityFilters,
      affecting: Flag(false, 'Only vulnerabilities of an item, or of a file found by its digest'),
      ...PageQuery,
    }),
    statesDataAge: true,
    responses: { 200: { description: 'Vulnerabilities', schema: PageOf(ListedVulnerability) } },
    async run({ app, caller, query: { affecting, ...query } }) {
      const filter = { ...vulnerabilityFilterOf(query), isAffecting: affecting };
      const { rows, paging } = await operations.pageOfAll(app, caller, filter, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'getVulnerability',
    method: 'GET',
    path: '/advisories/{vulnerabilityName}',
    group,
    isExtra: true,
    summary: 'A vulnerability with the text of every source',
    access: visibleRows(),
    params: named,
    responses: { 200: { description: 'The vulnerability', schema: DataOf(VulnerabilityDetails) }, ...missing },
    run: async ({ app, caller, params }) =>
      data(await operations.describeVulnerability(app, caller, params.vulnerabilityName)),
  }),
  route({
    id: 'listItemsOfVulnerability',
    method: 'GET',
    path: '/advisories/{vulnerabilityName}/items',
    group,
    isExtra: true,
    summary: 'Items that have a vulnerability; suppressed ones are marked',
    access: visibleRows(),
    params: named,
    query: Type.Object(PageQuery),
    statesDataAge: true,
    responses: { 200: { description: 'Items', schema: PageOf(AffectedItem) }, ...missing },
    async run({ app, caller, params, query }) {
      const { rows, paging } = await operations.itemsOfVulnerability(
        app,
        caller,
        params.vulnerabilityName,
        newPage(query),
      );
      return data(rows, paging);
    },
  }),
  route({
    id: 'listProjectVulnerabilities',
    method: 'GET',
    path: '/projects/{projectId}/vulnerabilities',
    group,
    isExtra: true,
    summary: 'The vulnerabilities of a project, the most severe first',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: Type.Object({ projectId: Id('Project') }),
    query: Type.Object({ ...vulnerabilityFilters, ...PageQuery }),
    statesDataAge: true,
    responses: {
      200: { description: 'Vulnerabilities', schema: PageOf(ListedVulnerability) },
      404: { description: 'No such project' },
    },
    async run({ app, caller, params, query }) {
      const filter = { ...vulnerabilityFilterOf(query), projectId: params.projectId };
      const { rows, paging } = await operations.pageOfAll(app, caller, filter, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'listMaliciousFiles',
    method: 'GET',
    path: '/projects/{projectId}/maliciousFiles',
    group,
    isExtra: true,
    summary: 'Lists files of the code base whose digest an advisory calls malicious',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: Type.Object({ projectId: Id('Project') }),
    query: Type.Object(PageQuery),
    statesDataAge: true,
    responses: {
      200: { description: 'Files', schema: PageOf(MaliciousFile) },
      404: { description: 'No such project' },
    },
    async run({ app, params, query }) {
      const { rows, paging } = await operations.maliciousFiles(app, params.projectId, newPage(query));
      return data(rows, paging);
    },
  }),
];
