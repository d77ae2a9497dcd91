// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are templates of ours.
// ALM: shapes.
import {
  almAuthentications,
  almRequestStates,
  DEFAULT_DESCRIPTION_TEMPLATE,
  DEFAULT_SUMMARY_TEMPLATE,
  templateVariables,
} from '../../domain/messages/alm-issue.ts';
import { SyncTrigger } from '../../http/models/enumerations.ts';
import { scheduleFields } from '../../http/models/schedule-model.ts';
import { Enumeration, Id, Model, OneOf, type Static, Text, Type, versioned } from '../../http/models/schemas.ts';

const AlmAuthentication = Enumeration('AlmAuthentication', almAuthentications);
const VARIABLES = `Variables: ${templateVariables.map((name) => `\${${name}}`).join(', ')}`;
const NOT_BLANK = { minLength: 1, pattern: '\\S', patternText: 'must not be blank' };
const PROJECT_KEY = { pattern: '^[A-Za-z][A-Za-z0-9_]*$', patternText: 'must be the key of a project, such as LEGAL' };

const instance = {
  name: Text(255, 'Name, unique regardless of upper and lower case', NOT_BLANK),
  url: Text(2000, 'Address of Jira, such as https://name.atlassian.net or https://example.org/jira', { minLength: 1 }),
  authentication: AlmAuthentication(
    'BASIC: user name (in the cloud the mail address) and API token or password. BEARER: personal access token',
    'BASIC',
  ),
  userName: Text(255, 'User, for BASIC', { default: '' }),
  projectKey: Text(100, 'Key of the Jira project in which issues are created, unless a project names another', {
    minLength: 1,
    ...PROJECT_KEY,
  }),
  issueType: Text(255, 'Issue type', { ...NOT_BLANK, default: 'Task' }),
  priority: Text(255, "Priority; blank for Jira's own default", { default: '' }),
  summaryTemplate: Text(1000, `Summary of issues. ${VARIABLES}`, { minLength: 1, default: DEFAULT_SUMMARY_TEMPLATE }),
  descriptionTemplate: Text(20_000, `Description of issues, in wiki markup. ${VARIABLES}`, {
    default: DEFAULT_DESCRIPTION_TEMPLATE,
  }),
};

export const AlmInstanceInput = Model('NewAlmInstance', {
  ...instance,
  secret: Text(4096, 'API token, password or personal access token; the mask of a listing keeps the stored one', {
    minLength: 1,
  }),
});
export type AlmInstanceInput = Static<typeof AlmInstanceInput>;
export const AlmInstanceChange = Model('AlmInstanceChange', { ...AlmInstanceInput.properties, ...versioned });

export const AlmInstance = Model('AlmInstance', {
  id: Type.Integer(),
  ...instance,
  secret: Type.String({ description: 'A mask' }),
  projects: Type.Integer({ description: 'How many projects use it' }),
  ...versioned,
});

export const AlmTest = Model('AlmTest', {
  title: Type.String(),
  version: Type.String(),
  deployment: Type.String({ description: 'Cloud or Server' }),
  user: Type.String({ description: 'The user who is signed in there' }),
  issueTypes: Type.Array(Type.String(), { description: 'Issue types of the project' }),
});

export const AlmSchedule = Model(
  'AlmSchedule',
  {
    ...scheduleFields('How often issues are synchronised, for all instances'),
  },
  { description: 'When issues are synchronised automatically' },
);
export type AlmSchedule = Static<typeof AlmSchedule>;

export const AlmSync = Model('AlmSync', {
  id: Type.Integer(),
  trigger: SyncTrigger('Who started it'),
  startedOn: Type.String(),
  finishedOn: Type.String({ description: 'Blank while it runs' }),
  refreshed: Type.Integer({ description: 'Issues asked for' }),
  changed: Type.Integer(),
  gone: Type.Integer({ description: 'Issues that the tracker no longer shows' }),
  errors: Type.Array(Type.String(), { description: 'Instances that could not be reached, and why' }),
});

export const AlmSettings = Model('AlmSettings', {
  schedule: AlmSchedule,
  lastSync: Type.Union([AlmSync, Type.Null()]),
  ...versioned,
});

const ofProject = {
  projectKey: Text(100, 'Key of the Jira project; blank for that of the instance', {
    default: '',
    pattern: '^([A-Za-z][A-Za-z0-9_]*)?$',
    patternText: PROJECT_KEY.patternText,
  }),
  issueType: Text(255, 'Issue type; blank for that of the instance', { default: '' }),
  priority: Text(255, 'Priority; blank for that of the instance', { default: '' }),
};

export const AlmLinkInput = Model('AlmLinkChange', { instanceId: Id('ALM instance'), ...ofProject, ...versioned });
export type AlmLinkInput = Static<typeof AlmLinkInput>;

export const ProjectAlm = Model('ProjectAlm', {
  link: Type.Union([
    Model('AlmLink', { instanceId: Type.Integer(), instanceName: Type.String(), ...ofProject }),
    Type.Null(),
  ]),
  instances: Type.Array(Model('AlmInstanceName', { id: Type.Integer(), name: Type.String() }), {
    description: 'Instances that the project may use',
  }),
  ...versioned,
});

/** Issues that one call may assign; each is asked for in Jira. */
const MOST_IDS = 100;

export const AlmIssues = Model('AlmIssues', {
  ids: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
    minItems: 1,
    maxItems: MOST_IDS,
    description: "Jira's own ids of issues (the member `id` of its answers), in the instance that the project uses",
  }),
});

export const TaskIssues = Model('TaskIssues', {
  issues: Type.Array(
    Model('AlmIssue', {
      id: Type.Integer({ description: "Jira's id" }),
      externalKey: Type.String(),
      externalUrl: Type.String(),
      instance: Type.String(),
      summary: Type.String(),
      status: Type.String({ description: 'As of the last synchronisation' }),
      done: Type.Boolean(),
      gone: Type.Boolean({ description: 'True if the tracker no longer shows it' }),
      synchronizedOn: Type.String(),
    }),
  ),
  request: Type.Union(
    [
      Model('AlmIssueRequest', {
        state: OneOf(almRequestStates, 'State'),
        attempts: Type.Integer(),
        error: Type.String({ description: 'The last error message of the tracker, or blank' }),
        nextTryOn: Type.String({ description: 'Time of the next attempt, for WAITING; blank means at once' }),
      }),
      Type.Null(),
    ],
    { description: 'The issue that Assay was asked to make' },
  ),
});
