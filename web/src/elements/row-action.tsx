// An icon button in a row of a table. Its name says which row it belongs to.
import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';

interface RowActionProps {
  /** Shown beside the pointer. */
  label: string;
  /** The full name for users who cannot see the row: `Delete webhook CI`. */
  name: string;
  isDangerous?: boolean;
  loading?: boolean;
  onClick: () => void;
  children: ReactNode;
}

export function RowAction({ label, name, isDangerous = false, loading = false, onClick, children }: RowActionProps) {
  return (
    <ActionIcon
      variant="subtle"
      color={isDangerous ? 'red' : 'gray'}
      aria-label={name}
      // The browser's own: a component for each of hundreds of rows took longer than the rows.
      title={label}
      loading={loading}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}
