// What is missing in the notices of a project: the same that the end of the report lists.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Waiting } from '../elements/page-state.tsx';
import { countOf } from '../elements/quantities.ts';
import classes from './notices-tab.module.css';
import { noticesCheckQuery } from './queries.ts';

/** Users open a kind to read its points; the report lists all of them. */
const POINTS_SHOWN = 200;

export function NoticesCheck({ projectId }: { projectId: number }) {
  const check = useQuery(noticesCheckQuery(projectId));
  if (!check.isSuccess) return <Waiting query={check} rows={2} title="The notices could not be checked" />;
  const { isComplete, failures, items, ownTexts, shippedScopes, notShipped, gaps } = check.data;
  const missing = gaps.filter(({ count }) => count > 0);
  return (
    <section className={classes.texts} aria-label="Completeness check">
      <h2>{isComplete ? 'The notices are complete' : `Not complete: ${countOf(failures, 'point')} to settle`}</h2>
      <Text size="sm">
        {`${countOf(ownTexts, 'item')} of ${items} with a license text of their own. Shipped scopes: ${shippedScopes}; ${countOf(notShipped.length, 'item')} not shipped. `}
        <Link to="/projects/$projectId/settings" params={{ projectId }}>
          Change which scopes are shipped
        </Link>
      </Text>
      {missing.map(({ kind, what, isFailure, count, items: points }) => (
        <Points
          key={kind}
          title={`${isFailure ? 'Missing' : 'To check'}: ${what} (${count})`}
          points={points}
          projectId={projectId}
        />
      ))}
      {notShipped.length > 0 && (
        <Points
          title={`Not shipped, so not in the notices (${notShipped.length})`}
          points={notShipped}
          projectId={projectId}
        />
      )}
    </section>
  );
}

interface PointsProps {
  title: string;
  points: readonly { id?: number; name: string; reason: string }[];
  projectId: number;
}

function Points({ title, points, projectId }: PointsProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = points.slice(0, POINTS_SHOWN);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && (
        <ul>
          {shown.map(({ id, name, reason }) => (
            <li key={`${id} ${name} ${reason}`}>
              {id === undefined ? (
                name
              ) : (
                <Link to="/projects/$projectId/notices" params={{ projectId }} search={{ item: id }}>
                  {name}
                </Link>
              )}
              {reason !== '' && `: ${reason}`}
            </li>
          ))}
          {points.length > shown.length && (
            <li>{`${points.length - shown.length} more, which the Notices report lists`}</li>
          )}
        </ul>
      )}
    </details>
  );
}
