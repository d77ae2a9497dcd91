// An icon button in a row of a table. Its name says which row it belongs to.
import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface RowActionProps {
  /** Shown in the tooltip. */
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
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color={isDangerous ? 'red' : 'gray'}
        aria-label={name}
        loading={loading}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
