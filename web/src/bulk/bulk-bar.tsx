// The bar above a list with marked rows: how many there are, and what can be decided about all of them.
import { Button, CloseButton, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { countOf, countText } from '../elements/quantities.ts';
import { useIsLockedIn, useMayIn } from '../project/queries.ts';
import { type BulkAction, type BulkNoun, PLURALS, wordsOfAction } from './actions.ts';
import classes from './bulk.module.css';
import type { MarkedRows } from './marked-rows.ts';

interface BulkBarProps {
  noun: BulkNoun;
  marked: MarkedRows;
  /** All rows that match the filter. */
  total: number;
  /** Those with a button, and those in the menu. */
  actions: readonly BulkAction[];
  more?: readonly BulkAction[];
  /** Other words for some, where the decision is about other rows than those that are marked. */
  labels?: Partial<Record<BulkAction, string>>;
  onAct: (action: BulkAction) => void;
  /** Further buttons, for what is no decision about rows. */
  children?: ReactNode;
}

export function BulkBar({ projectId, ...props }: BulkBarProps & { projectId: number }) {
  const may = useMayIn(projectId);
  const isLocked = useIsLockedIn(projectId);
  const isAllowed = (action: BulkAction) => !isLocked && wordsOfAction(action).rights.some((right) => may(right));
  return <Bar {...props} isAllowed={isAllowed} />;
}

/** Above a list of all projects: where the user may decide is asked for each row. */
export function PortfolioBulkBar(props: BulkBarProps) {
  return <Bar {...props} isAllowed={() => true} />;
}

function Bar({
  noun,
  marked,
  total,
  actions,
  more = [],
  labels = {},
  onAct,
  children,
  isAllowed,
}: BulkBarProps & { isAllowed: (action: BulkAction) => boolean }) {
  if (marked.count === 0) return null;
  const others = more.filter(isAllowed);
  return (
    <div className={classes.bar} role="toolbar" aria-label={`Marked ${PLURALS[noun]}`}>
      <span className={classes.count} role="status">
        {marked.isAll && marked.ids.length === 0
          ? `All ${countOf(marked.count, noun, PLURALS[noun])} that match are marked`
          : `${countOf(marked.count, noun, PLURALS[noun])} marked`}
      </span>
      {actions.filter(isAllowed).map((action) => (
        <Button key={action} size="compact-sm" variant="default" onClick={() => onAct(action)}>
          {labels[action] ?? wordsOfAction(action).label}
        </Button>
      ))}
      {children}
      {others.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button size="compact-sm" variant="default" aria-label="More for the marked rows">
              <IconDots size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((action) => (
              <Menu.Item key={action} onClick={() => onAct(action)}>
                {labels[action] ?? wordsOfAction(action).label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {!marked.isAll && total > marked.count && (
        <Button size="compact-sm" variant="subtle" onClick={marked.markAll}>
          Mark all {countText(total)} that match
        </Button>
      )}
      <CloseButton size="sm" aria-label="Remove all marks" onClick={marked.clear} ml="auto" />
    </div>
  );
}
