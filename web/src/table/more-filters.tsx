// The button "Filters" above a list, with the filters that only some people need.
import { Button, Indicator, Popover, SimpleGrid } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface FiltersProps {
  /** How many of the filters are set. */
  count: number;
  columns: number;
  width: number;
  children: ReactNode;
}

export function FiltersPopover({ count, columns, width, children }: FiltersProps) {
  return (
    <Popover position="bottom-start" width={width} shadow="md" trapFocus returnFocus>
      <Indicator label={count} size={15} disabled={count === 0}>
        <Popover.Target>
          <Button size="compact-sm" variant="default" leftSection={<IconFilter size={15} />}>
            Filters
          </Button>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown>
        <SimpleGrid cols={columns} spacing={10} verticalSpacing={8}>
          {children}
        </SimpleGrid>
      </Popover.Dropdown>
    </Popover>
  );
}
