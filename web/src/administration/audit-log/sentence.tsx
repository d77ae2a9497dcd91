// An entry of the audit log in words, with links to the things that still exist.
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { AuditEntry } from '../../api/models.ts';
import classes from './audit-log-panel.module.css';

type Part = AuditEntry['sentence'][number];

/** On one line; the whole sentence is in the tooltip. */
export function Sentence({ of }: { of: Part[] }) {
  return (
    <span className="ellipsis" title={of.map(({ text }) => text).join('')}>
      <SentenceParts of={of} />
    </span>
  );
}

export function SentenceParts({ of }: { of: Part[] }) {
  return of.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their order
    <Fragment key={at}>{linked(part)}</Fragment>
  ));
}

function linked({ text, kind, id, projectId }: Part): ReactNode {
  if (kind === undefined || id === undefined) return text;
  if (kind === 'project')
    return (
      <Link className={classes.link} to="/projects/$projectId" params={{ projectId: id }}>
        {text}
      </Link>
    );
  if (kind === 'job')
    return (
      <Link className={classes.link} to="/jobs" search={{ job: id }}>
        {text}
      </Link>
    );
  if (kind === 'item' && projectId !== undefined)
    return (
      <Link className={classes.link} to="/projects/$projectId/inventory" params={{ projectId }} search={{ item: id }}>
        {text}
      </Link>
    );
  if (kind === 'file' && projectId !== undefined)
    return (
      <Link className={classes.link} to="/projects/$projectId/files" params={{ projectId }} search={{ file: id }}>
        {text}
      </Link>
    );
  if (kind === 'release' && projectId !== undefined)
    return (
      <Link className={classes.link} to="/projects/$projectId/releases" params={{ projectId }} search={{ release: id }}>
        {text}
      </Link>
    );
  if (kind === 'task' && projectId !== undefined)
    return (
      <Link className={classes.link} to="/projects/$projectId/tasks" params={{ projectId }}>
        {text}
      </Link>
    );
  return text;
}
