// Schemas of the state of the installation.
import { Model, Type } from '../../http/models/schemas.ts';
import { TokenOfUser } from '../../http/models/token-model.ts';

const Known = <T extends ReturnType<typeof Type.Integer> | ReturnType<typeof Type.String>>(schema: T) =>
  Type.Union([schema, Type.Null()]);

const DiskState = Model('DiskState', {
  folder: Type.String({ description: 'A folder on the disk' }),
  sizeBytes: Type.Integer(),
  freeBytes: Type.Integer(),
  reservedBytes: Type.Integer({ description: 'With less than this, uploads and jobs stop' }),
});

const WorkerState = Model('WorkerState', {
  address: Type.String({ description: 'Blank if it is on the machine of the database' }),
  since: Type.String({ description: 'Since when it holds its lock in the database' }),
  runningJobs: Type.Integer(),
});

const QueueState = Model('QueueState', {
  type: Type.String({ description: 'Type of the jobs' }),
  waiting: Type.Integer(),
  running: Type.Integer(),
  failed: Type.Integer({ description: 'That failed within the last seven days' }),
  oldestWaitingOn: Type.String({ description: 'When the one that waits longest was queued; blank if none waits' }),
});

const LastRun = Model('LastRun', {
  jobId: Type.Union([Type.Integer(), Type.Null()], { description: 'null if it is not known as a job' }),
  status: Type.String({
    description:
      'Completed, Failed, Terminated, Canceled; Unknown if the outcome was not recorded; blank if there was none',
  }),
  on: Type.String({ description: 'When it ended, or began if its end is unknown; blank if there was none' }),
  details: Type.String({ description: 'What it did, or why it failed' }),
});

const WitnessState = Model('WitnessState', {
  address: Type.String({ description: 'Without user, password and query' }),
  toldOn: Type.String({ description: 'The time of the newest head that it knows; blank if unknown to this server' }),
  line: Type.Integer({ description: 'The line of that head; 0 if unknown' }),
  isOnSameDisk: Type.Boolean({ description: 'It is a file on the disk of the data folder' }),
  problem: Type.String({ description: 'Why it could not be read; blank if it could' }),
});

export const Installation = Model('Installation', {
  version: Type.String(),
  nodeVersion: Type.String(),
  host: Type.String({ description: 'Name of the machine' }),
  startedOn: Type.String(),
  memoryBytes: Type.Integer({ description: 'Memory of the process that answers, without its database' }),
  trouble: Type.String({ description: 'Why the server cannot work now, and what to do; blank if it can' }),
  database: Model('DatabaseState', {
    version: Type.String(),
    isEmbedded: Type.Boolean({ description: 'It came with this server; otherwise DATABASE_URL names it' }),
    sizeBytes: Type.Integer(),
    connections: Type.Integer(),
    mostConnections: Type.Integer({ description: 'What the database allows' }),
  }),
  disks: Type.Array(DiskState, { description: 'Of the data folder and the store' }),
  disksProblem: Type.String({ description: 'Why the disks could not be asked; blank if they could' }),
  workers: Type.Array(WorkerState, { description: 'Pools of workers that live now' }),
  queue: Type.Array(QueueState, { description: 'By type of jobs: those that are open, or failed within seven days' }),
  backup: LastRun,
  verification: LastRun,
  collection: LastRun,
  auditLog: Model('AuditLogState', {
    lines: Type.Integer(),
    sealedUpTo: Type.Integer({
      description: 'The line of the newest seal; 0 without one. The seal is not checked here',
    }),
    sealedOn: Type.String(),
    headOn: Type.String({ description: 'When a head was last exported to the data folder; blank if never' }),
    headMinutes: Type.Integer({ description: 'Minutes between exports; 0 for never' }),
    headProblem: Type.String({ description: 'Why exported heads could not be read; blank if they could' }),
    witnesses: Type.Array(WitnessState),
  }),
});

export const InstallationStorage = Model('InstallationStorage', {
  measuredOn: Type.String(),
  parts: Type.Array(
    Model('StoragePart', {
      name: Type.String(),
      folder: Type.String(),
      sizeBytes: Known(Type.Integer({ description: 'What it takes on the disk; null if unknown' })),
      files: Known(Type.Integer()),
      unknown: Type.String({ description: 'Why the size is unknown; blank if it is known' }),
    }),
    { description: 'Parts of the data folder, and the store; the largest first' },
  ),
  tables: Type.Array(
    Model('TableSize', {
      name: Type.String(),
      sizeBytes: Type.Integer({ description: 'With indexes' }),
      rows: Known(Type.Integer({ description: 'As the database estimates; null before its first estimate' })),
    }),
    { description: 'The twelve largest tables of the database' },
  ),
});

export const TokenOfAll = Model('TokenOfInstallation', {
  ...TokenOfUser.properties,
  login: Type.String({ description: 'Login of the owner' }),
  isOwnerActive: Type.Boolean({ description: 'False if the owner is deactivated; then the token does not work' }),
});
