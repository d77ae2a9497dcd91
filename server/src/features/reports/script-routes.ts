// Lists, installs and removes scripts of custom reports. For system administrators only, because the server runs them.
import { permission } from '../../http/access.ts';
import { type FormParts, formFile, withForm } from '../../http/forms.ts';
import { DataOf, ListOf, Message, Model, Text, Type } from '../../http/models/schemas.ts';
import { data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { isolationHere } from '../../report-scripts/isolation.ts';
import * as operations from './scripts.ts';

const group = 'Reports';
const access = permission('system_admin');

const InstalledReport = Model('InstalledReport', {
  folder: Type.String({ description: 'Below the folder of report scripts' }),
  path: Type.String({ description: 'The path to use in a definition' }),
  definition: Type.Optional(
    Type.Unsafe<Record<string, unknown>>(
      Type.Object(
        {},
        { additionalProperties: true, description: 'Name and options from the report.json of the report' },
      ),
    ),
  ),
  reportIds: Type.Array(Type.Integer(), { description: 'Definitions that name the script' }),
});

const Installation = Model('ReportInstallation', {
  data: Type.Array(InstalledReport),
  leftOut: Type.Array(Type.String(), { description: 'Links and paths of the zip that were not installed, and why' }),
});

const form = {
  file: { description: 'Zip with one report or several: folders with a create_report.sh', isFile: true },
  replace: { description: 'true: replace installed reports', isOptional: true },
} satisfies FormParts;

const ScriptSeparation = Model('ScriptSeparation', {
  isSeparated: Type.Boolean(),
  by: Type.String({ description: 'The means: unshare, bubblewrap, or none' }),
  words: Type.String({ description: 'What runs cannot see of each other, or why they can' }),
});

export const reportScriptRoutes: Route[] = [
  route({
    id: 'listReportScripts',
    method: 'GET',
    path: '/reportScripts',
    group,
    isExtra: true,
    summary: 'The scripts of custom reports that are installed',
    access,
    responses: {
      200: { description: 'By folder', schema: ListOf(InstalledReport) },
    },
    run: async ({ app }) => data(await operations.listScripts(app)),
  }),
  route({
    id: 'getScriptSeparation',
    method: 'GET',
    path: '/reportScripts/separation',
    group,
    isExtra: true,
    summary: 'Whether runs of scripts on this server see each other',
    access,
    responses: { 200: { description: 'What the system of the server allows', schema: DataOf(ScriptSeparation) } },
    async run() {
      const { name, words } = isolationHere();
      return data({ isSeparated: name !== 'none', by: name, words });
    },
  }),
  route({
    id: 'installReportScripts',
    method: 'POST',
    path: '/reportScripts',
    group,
    isExtra: true,
    summary: 'Installs the scripts of custom reports from a zip',
    access,
    body: { form },
    responses: {
      200: { description: 'Installed', schema: Installation },
      400: { description: 'The zip has no report, a name is not allowed, or the report is already installed' },
      413: { description: 'The file is too large' },
    },
    run: (call) =>
      withForm(call, form, async ({ texts, files }) => {
        call.note({ details: { file: files.file?.name } });
        const file = formFile({ texts, files }, 'file');
        const replaces = texts.replace === 'true';
        const body = await operations.installScripts(call.app, call.caller, file, replaces, call.signal);
        return { ...data(body.data), body };
      }),
  }),
  route({
    id: 'removeReportScript',
    method: 'DELETE',
    path: '/reportScripts/{folder}',
    group,
    isExtra: true,
    summary: 'Removes an installed report; its definitions stay',
    access,
    params: Type.Object({ folder: Text(255, 'Folder of the report', { minLength: 1 }) }),
    responses: { 200: { description: 'Removed', schema: Message }, 404: { description: 'No such folder' } },
    async run({ app, params }) {
      await operations.removeScript(app, params.folder);
      return done('Report script removed.');
    },
  }),
];
