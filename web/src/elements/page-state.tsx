// Placeholders for missing data: loading, empty, failed. All pages use them.
import { Button, EmptyState, Loader, Skeleton } from '@mantine/core';
import { IconMapOff, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiError, wordsOf } from '../api/client.ts';
import classes from './page-state.module.css';

export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <output className={classes.center} aria-live="polite">
      <Loader size="sm" type="dots" />
      <span>{label}…</span>
    </output>
  );
}

/** Grey rows instead of a list that is being loaded. */
export function LoadingRows({ rows = 8 }: { rows?: number }) {
  return (
    <output className={classes.rows} aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <Skeleton key={row} height={16} width={`${92 - ((row * 17) % 40)}%`} />
      ))}
    </output>
  );
}

interface WaitingProps {
  /** A query, or the rows of a long list, without data yet. */
  query: { error: unknown; refetch: () => unknown };
  /** The number of grey rows. */
  rows?: number;
  /** The text shown instead of grey rows, if the data is not a list. */
  label?: string;
  /** The title shown after a failure. */
  title?: string;
}

/** Shown until data arrives: that it is being loaded, or why the load failed, with a button that tries again. */
export function Waiting({ query, rows, label, title }: WaitingProps) {
  if (query.error) return <Failed error={query.error} onRetry={() => query.refetch()} title={title} />;
  return label === undefined ? <LoadingRows rows={rows} /> : <Loading label={label} />;
}

export function Empty({
  icon,
  title,
  children,
  actions,
}: {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={classes.center}>
      <EmptyState size="sm" icon={icon} title={title} description={children}>
        {actions && <EmptyState.Actions>{actions}</EmptyState.Actions>}
      </EmptyState>
    </div>
  );
}

export function Failed({
  error,
  onRetry,
  title = 'This could not be loaded',
}: {
  error: unknown;
  onRetry?: () => void;
  title?: string;
}) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Empty icon={<IconMapOff />} title={title}>
        {wordsOf(error)}
      </Empty>
    );
  }
  const requestId = error instanceof ApiError ? error.requestId : '';
  return (
    <div className={classes.center} role="alert">
      <EmptyState
        size="sm"
        color="red"
        variant="light"
        icon={<IconPlugConnectedX />}
        title={title}
        description={wordsOf(error)}
      >
        {requestId && <div className={classes.request}>Request {requestId}</div>}
        {onRetry && (
          <EmptyState.Actions>
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
              Try again
            </Button>
          </EmptyState.Actions>
        )}
      </EmptyState>
    </div>
  );
}
