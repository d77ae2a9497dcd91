// Schemas of figures over time and over projects.
import { directions, projectOrders } from '../../domain/projects/trend.ts';
import { needCauses } from '../../domain/reviews/needs-person.ts';
import { ProjectStatus } from '../../http/models/enumerations.ts';
import { freshnessMembers } from '../../http/models/freshness-model.ts';
import { Enumeration, Model, Text, Type } from '../../http/models/schemas.ts';

const Count = (description?: string) => Type.Integer(description === undefined ? {} : { description });
const Days = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });

const DayText = { minLength: 10, maxLength: 10 };
export const PeriodQuery = {
  from: Type.Optional(Text(10, 'First day, such as 2026-11-01 (UTC); 29 days before the last one by default', DayText)),
  to: Type.Optional(Text(10, 'Last day; today by default', DayText)),
};

const OpenVulnerabilities = Model('OpenVulnerabilities', {
  critical: Count(),
  high: Count(),
  medium: Count(),
  low: Count(),
  none: Count('Of severity "none"'),
  unknown: Count('No source states a severity: they are not harmless'),
  exploited: Count('Of all these, those that are known to be exploited'),
  malware: Count('Of all these, malicious packages and files'),
});

const ReviewCounts = Model('ReviewCounts', {
  draft: Count('Items that nobody has decided, also those whose decision lapsed'),
  approved: Count(),
  rejected: Count(),
  lapsed: Count('Of the drafts, those whose decision no longer holds'),
});

const LicenseCounts = Model('LicenseCounts', {
  P1: Count('Items whose license has the priority 1'),
  P2: Count(),
  P3: Count(),
  unknown: Count('Items without a known license'),
});

const ComparedCounts = Model('ComparedCounts', {
  compared: Count('Items that were compared with advisories'),
  notCompared: Count('Items that were not: for them, no vulnerability means nothing'),
});

const dayMembers = {
  day: Type.String({ description: 'Such as 2026-11-29 (UTC)' }),
  open: OpenVulnerabilities,
  review: ReviewCounts,
  licenses: LicenseCounts,
  compared: ComparedCounts,
  gone: Count('Items whose evidence is gone; they count nowhere else'),
  fixed: Count('Vulnerabilities that ended on this day, because no item has a version with them any more'),
  daysToFix: Days('Mean time from the first alert, or the first day on which they were seen; null if none was fixed'),
  dismissed: Count('Vulnerabilities that a decision suppressed on this day'),
  decided: Count('Items that a person decided for the first time on this day'),
  daysToDecide: Days('Mean time since the items were found; null if none was decided'),
};

const TrendDay = Model('TrendDay', dayMembers);
const SummedTrendDay = Model('SummedTrendDay', {
  ...dayMembers,
  projects: Count('Projects that were recorded on this day'),
  missing: Count('Projects that were recorded before, but not on this day: the sums lack them'),
});

const DirectionValue = Enumeration('TrendDirection', directions);
const courseMembers = {
  direction: DirectionValue('UNCLEAR: fewer vulnerabilities, but more items that were not compared'),
  words: Type.String({ description: 'The direction as a sentence' }),
};

const trendMembers = {
  from: Type.String(),
  to: Type.String(),
  firstDay: Type.String({ description: 'The first day that was ever recorded; blank if there is none yet' }),
  gaps: Type.Array(Model('TrendGap', { from: Type.String(), to: Type.String() }), {
    description:
      'Days since the first one that nobody recorded. They are not in `days`, and nothing computes them later',
  }),
  ...courseMembers,
};

export const ProjectTrend = Model('ProjectTrend', {
  ...trendMembers,
  days: Type.Array(TrendDay, { description: 'Recorded days, oldest first' }),
});

const PortfolioTrend = Model('PortfolioTrend', {
  ...trendMembers,
  days: Type.Array(SummedTrendDay, { description: 'Sums over the projects that the caller may see, oldest first' }),
});

