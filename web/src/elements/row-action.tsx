// A button with a picture in a row of a table; its name says of what.
import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface RowActionProps {
  /** Shown when pointed at. */
  label: string;
  /** The whole name for those who cannot see the row: `Delete webhook CI`. */
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
