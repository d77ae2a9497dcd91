// One inventory item: its details, its decisions, and the buttons that review and publish it.
import { ActionIcon, Button, CloseButton, Menu, Tabs } from '@mantine/core';
import {
  IconCheck,
  IconDots,
  IconEye,
  IconEyeOff,
  IconPackage,
  IconPlus,
  IconRotate,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue } from 'react';
import type { InventoryItem } from '../api/models.ts';
import { useHasDraft } from '../editing/drafts.ts';
import { Label, ReviewLabel } from '../elements/badges.tsx';
import { visible } from '../elements/hidden-characters.ts';
import { Waiting } from '../elements/page-state.tsx';
import { countText } from '../elements/quantities.ts';
import { useMay, useProjectId } from '../project/queries.ts';
import { StandingNote } from '../standing/standing-note.tsx';
import { WhyDecided } from '../standing/why-decided.tsx';
import { openNewTask } from '../tasks/task-forms.tsx';
import { TaskList } from '../tasks/task-list.tsx';
import classes from './inventory-tab.module.css';
import { ItemDecisions } from './item-decisions.tsx';
import { detailsKey, ItemDetails } from './item-details.tsx';
import { ItemFiles } from './item-files.tsx';
import { openChangeComponent, openDeleteItem } from './item-forms.tsx';
import { ItemHistory } from './item-history.tsx';
import { ItemNotes, notesKey } from './item-notes.tsx';
import { ItemVulnerabilities } from './item-vulnerabilities.tsx';
import { ItemPaths } from './paths/item-paths.tsx';
import { itemQuery, type UserDecision } from './queries.ts';
import type { Review } from './review.ts';
import { type ItemTab, itemTabIn } from './search.ts';

const DETAILS = 'details';

interface ItemPaneProps {
  inventoryId: number;
  /** The open tab. Undefined means the details. */
  tab: ItemTab | undefined;
  onTab: (tab: ItemTab | undefined) => void;
  onDecide: Review['decide'];
  onClose: () => void;
}

/** Its forms are large, and a key that moves through the rows beside them changes nothing in them. */
export const ItemPane = memo(DrawnPane);