export const PortfolioTrendAnswer = Model('PortfolioTrendAnswer', { data: PortfolioTrend, ...freshnessMembers });

const ProjectOrderValue = Enumeration('ProjectOrder', projectOrders);

export const FiguresQuery = {
  search: Text(255, 'Only projects with this text in their name', { default: '' }),
  order: ProjectOrderValue('The gravest, the most or the newest first; names from A to Z', 'worst'),
};

const ProjectFigures = Model('ProjectFigures', {
  projectId: Type.Integer(),
  projectName: Type.String(),
  isPrivate: Type.Boolean(),
  projectStatus: ProjectStatus('Status'),
  owner: Type.String({ description: 'Login of the Project Contact' }),
  items: Count('Items that count'),
  review: ReviewCounts,
  licenses: LicenseCounts,
  notedOn: Type.String({
    description: 'When vulnerabilities and coverage were recorded; blank if not yet: then they are null',
  }),
  open: Type.Union([OpenVulnerabilities, Type.Null()]),
  compared: Type.Union([ComparedCounts, Type.Null()]),
  lastScan: Type.Union([
    Model('LastScan', {
      taskId: Type.Integer(),
      status: Type.String(),
      endedOn: Type.String({ description: 'Blank if it is running, or if its job is no longer known' }),
    }),
    Type.Null(),
  ]),
  days: Type.Array(Model('FigureDay', { day: Type.String(), open: OpenVulnerabilities, notCompared: Count() }), {
    description: 'The recorded ones of the last 30 days, oldest first',
  }),
  ...courseMembers,
});

export const ProjectFiguresPage = Model('ProjectFiguresPage', {
  data: Type.Array(ProjectFigures),
  ...freshnessMembers,
});

const NeedCause = Enumeration('NeedCause', needCauses);

const Need = Model('Need', {
  cause: NeedCause('Why a person is needed'),
  count: Count('Items, or decisions, or proposals'),
  grounds: Type.Array(
    Model('NeedGround', {
      ground: Type.String({ description: 'What these have in common, for people' }),
      license: Type.String({ description: 'The license expression of NEW and OPEN items; blank for others' }),
      count: Count(),
      inventoryIds: Type.Array(Type.Integer(), {
        description: 'At most 1,000 of the items, for a decision about all of them',
      }),
      examples: Type.Array(
        Model('NeedExample', { inventoryId: Type.Integer({ description: '0 for a file' }), name: Type.String() }),
        { description: 'At most three' },
      ),
    }),
    { description: 'The largest first, at most 50' },
  ),
  moreGrounds: Count('Grounds that are left off'),
});

export const NeedsOfProject = Model('NeedsOfProject', {
  toDecide: Count('Items and files that wait for a decision: NEW, CHANGED, OPEN and LAPSED'),
  lastScanTaskId: Type.Union([Type.Integer(), Type.Null()]),
  causes: Type.Array(Need, { description: 'Those with a count, in the order of their values' }),
});

export const NeedsQuery = {
  proposals: Type.Boolean({
    default: true,
    description: 'false leaves out PROPOSED, which takes the longest',
  }),
};

const needFigures = {
  undecided: Count('Items that nobody has decided yet'),
  lapsed: Count('Items whose decision no longer holds'),
  gone: Count('Items whose evidence is gone'),
};

export const NeedsOfProjects = Model('NeedsOfProjectsPage', {
  data: Type.Array(
    Model('ProjectNeeds', {
      projectId: Type.Integer(),
      projectName: Type.String(),
      ...needFigures,
      added: Count('Undecided items that the last scan added'),
      changed: Count('Undecided items that the last scan changed'),
      notCompared: Type.Union([Count(), Type.Null()], { description: 'null if not recorded yet' }),
    }),
  ),
  sums: Model('NeedSums', { projects: Count(), ...needFigures, notCompared: Count() }),
});
