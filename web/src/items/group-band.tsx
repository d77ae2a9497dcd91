// The head of a group in the inventory: how many items it has, how many are to be decided, and the box that marks all of them.
import { ActionIcon, Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { countOf, countText } from '../elements/quantities.ts';
import classes from './inventory-tab.module.css';
import type { GroupRow } from './list-queries.ts';

interface GroupBandProps {
  group: GroupRow;
  isMarked: boolean;
  onMark: (group: GroupRow) => void;
  onFold: (group: GroupRow) => void;
}

export function GroupBand({ group, isMarked, onMark, onFold }: GroupBandProps) {
  const { title, count, open, isOpen } = group;
  // A click on the box or on the arrow does not select the row as well.
  const alone = (act: (group: GroupRow) => void) => (event: MouseEvent) => {
    event.stopPropagation();
    act(group);
  };
  return (
    <>
      <Checkbox
        size="xs"
        aria-label={`Mark all of ${title}`}
        checked={isMarked}
        onChange={() => undefined}
        onClick={alone(onMark)}
        onDoubleClick={(event) => event.stopPropagation()}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`${isOpen ? 'Fold' : 'Unfold'} ${title}`}
        aria-expanded={isOpen}
        onClick={alone(onFold)}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        {isOpen ? <IconChevronDown size={15} /> : <IconChevronRight size={15} />}
      </ActionIcon>
      <b className={classes.groupTitle} title={title}>
        {title}
      </b>
      <span className={classes.groupCounts}>
        {countOf(count, 'item')}, {open === 0 ? 'all decided' : `${countText(open)} to decide`}
      </span>
    </>
  );
}
