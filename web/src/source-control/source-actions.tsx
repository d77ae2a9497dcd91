// What can be done with a source of code: its connection is tested, and it is changed or deleted.
import { Alert, Stack } from '@mantine/core';
import { IconPencil, IconPlugConnected, IconTrash } from '@tabler/icons-react';
import type { UseMutationResult } from '@tanstack/react-query';
import classes from '../elements/page.module.css';
import { RowAction } from '../elements/row-action.tsx';

interface SourceActionsProps {
  /** The folder of the source. */
  name: string;
  /** Its result is a sentence. */
  test: UseMutationResult<string, Error, void>;
  onEdit: () => void;
  onDelete: () => void;
}

export function SourceActions({ name, test, onEdit, onDelete }: SourceActionsProps) {
  return (
    <Stack gap={6} align="flex-end">
      <div className={classes.cellActions}>
        <RowAction
          label="Test connection"
          name={`Test the connection of ${name}`}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          <IconPlugConnected size={15} />
        </RowAction>
        <RowAction label="Edit" name={`Edit ${name}`} onClick={onEdit}>
          <IconPencil size={15} />
        </RowAction>
        <RowAction label="Delete" name={`Delete ${name}`} isDangerous onClick={onDelete}>
          <IconTrash size={15} />
        </RowAction>
      </div>
      {(test.isSuccess || test.isError) && (
        <Alert
          role="status"
          color={test.isSuccess ? 'green' : 'red'}
          p={6}
          maw={320}
          style={{ overflowWrap: 'anywhere' }}
        >
          {test.isSuccess ? test.data : test.error?.message}
        </Alert>
      )}
    </Stack>
  );
}
