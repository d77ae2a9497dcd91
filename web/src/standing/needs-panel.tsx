// Everything that needs a person in a project, after a scan and at any time: by cause, with the ground of each group and what can be done about it.
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Need } from '../api/models.ts';
import { wordsOfAction } from '../bulk/actions.ts';
import { openBulkDecision } from '../bulk/bulk-dialog.tsx';
import { Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { countOf, countText } from '../elements/quantities.ts';
import { useIsLocked, useMay } from '../project/queries.ts';
import { needsQuery } from './needs-queries.ts';
import classes from './standing.module.css';

type Ground = Need['grounds'][number];

const CAUSES: Record<Need['cause'], { title: string; about: string }> = {
  NEW: { title: 'New', about: 'Undecided items that the last scan added, by license' },
  CHANGED: { title: 'Changed', about: 'Undecided items that the last scan changed, by what it changed' },
  OPEN: { title: 'Open since before', about: 'All other undecided items, by license' },
  LAPSED: { title: 'Lapsed', about: 'Decisions that no longer hold, by what changed' },
  GONE: { title: 'Gone', about: 'Items that the last scan no longer found, or that have an open task' },
  NOT_COMPARED: {
    title: 'Not compared',
    about: 'Items that were not compared with advisories: none known means nothing',
  },
  PROPOSED: { title: 'Proposed', about: 'Decisions on other versions and in other projects that could count here' },
};

export function NeedsPanel({ projectId }: { projectId: number }) {
  const needs = useQuery(needsQuery(projectId));
  if (!needs.data) return <Waiting query={needs} rows={10} title="What needs a person could not be loaded" />;
  const { causes, lastScanTaskId } = needs.data;
  return (
    <div className={classes.needs}>
      {lastScanTaskId !== null && (
        <p className={classes.soft}>
          <Link to="/projects/$projectId/changes" params={{ projectId }}>
            What the last scan changed
          </Link>
        </p>
      )}
      {causes.length === 0 && (
        <p className={classes.soft}>Nothing needs a person: every item is decided and compared.</p>
      )}
      {causes.map((need) => (
        <CausePanel key={need.cause} projectId={projectId} need={need} />
      ))}
    </div>
  );
}

function CausePanel({ projectId, need }: { projectId: number; need: Need }) {
  const { title, about } = CAUSES[need.cause];
  return (
    <Panel
      title={`${title}: ${countText(need.count)}`}
      actions={<AllOf projectId={projectId} cause={need.cause} />}
      isFlush
    >
      <p className={classes.about}>{about}.</p>
      <ul className={classes.grounds}>
        {need.grounds.map((ground) => (
          <li key={`${ground.ground} ${ground.license}`}>
            <b className="number">{countText(ground.count)}</b>
            <span className={classes.ground}>
              <GroundName projectId={projectId} cause={need.cause} ground={ground} />
              <Examples projectId={projectId} ground={ground} />
            </span>
            <Actions projectId={projectId} cause={need.cause} ground={ground} />
          </li>
        ))}
      </ul>
      {need.moreGrounds > 0 && <p className={classes.about}>and {countOf(need.moreGrounds, 'more ground')}.</p>}
    </Panel>
  );
}

/** The list behind a cause, where there is one. */
function AllOf({ projectId, cause }: { projectId: number; cause: Need['cause'] }): ReactNode {
  const params = { projectId };
  const decide = '/projects/$projectId/decide' as const;
  if (cause === 'LAPSED')
    return (
      <Link to={decide} params={params} search={{ show: 'again' }}>
        Decide again
      </Link>
    );
  if (cause === 'GONE')
    return (
      <Link to={decide} params={params} search={{ show: 'gone' }}>
        All that is gone
      </Link>
    );
  if (cause === 'PROPOSED')
    return (
      <Link to={decide} params={params} search={{ show: 'before' }}>
        Accept or refuse
      </Link>
    );
  const search = cause === 'NOT_COMPARED' ? ({ coverage: 'not-compared' } as const) : ({ review: 'Draft' } as const);
  return (
    <Link to="/projects/$projectId/inventory" params={params} search={search}>
      In the inventory
    </Link>
  );
}

function GroundName({
  projectId,
  cause,
  ground: { ground, license },
}: {
  projectId: number;
  cause: Need['cause'];
  ground: Ground;
}) {
  if (cause !== 'NEW' && cause !== 'OPEN') return <span>{ground}</span>;
  const search =
    license === ''
      ? ({ review: 'Draft', license: 'UNKNOWN' } as const)
      : ({ review: 'Draft', exact: license } as const);
  return (
    <Link to="/projects/$projectId/inventory" params={{ projectId }} search={search}>
      {ground}
    </Link>
  );
}

function Examples({ projectId, ground: { examples, count } }: { projectId: number; ground: Ground }) {
  return (
    <span className={classes.soft}>
      {examples.map(({ inventoryId, name }, at) => (
        <span key={`${inventoryId} ${name}`}>
          {at > 0 && ', '}
          {inventoryId === 0 ? (
            name
          ) : (
            <Link to="/projects/$projectId/inventory" params={{ projectId }} search={{ item: inventoryId }}>
              {name}
            </Link>
          )}
        </span>
      ))}
      {count > examples.length && ` and ${countText(count - examples.length)} more`}
    </span>
  );
}

/** Decides about all items of a ground at once, by the dialog with the preview. */
function Actions({ projectId, cause, ground }: { projectId: number; cause: Need['cause']; ground: Ground }) {
  const may = useMay();
  const isLocked = useIsLocked();
  if (!['NEW', 'CHANGED', 'OPEN'].includes(cause) || isLocked || ground.inventoryIds.length === 0) return null;
  const rows = { ids: ground.inventoryIds };
  return (
    <Group gap={6} wrap="nowrap">
      {(['APPROVE', 'REJECT'] as const)
        .filter((action) => wordsOfAction(action).rights.some((right) => may(right)))
        .map((action) => (
          <Button
            key={action}
            size="compact-xs"
            variant="default"
            aria-label={`${wordsOfAction(action).verb}… ${countOf(ground.inventoryIds.length, 'item')}: ${ground.ground}`}
            onClick={() => openBulkDecision({ projectId, action, rows, onDone: () => {}, onLeft: () => {} })}
          >
            {wordsOfAction(action).verb}…
          </Button>
        ))}
    </Group>
  );
}
