// How the project has changed from day to day: vulnerabilities, reviews, licenses and coverage, with the days that nobody recorded.
import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ProjectTrend } from '../api/models.ts';
import { BarLegend, DayBars, DayTable, type Layer } from '../charts/day-bars.tsx';
import { Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { countOf, countText } from '../elements/quantities.ts';
import type { InventorySearch } from '../items/search.ts';
import type { VulnerabilitySearch } from '../vulnerabilities/search.ts';
import { SEVERITY_COLORS, STATE_COLORS } from './colors.ts';
import { Direction } from './direction.tsx';
import { projectTrendQuery, TREND_DAYS } from './queries.ts';
import classes from './trend.module.css';

type Day = ProjectTrend['days'][number];
type Period = (typeof TREND_DAYS)[number];

interface Topic {
  label: string;
  /** What the bars count. */
  sentence: string;
  /** The values are days. */
  isInDays?: boolean;
  parts: {
    label: string;
    color: string;
    /** Null on a day without anything to measure. */
    value: (day: Day) => number | null;
    vulnerabilities?: VulnerabilitySearch;
    items?: InventorySearch;
  }[];
}

const TOPICS = {
  vulnerabilities: {
    label: 'Vulnerabilities',
    sentence: 'Open vulnerabilities by severity',
    parts: [
      {
        label: 'Critical',
        color: SEVERITY_COLORS.critical,
        value: ({ open }) => open.critical,
        vulnerabilities: { severity: 'CRITICAL' },
      },
      {
        label: 'High',
        color: SEVERITY_COLORS.high,
        value: ({ open }) => open.high,
        vulnerabilities: { severity: 'HIGH' },
      },
      {
        label: 'Medium',
        color: SEVERITY_COLORS.medium,
        value: ({ open }) => open.medium,
        vulnerabilities: { severity: 'MEDIUM' },
      },
      { label: 'Low', color: SEVERITY_COLORS.low, value: ({ open }) => open.low, vulnerabilities: { severity: 'LOW' } },
      {
        label: 'Unknown',
        color: SEVERITY_COLORS.unknown,
        value: ({ open }) => open.unknown,
        vulnerabilities: { severity: 'UNKNOWN' },
      },
    ],
  },
  review: {
    label: 'Review',
    sentence: 'Items by review',
    parts: [
      {
        label: 'Approved',
        color: STATE_COLORS.good,
        value: ({ review }) => review.approved,
        items: { review: 'Approved' },
      },
      {
        label: 'Rejected',
        color: STATE_COLORS.bad,
        value: ({ review }) => review.rejected,
        items: { review: 'Rejected' },
      },
      {
        label: 'Not reviewed',
        color: STATE_COLORS.open,
        value: ({ review }) => review.draft,
        items: { review: 'Draft' },
      },
    ],
  },
  licenses: {
    label: 'Licenses',
    sentence: 'Items by the priority of their license',
    parts: [
      { label: 'P1', color: STATE_COLORS.bad, value: ({ licenses }) => licenses.P1, items: { license: 'P1' } },
      { label: 'P2', color: STATE_COLORS.notice, value: ({ licenses }) => licenses.P2, items: { license: 'P2' } },
      { label: 'P3', color: STATE_COLORS.good, value: ({ licenses }) => licenses.P3, items: { license: 'P3' } },
      {
        label: 'No license known',
        color: STATE_COLORS.open,
        value: ({ licenses }) => licenses.unknown,
        items: { license: 'UNKNOWN' },
      },
    ],
  },
  coverage: {
    label: 'Coverage',
    sentence: 'Items by whether they were compared with advisories',
    parts: [
      {
        label: 'Compared',
        color: '#5f9bb3',
        value: ({ compared }) => compared.compared,
        items: { coverage: 'compared' },
      },
      {
        label: 'Not compared',
        color: STATE_COLORS.notice,
        value: ({ compared }) => compared.notCompared,
        items: { coverage: 'not-compared' },
      },
    ],
  },
  fix: {
    label: 'Time to fix',
    sentence:
      'Days from the first sight of a vulnerability to its fix, on average, of those that were fixed on the day',
    isInDays: true,
    parts: [{ label: 'Days to fix', color: '#5f9bb3', value: ({ daysToFix }) => daysToFix, vulnerabilities: {} }],
  },
  decide: {
    label: 'Time to decide',
    sentence: 'Days from an item to the first decision of a person, on average, of those that were decided on the day',
    isInDays: true,
    parts: [{ label: 'Days to decide', color: '#5f9bb3', value: ({ daysToDecide }) => daysToDecide, items: {} }],
  },
} satisfies Record<string, Topic>;

export function TrendPanel({ projectId }: { projectId: number }) {
  const [period, setPeriod] = useState<Period>(30);
  const [topicName, setTopic] = useState<keyof typeof TOPICS>('vulnerabilities');
  const [isTable, setTable] = useState(false);
  const trend = useQuery(projectTrendQuery(projectId, period));
  const topic: Topic = TOPICS[topicName];
  return (
    <Panel
      title="Trend"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Days of the trend"
          data={TREND_DAYS.map((days) => ({ value: String(days), label: `${days} days` }))}
          value={String(period)}
          onChange={(value) => setPeriod(TREND_DAYS.find((days) => String(days) === value) ?? 30)}
        />
      }
    >
      {!trend.data ? (
        <Waiting query={trend} rows={5} title="The trend could not be loaded" />
      ) : trend.data.firstDay === '' ? (
        <p className={classes.note}>Nothing is recorded yet. The first day is recorded within a minute.</p>
      ) : (
        <>
          <div className={classes.head}>
            <SegmentedControl
              size="xs"
              aria-label="What the trend shows"
              data={Object.entries(TOPICS).map(([value, { label }]) => ({ value, label }))}
              value={topicName}
              onChange={(value) => setTopic(value as keyof typeof TOPICS)}
            />
            <Button size="compact-xs" variant="subtle" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              {isTable ? 'As a chart' : 'As a table'}
            </Button>
          </div>
          <Shown projectId={projectId} trend={trend.data} topic={topic} isTable={isTable} />
        </>
      )}
    </Panel>
  );
}