function DrawnPane({ inventoryId, tab, onTab, onDecide, onClose }: ItemPaneProps) {
  const projectId = useProjectId();
  const may = useMay();
  const query = useQuery(itemQuery(inventoryId));
  // Keys that follow come first: the forms take a while to be drawn.
  const item = useDeferredValue(query.data);
  if (item === undefined)
    return <Waiting query={query} label="Loading the item" title="This item could not be loaded" />;
  return (
    <section className={classes.item} aria-label={`Inventory item ${item.name}`} data-testid="item-pane">
      <header className={classes.itemHead}>
        <div className={classes.itemTitle}>
          <h2>{visible(item.name)}</h2>
          <CloseButton aria-label="Close the details" onClick={onClose} />
        </div>
        <div className={classes.itemState}>
          {item.goneSinceScan === undefined ? (
            <ReviewLabel status={item.inventoryReviewStatus} lapse={item.toBeDecidedAgain?.why} />
          ) : (
            <Label tone="wait">Gone, scan {item.goneSinceScan}</Label>
          )}
          <span>{item.isPublished ? 'Published' : 'Not published'}</span>
          <span>{item.type}</span>
        </div>
        <div className={classes.decisions}>
          <Decisions item={item} onDecide={onDecide} />
          <ItemMenu item={item} onDeleted={onClose} />
        </div>
      </header>
      <WhyDecided inventoryId={inventoryId} mayReach={may('REVIEW_INVENTORY')} />
      <StandingNote projectId={projectId} item={item} />
      <Tabs
        value={tab ?? DETAILS}
        onChange={(wanted) => onTab(itemTabIn(wanted))}
        className={classes.itemTabs}
        classNames={{ panel: classes.itemPanel }}
        keepMounted={false}
      >
        <Tabs.List>
          <FormTab value={DETAILS} label="Details" draftKey={detailsKey(inventoryId)} />
          <FormTab value="notes" label="Notices & notes" draftKey={notesKey(inventoryId)} />
          <Tabs.Tab value="vulnerabilities">Vulnerabilities</Tabs.Tab>
          <Tabs.Tab value="files">Files {countText(item.fileCount)}</Tabs.Tab>
          <Tabs.Tab value="dependencies">Why here</Tabs.Tab>
          <Tabs.Tab value="decisions">Decisions</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
          <Tabs.Tab value="tasks">Tasks</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={DETAILS}>
          <ItemDetails key={item.updatedOn} item={item} />
        </Tabs.Panel>
        <Tabs.Panel value="notes">
          <ItemNotes key={item.updatedOn} item={item} />
        </Tabs.Panel>
        <Tabs.Panel value="vulnerabilities">
          <ItemVulnerabilities item={item} projectId={projectId} />
        </Tabs.Panel>
        <Tabs.Panel value="files">
          <ItemFiles item={item} />
        </Tabs.Panel>
        <Tabs.Panel value="dependencies" tabIndex={0}>
          <ItemPaths item={item} projectId={projectId} />
        </Tabs.Panel>
        <Tabs.Panel value="decisions" tabIndex={0}>
          <ItemDecisions inventoryId={inventoryId} />
        </Tabs.Panel>
        <Tabs.Panel value="history" tabIndex={0}>
          <ItemHistory inventoryId={inventoryId} />
        </Tabs.Panel>
        <Tabs.Panel value="tasks">
          <ItemTasks item={item} />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

function ItemTasks({ item }: { item: InventoryItem }) {
  const projectId = useProjectId();
  const may = useMay();
  return (
    <>
      {may('CREATE_TASK') && (
        <div className={classes.panelBar}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={15} />}
            onClick={() => openNewTask(projectId, { id: item.id, name: item.name })}
          >
            New task
          </Button>
        </div>
      )}
      <TaskList filter={{ inventoryId: item.id }} />
    </>
  );
}

/** A tab with a form. It is marked while the form has unsaved changes. */
function FormTab({ value, label, draftKey }: { value: string; label: string; draftKey: string }) {
  const hasDraft = useHasDraft(draftKey);
  return (
    <Tabs.Tab value={value}>
      {label}
      {hasDraft && (
        <span
          className={classes.unsaved}
          role="img"
          aria-label="unsaved changes"
          title="This tab has unsaved changes"
        />
      )}
    </Tabs.Tab>
  );
}

const STATUSES = [
  { status: 'Approved', label: 'Approve', color: 'teal.9', icon: <IconCheck size={15} />, letter: 'A' },
  { status: 'Rejected', label: 'Reject', color: 'red.8', icon: <IconX size={15} />, letter: 'R' },
  { status: 'Draft', label: 'Set to draft', icon: <IconRotate size={15} /> },
] as const;

/**
 * All buttons stay in place, so that the focus stays too. The button of the current decision is pressed and does
 * nothing.
 */
function Decisions({ item, onDecide }: { item: InventoryItem; onDecide: Review['decide'] }) {
  const may = useMay();
  const decide = (decision: UserDecision) => onDecide({ inventoryId: item.id, name: item.name }, decision);
  const { isPublished } = item;
  return (
    <>
      {may('REVIEW_INVENTORY') &&
        STATUSES.map(({ status, label, icon, ...one }) => {
          const stands = status === item.inventoryReviewStatus;
          return (
            <Button
              key={status}
              size="compact-sm"
              {...('color' in one ? { color: one.color } : { variant: 'default' })}
              leftSection={icon}
              aria-pressed={stands}
              aria-disabled={stands}
              data-disabled={stands || undefined}
              {...('letter' in one && keyHint(label, one.letter))}
              onClick={() => !stands && decide({ reviewStatus: status })}
            >
              {label}
            </Button>
          );
        })}
      {may(isPublished ? 'RECALL_INVENTORY' : 'PUBLISH_INVENTORY') && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={isPublished ? <IconEyeOff size={15} /> : <IconEye size={15} />}
          {...(!isPublished && keyHint('Publish', 'P'))}
          onClick={() => decide({ isPublished: !isPublished })}
        >
          {isPublished ? 'Recall' : 'Publish'}
        </Button>
      )}
    </>
  );
}

const keyHint = (label: string, letter: string) => ({ 'aria-keyshortcuts': letter, title: `${label} (key ${letter})` });

function ItemMenu({ item, onDeleted }: { item: InventoryItem; onDeleted: () => void }) {
  const may = useMay();
  if (!may('EDIT_INVENTORY') && !may('DELETE_INVENTORY')) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="More for this item">
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may('EDIT_INVENTORY') && (
          <Menu.Item leftSection={<IconPackage size={15} />} onClick={() => openChangeComponent(item)}>
            Change component…
          </Menu.Item>
        )}
        {may('DELETE_INVENTORY') && (
          <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => openDeleteItem(item, onDeleted)}>
            Delete…
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
