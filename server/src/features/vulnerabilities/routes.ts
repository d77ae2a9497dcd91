// Vulnerabilities: the interface document only names the group, so all are extras. Schemas follow the wire format, section 17.5.
import { inventoryIn, onProject, permission, projectIn, visibleRows } from '../../http/access.ts';
import { MIB } from '../../http/bodies.ts';
import { DataOf, Id, Message, PageOf, PageQuery, Text, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { liftAnalyses } from './analyses.ts';
import { acceptAbsence, describeCode } from './code.ts';
import * as operations from './operations.ts';
import { analyzeMany, liftMany } from './portfolio-analyses.ts';
import { analyzeWithReach } from './reaching.ts';
import {
  AnalysisChanges,
  AnalysisInput,
  AnalysisLift,
  CodeAcceptance,
  CodePresence,
  PortfolioAnalysisChanges,
  PortfolioAnalysisInput,
  PortfolioAnalysisLift,
  SuppressedVersion,
  SuppressedVulnerability,
  SuppressInput,
  UnsuppressInput,
  VexImported,
} from './schemas.ts';
import { importVex, LARGEST_BYTES } from './vex-import.ts';

const group = 'Vulnerabilities';
const systemAdministrators = permission('system_admin');

const ofItem = Type.Object({
  inventoryId: Id('Inventory item'),
  vulnerabilityName: Text(128, 'CVE, GHSA or any other name', { minLength: 1 }),
});
const noItem = { 404: { description: 'No such inventory item or vulnerability' } };

/** The fields that a decision on many vulnerabilities shares with the operation that takes it back. */
const decidesOnMany = {
  method: 'POST',
  group,
  isExtra: true,
  access: onProject('ANALYZE_VULNERABILITIES', projectIn('params')),
  params: Type.Object({ projectId: Id('Project') }),
  largestBodyBytes: 4 * MIB,
} as const;

/** The same over several projects. */
const decidesOnPortfolio = {
  method: 'POST',
  group,
  isExtra: true,
  description: 'Items where you may not decide stay unchanged; the response names their projects.',
  access: visibleRows(),
  largestBodyBytes: 4 * MIB,
} as const;

export const vulnerabilityRoutes: Route[] = [
  route({
    id: 'suppressVulnerability',
    method: 'POST',
    path: '/vulnerability/suppress',
    group,
    isExtra: true,
    summary: 'Suppresses a vulnerability for versions of a component',
    description:
      'Holds for the versions that are known now; it makes no rule, so versions that come later are not suppressed. For those, make a rule (`POST /analysisRules`).',
    access: systemAdministrators,
    largestBodyBytes: 4 * MIB,
    body: SuppressInput,
    responses: {
      200: { description: 'Suppressed', schema: Message },
      400: { description: 'No such component, version or project, or the vulnerability is already suppressed' },
    },
    async run({ app, caller, body }) {
      await operations.suppress(app, caller, body);
      return done('Vulnerability suppressed successfully.');
    },
  }),
  route({
    id: 'listSuppressions',
    method: 'GET',
    path: '/vulnerability/suppress',
    group,
    isExtra: true,
    summary: 'Suppressed vulnerabilities of a component, or of one name',
    description: 'At least one of componentId and vulnerabilityName is needed.',
    access: systemAdministrators,
    query: Type.Object({
      componentId: Type.Optional(Id('Component')),
      vulnerabilityName: Type.Optional(Text(255, 'Name, upper or lower case')),
      ...PageQuery,
    }),
    responses: { 200: { description: 'Suppressions', schema: PageOf(SuppressedVulnerability) } },
    async run({ app, query }) {
      const { suppressions, paging } = await operations.pageOfSuppressions(app, query, newPage(query));
      return data(suppressions, paging);
    },
  }),
  route({
    id: 'listSuppressedVersions',
    method: 'GET',
    path: '/vulnerability/suppress/details',
    group,
    isExtra: true,
    summary: 'Suppressed versions one by one, with reasons and remarks',
    description: 'At least one of suppressId and componentVersionId is needed.',
    access: systemAdministrators,
    query: Type.Object({
      suppressId: Type.Optional(Id('Suppression')),
      componentVersionId: Type.Optional(Id('Version')),
      ...PageQuery,
    }),
    responses: { 200: { description: 'Suppressed versions', schema: PageOf(SuppressedVersion) } },
    async run({ app, query }) {
      const { versions, paging } = await operations.pageOfSuppressedVersions(app, query, newPage(query));
      return data(versions, paging);
    },
  }),
  route({
    id: 'unsuppressVulnerability',
    method: 'POST',
    path: '/vulnerability/unSuppress',
    group,
    isExtra: true,
    summary: 'Lifts the suppression of a vulnerability, for the named versions or for all',
    access: systemAdministrators,
    largestBodyBytes: 4 * MIB,
    body: UnsuppressInput,
    responses: {
      200: { description: 'Lifted', schema: Message },
      400: { description: 'No such component, version or project' },
      404: { description: 'The vulnerability is not suppressed' },
    },
    async run({ app, caller, body }) {
      await operations.unsuppress(app, caller, body);
      return done('Vulnerability unsuppressed successfully.');
    },
  }),
  route({
    id: 'analyzeVulnerabilities',
    ...decidesOnMany,
    path: '/projects/{projectId}/vulnerabilityAnalyses',
    summary: 'Decides about vulnerabilities of a project, one or many at once, with or without suppressing them',
    description:
      'A decision with a wider reach is kept as an analysis rule for each vulnerability of a component. For a folder or for all projects it takes the permission system_admin.',
    body: AnalysisInput,
    responses: {
      200: { description: 'The changes, made or only previewed', schema: DataOf(AnalysisChanges) },
      400: { description: 'The request names nothing, or a day in the past' },
      404: { description: 'No such project' },
    },
    run: async ({ app, caller, params, body }) => data(await analyzeWithReach(app, caller, params.projectId, body)),
  }),
  route({
    id: 'liftVulnerabilityAnalyses',
    ...decidesOnMany,
    path: '/projects/{projectId}/vulnerabilityAnalyses/lift',
    summary: 'Withdraws decisions about vulnerabilities of a project: they count again',
    body: AnalysisLift,
    responses: {
      200: { description: 'The withdrawn decisions, made or only previewed', schema: DataOf(AnalysisChanges) },
      400: { description: 'The request names nothing' },
      404: { description: 'No such project' },
    },
    run: async ({ app, caller, params, body }) => data(await liftAnalyses(app, caller, params.projectId, body)),
  }),
  route({
    id: 'importVex',
    method: 'POST',
    path: '/projects/{projectId}/vulnerabilityAnalyses/import',
    group,
    isExtra: true,
    summary: "Takes a supplier's VEX document over as analyses: OpenVEX, CSAF or CycloneDX",
    description:
      'Only statements about products with the package URL of an item, or about parts of the product that the project is, apply. Decisions of people stay. The document is the ground of each analysis.',
    access: onProject('ANALYZE_VULNERABILITIES', projectIn('params')),
    params: Type.Object({ projectId: Id('Project') }),
    query: Type.Object({
      product: Type.Optional(
        Text(
          4000,
          'Package URL, CPE or name of this project: statements about this product apply to the parts that they name. By default the products that the project says it is',
        ),
      ),
      suppress: Type.Optional(
        Type.Boolean({ description: 'Suppresses what is not affected or fixed; false by default' }),
      ),
      previewOnly: Type.Optional(Type.Boolean({ description: 'Returns the changes without making them' })),
    }),
    body: { raw: 'The document as JSON', largestBytes: LARGEST_BYTES },
    responses: {
      200: { description: 'The changes, made or only previewed', schema: DataOf(VexImported) },
      400: { description: 'No VEX document that Assay reads, or "product" is no product' },
      404: { description: 'No such project' },
      413: { description: 'Too large' },
    },
    run: async ({ app, caller, params, stream, signal, query }) =>
      data(await importVex(app, caller, params.projectId, { stream, signal }, query)),
  }),
  route({
    id: 'analyzeVulnerabilitiesOfProjects',
    ...decidesOnPortfolio,
    path: '/vulnerabilityAnalyses',
    summary: 'Decides about vulnerabilities of items in several projects at once, with or without suppressing them',
    body: PortfolioAnalysisInput,
    responses: {
      200: { description: 'The changes, made or only previewed', schema: DataOf(PortfolioAnalysisChanges) },
      400: { description: 'The request names nothing, too much, or a day in the past' },
    },
    run: async ({ app, caller, body }) => data(await analyzeMany(app, caller, body)),
  }),
  route({
    id: 'liftVulnerabilityAnalysesOfProjects',
    ...decidesOnPortfolio,
    path: '/vulnerabilityAnalyses/lift',
    summary: 'Withdraws decisions about vulnerabilities of items in several projects: they count again',
    body: PortfolioAnalysisLift,
    responses: {
      200: {
        description: 'The withdrawn decisions, made or only previewed',
        schema: DataOf(PortfolioAnalysisChanges),
      },
      400: { description: 'The request names nothing or too much' },
    },
    run: async ({ app, caller, body }) => data(await liftMany(app, caller, body)),
  }),
  route({
    id: 'getVulnerableCode',
    method: 'GET',
    path: '/inventories/{inventoryId}/vulnerabilities/{vulnerabilityName}/code',
    group,
    isExtra: true,
    summary: 'Says whether the code base contains the code that advisories call vulnerable',
    access: onProject('VIEW_INVENTORY', inventoryIn()),
    params: ofItem,
    statesDataAge: true,
    responses: { 200: { description: 'What was found', schema: DataOf(CodePresence) }, ...noItem },
    run: async ({ app, params }) => data(await describeCode(app, params.inventoryId, params.vulnerabilityName)),
  }),
  route({
    id: 'acceptVulnerableCodeAbsent',
    method: 'POST',
    path: '/inventories/{inventoryId}/vulnerabilities/{vulnerabilityName}/code',
    group,
    isExtra: true,
    summary: 'Accepts that the vulnerable code is absent, as an analysis based on the searched files',
    access: onProject('ANALYZE_VULNERABILITIES', inventoryIn()),
    params: ofItem,
    body: CodeAcceptance,
    responses: {
      200: { description: 'What has changed', schema: DataOf(AnalysisChanges) },
      ...noItem,
      409: { description: 'The code is present, or Assay cannot tell' },
    },
    run: async ({ app, caller, params, body }) =>
      data(await acceptAbsence(app, caller, params.inventoryId, params.vulnerabilityName, body)),
  }),
];
