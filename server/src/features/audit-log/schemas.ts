// The audit log: shapes.
import { auditKinds } from '../../domain/audit/words.ts';
import { Id, Model, Nullable, OneOf, type Static, Text, Type } from '../../http/models/schemas.ts';

const moment = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?Z?)?$',
      patternText: 'must be a date like 2027-01-31, or a time in UTC like 2027-01-31T08:30:00Z',
      description,
    }),
  );

export const Filter = {
  from: moment('First moment, UTC; a date begins at midnight'),
  to: moment('Last moment, UTC; a date counts to its end'),
  user: Type.Optional(Text(255, 'Login, upper or lower case')),
  operation: Type.Optional(Text(100, 'Id of the operation as in the API description, or type of the job')),
  kind: Type.Optional(OneOf(auditKinds, 'Only actions about this kind of thing')),
  project: Type.Optional(Id('Project, even if it was deleted')),
  status: Type.Optional(
    Text(
      20,
      'HTTP status, or Completed, Failed, Terminated of a job; unknown if the server was killed before the outcome',
    ),
  ),
};
export const FilterQuery = Type.Object(Filter);
export type FilterQuery = Static<typeof FilterQuery>;

export const exportFormats = ['csv', 'jsonl'] as const;
export const ExportQuery = Type.Object({ ...Filter, format: OneOf(exportFormats, 'Form of the file', 'csv') });

const SentencePart = Model('AuditSentencePart', {
  text: Type.String(),
  kind: Type.Optional(Type.String({ description: 'The text names a thing of this kind that still exists' })),
  id: Type.Optional(Type.Integer({ description: 'Its id; absent for users, who are named by login' })),
  projectId: Type.Optional(Type.Integer({ description: 'The project that it belongs to' })),
});

const Change = Model('AuditChange', {
  field: Type.String({ description: 'What was changed, in words' }),
  before: Nullable(Type.String({ description: 'null if it is not known, or was not noted' })),
  after: Nullable(Type.String()),
});

export const AuditAction = Model('AuditAction', {
  operation: Type.String(),
  kind: OneOf(auditKinds, 'The kind of thing that it is about'),
  label: Type.String({ description: 'What it is called' }),
});

export const AuditEntry = Model('AuditEntry', {
  id: Type.Integer(),
  time: Type.String({ description: 'Time of the start: ISO 8601, UTC' }),
  userId: Nullable(Type.Integer()),
  login: Type.String({ description: 'Login at that time; empty if the server acted by itself' }),
  via: Type.String({
    description: 'session, token, login, job, command line or system (the server acted by itself)',
  }),
  tokenId: Nullable(Type.Integer()),
  address: Type.String({ description: 'Of the connection: behind a proxy that of the proxy' }),
  forwardedFor: Type.String({ description: 'Content of the header X-Forwarded-For, which anybody may write' }),
  userAgent: Type.String(),
  operation: Type.String(),
  method: Type.String(),
  path: Type.String(),
  requestId: Type.String(),
  projectId: Nullable(Type.Integer()),
  jobId: Nullable(Type.Integer()),
  ids: Type.Object(
    {},
    { additionalProperties: true, description: 'Ids that the call named; madeId is the id of the created object' },
  ),
  details: Type.Object(
    {},
    { additionalProperties: true, description: 'fields: names of the members sent; error; before and after' },
  ),
  sentence: Type.Array(SentencePart, {
    description: 'The entry in words; the texts one after the other are the sentence',
  }),
  changes: Type.Array(Change, { description: 'Old and new values, as far as they were noted' }),
  status: Nullable(Type.String({ description: 'null while the outcome is unknown' })),
});

export const Verification = Model('AuditLogVerification', {
  isWhole: Type.Boolean(),
  lines: Type.Integer({ description: 'Lines read; a call has one or two' }),
  problems: Type.Array(Model('AuditLogProblem', { id: Type.Integer(), problem: Type.String() }), {
    description: 'The first hundred',
  }),
  head: Type.String({
    description: 'Number and hash of the newest line; kept elsewhere, it proves later that nothing was cut off',
  }),
  sealedUpTo: Type.Integer({ description: 'The last line with a valid seal; later lines are sealed within seconds' }),
  headsFound: Type.Integer({ description: 'Number of heads in the data folder that agree with the log' }),
});
