// License rules (not in the interface document): shows which rules are in force, and imports others that replace them.
import { permission, signedIn } from '../../http/access.ts';
import { DataOf, Message, Model, Queued, Text, Type } from '../../http/models/schemas.ts';
import { accepted, data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';

const group = 'License rules';
const OpenJob = Type.Union([
  Model('OpenImport', {
    id: Type.Integer(),
    status: Type.String(),
    phase: Type.String(),
    done: Type.Integer(),
    total: Type.Integer(),
  }),
  Type.Null(),
]);
const LastImport = Type.Union(
  [
    Model('LicenseRulesImport', {
      id: Type.Integer(),
      status: Type.String(),
      details: Type.String(),
      error: Type.String(),
    }),
    Type.Null(),
  ],
  {
    description:
      'The last ended import, if it ended after the current rules came into force: it installed them or failed. Null for callers who may not see the job',
  },
);
const administrates = permission('system_admin', 'library_manager');

export const licenseRuleRoutes: Route[] = [
  route({
    id: 'getLicenseRules',
    method: 'GET',
    path: '/licenseRules',
    group,
    isExtra: true,
    summary:
      'The license rules that scans use, and the open jobs that import rules or update evidence to the current ones',
    access: signedIn(),
    responses: {
      200: {
        description: 'The rules in force',
        schema: DataOf(
          Model('LicenseRules', {
            source: Type.String(),
            sizeBytes: Type.Integer(),
            importedOn: Type.Union([Type.String(), Type.Null()]),
            analyzerVersion: Type.Union([Type.String(), Type.Null()], {
              description:
                'The version, of analyser, rules and custom licenses together, that a scan would use now; projects with another evidenceVersion are outdated. Null if the rules cannot be used',
            }),
            problem: Type.String({ description: 'Why the imported rules cannot be used, and what to do; else empty' }),
            importJob: OpenJob,
            lastImport: LastImport,
            refreshJob: OpenJob,
          }),
        ),
      },
    },
    run: async ({ app, caller }) => data(await operations.describeRules(app, caller)),
  }),
  route({
    id: 'getLicenseRule',
    method: 'GET',
    path: '/licenseRules/rule',
    group,
    isExtra: true,
    summary: 'A license rule in force with its words, by the name that matches have',
    access: signedIn(),
    query: Type.Object({
      name: Text(500, 'Name of the rule, such as `rule` of a license of a file', { minLength: 1 }),
    }),
    responses: {
      200: {
        description: 'The rule',
        schema: DataOf(
          Model('LicenseRuleWords', {
            rule: Type.String(),
            kind: Type.String(),
            expression: Type.String({ description: 'What it finds; empty for rules that only help to find others' }),
            isImported: Type.Boolean(),
            language: Type.String({ description: 'ISO 639-1 code; empty for English' }),
            text: Type.String({
              description: 'Its words in lower case, without signs; … stands where other words may be',
            }),
          }),
        ),
      },
      404: { description: 'No such rule' },
    },
    run: async ({ app, query }) => data(await operations.describeRule(app, query.name)),
  }),
  route({
    id: 'importLicenseRules',
    method: 'POST',
    path: '/licenseRules/import',
    group,
    isExtra: true,
    summary: "Queues the import of an archive of rules in ScanCode's format",
    description:
      'Files *.RULE and *.LICENSE with YAML front matter, in any folder of the archive. The imported rules replace the built-in ones from the next scan on.',
    access: administrates,
    body: {
      raw: 'The archive: zip, tar and its compressions, 7z; the header X-File-Name gives its name',
      largestBytes: operations.LARGEST_RULES_BYTES,
    },
    responses: {
      202: { description: 'Queued', schema: Queued },
      409: { description: 'Too many imports are waiting' },
      413: { description: 'Too large' },
    },
    async run({ app, caller, stream, headers }) {
      const name = headers['x-file-name'];
      const id = await operations.queueImport(app, caller, stream, [name].flat()[0] ?? '');
      return accepted(`The rules are compiled in the background with the job ID: ${id}`, { id });
    },
  }),
  route({
    id: 'deleteImportedLicenseRules',
    method: 'DELETE',
    path: '/licenseRules/import',
    group,
    isExtra: true,
    summary: 'Makes scans use the built-in rules again',
    access: administrates,
    responses: { 200: { description: 'Done', schema: Message } },
    async run({ app }) {
      await operations.dropImported(app);
      return done('The built-in license rules are in force from the next scan on.');
    },
  }),
];