function Shown({
  projectId,
  trend,
  topic,
  isTable,
}: {
  projectId: number;
  trend: ProjectTrend;
  topic: Topic;
  isTable: boolean;
}) {
  const layers: Layer[] = topic.parts.map(({ label, color, vulnerabilities, items }) => ({
    label,
    color,
    ...(topic.isInDays && { text: daysText }),
    link: (content: ReactNode) =>
      vulnerabilities ? (
        <Link to="/projects/$projectId/vulnerabilities" params={{ projectId }} search={vulnerabilities}>
          {content}
        </Link>
      ) : (
        <Link to="/projects/$projectId/inventory" params={{ projectId }} search={items ?? {}}>
          {content}
        </Link>
      ),
  }));
  const days = trend.days.map((day) => ({ day: day.day, values: topic.parts.map(({ value }) => value(day)) }));
  const newest = trend.days.at(-1);
  const isNothing = topic.isInDays && days.every(({ values }) => values.every((one) => one === null));
  const restsOnAdvisories = topic === TOPICS.vulnerabilities;
  const isUnknown =
    restsOnAdvisories && newest?.compared.compared === 0 && days.at(-1)?.values.every((one) => one === 0);
  const missing = trend.gaps.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join(', ');
  const label = `${topic.sentence}, ${trend.from} to ${trend.to}. ${missing && `Not recorded: ${missing}. `}${trend.words}`;
  return (
    <>
      {isNothing && <p className={classes.note}>Nothing of this was recorded in these days.</p>}
      {isTable ? (
        <DayTable layers={layers} days={days} caption={label} />
      ) : (
        <DayBars from={trend.from} to={trend.to} layers={layers} days={days} gaps={trend.gaps} label={label} />
      )}
      <BarLegend layers={layers} newest={isUnknown ? undefined : days.at(-1)?.values} />
      {restsOnAdvisories && newest && newest.compared.notCompared > 0 && (
        <p className={classes.note}>
          {countText(newest.compared.notCompared)} of{' '}
          {countOf(newest.compared.compared + newest.compared.notCompared, 'item')} could not be compared with
          advisories on {newest.day}.
        </p>
      )}
      <p className={classes.course}>
        <Direction of={trend.direction} words={trend.words} />
        <span>{trend.words}</span>
      </p>
      {missing && <p className={classes.note}>Not recorded: {missing}.</p>}
      <Pace days={trend.days} />
    </>
  );
}

/** How long it took to fix and to decide. Nothing fixed is not fixed at once. */
function Pace({ days }: { days: readonly Day[] }) {
  const fixed = totalOf(days, (day) => [day.fixed, day.daysToFix]);
  const decided = totalOf(days, (day) => [day.decided, day.daysToDecide]);
  const dismissed = days.reduce((sum, day) => sum + day.dismissed, 0);
  return (
    <p className={classes.note}>
      {fixed.count === 0
        ? 'No vulnerability was fixed in these days'
        : `${countOf(fixed.count, 'vulnerability', 'vulnerabilities')} fixed, after ${daysText(fixed.mean)} on average`}
      {dismissed > 0 && `, ${dismissed} dismissed by decisions`}.{' '}
      {decided.count === 0
        ? 'Nobody decided an item for the first time.'
        : `${countOf(decided.count, 'item')} decided, after ${daysText(decided.mean)} on average.`}
    </p>
  );
}

function totalOf(days: readonly Day[], of: (day: Day) => [count: number, mean: number | null]) {
  const all = days.map(of);
  const count = all.reduce((sum, [one]) => sum + one, 0);
  return { count, mean: all.reduce((sum, [one, mean]) => sum + one * (mean ?? 0), 0) / Math.max(1, count) };
}

const daysText = (days: number) => (days < 0.05 ? 'less than 0.1 days' : `${days.toFixed(1)} days`);
