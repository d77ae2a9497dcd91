// What became more or less from release to release. What a release does not know is said, and never compared.
import { Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Release } from '../api/models.ts';
import { NamedBars } from '../charts/day-bars.tsx';
import classes from '../elements/page.module.css';
import { Panel } from '../elements/panel.tsx';
import { countText } from '../elements/quantities.ts';
import own from './releases.module.css';

const FIGURES = [
  { member: 'openVulnerabilities', label: 'Open vulnerabilities' },
  { member: 'openItems', label: 'Items to decide' },
  { member: 'licenses', label: 'Licenses' },
  { member: 'withoutLicense', label: 'Without a license' },
  { member: 'notCompared', label: 'Not compared with advisories' },
  { member: 'fixed', label: 'Fixed' },
  { member: 'daysToFix', label: 'Days to fix' },
  { member: 'decided', label: 'Decided' },
  { member: 'daysToDecide', label: 'Days to decide' },
] as const;

type Member = (typeof FIGURES)[number]['member'];

/** No vulnerability among items that nobody compared is not known to be none. */
function figureOf(release: Release | undefined, member: Member): number | null {
  if (release === undefined) return null;
  const isUnknown = member === 'openVulnerabilities' && release.items > 0 && release.notCompared >= release.items;
  return isUnknown && release[member] === 0 ? null : release[member];
}

/** @param releases the newest first */
export function ReleaseTrend({ releases }: { releases: Release[] }) {
  const [shown, setShown] = useState<Member>('openVulnerabilities');
  const ready = releases.filter(({ state }) => state === 'READY');
  if (ready.length < 2) return null;
  return (
    <Panel isFlush title="From release to release">
      <div className={own.chart}>
        <Select
          size="xs"
          aria-label="What the chart shows"
          data={FIGURES.map(({ member, label }) => ({ value: member, label }))}
          value={shown}
          onChange={(value) =>
            setShown(FIGURES.find(({ member }) => member === value)?.member ?? 'openVulnerabilities')
          }
          allowDeselect={false}
        />
        <ReleaseChart releases={ready.toReversed()} member={shown} />
      </div>
      <div className={own.scroll}>
        <table className={classes.table} aria-label="From release to release">
          <thead>
            <tr>
              <th scope="col">Release</th>
              {FIGURES.map(({ member, label }) => (
                <th key={member} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ready.map((release, at) => (
              <tr key={release.id}>
                <th scope="row">{release.name}</th>
                {FIGURES.map(({ member }) => (
                  <td key={member}>
                    <Figure now={figureOf(release, member)} before={figureOf(ready[at + 1], member)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

/** The oldest release on the left. One that does not know the figure is hatched. */
function ReleaseChart({ releases, member }: { releases: Release[]; member: Member }) {
  const label = FIGURES.find((one) => one.member === member)?.label ?? '';
  const text = (value: number) => figureText(value);
  const layers = [{ label, color: '#5f9bb3', link: (content: ReactNode) => content, text }];
  const bars = releases.map((release) => ({ name: release.name, values: [figureOf(release, member)] }));
  const [first, last] = [releases.at(0)?.name, releases.at(-1)?.name];
  return (
    <NamedBars
      layers={layers}
      bars={bars}
      label={`${label}, from release ${first} to ${last}. The table below has the figures.`}
    />
  );
}

/** Days have a decimal. */
const figureText = (value: number) => (Number.isInteger(value) ? countText(value) : value.toFixed(1));

function Figure({ now, before }: { now: number | null; before: number | null }) {
  if (now === null) return <span className={own.soft}>not known</span>;
  const more = before === null ? 0 : now - before;
  return (
    <>
      {figureText(now)}
      {more !== 0 && <span className={own.soft}>{` (${more > 0 ? '+' : '−'}${figureText(Math.abs(more))})`}</span>}
    </>
  );
}
