// Which columns the inventory shows. The browser keeps the choice; a saved view has its own.
import { ActionIcon, Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { memo } from 'react';
import type { CustomField } from '../api/models.ts';
import { columnChoices, usualColumns } from './inventory-columns.tsx';

interface ColumnChoiceProps {
  fields: readonly CustomField[];
  /** The chosen columns; undefined for the usual ones. */
  chosen: readonly string[] | undefined;
  onChange: (columns: string[] | undefined) => void;
}

export const ColumnChoice = memo(({ fields, chosen, onChange }: ColumnChoiceProps) => {
  const shown = new Set(chosen ?? usualColumns);
  const choices = columnChoices(fields);
  const set = (id: string, isShown: boolean) =>
    onChange(['name', ...choices.filter((one) => (one.id === id ? isShown : shown.has(one.id))).map((one) => one.id)]);
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={26} aria-label="Columns" title="Columns">
          <IconColumns3 size={15} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={7}>
          {choices.map(({ id, header }) => (
            <Checkbox
              key={id}
              size="xs"
              label={header}
              checked={shown.has(id)}
              onChange={({ currentTarget: { checked } }) => set(id, checked)}
            />
          ))}
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={chosen === undefined}
            onClick={() => onChange(undefined)}
          >
            Usual columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
});
