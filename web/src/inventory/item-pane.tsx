// One inventory item: what it is, what was decided, and the buttons to decide.
import { ActionIcon, Button, CloseButton, Menu, Tabs } from '@mantine/core';
import {
  IconCheck,
  IconDots,
  IconEye,
  IconEyeOff,
  IconPackage,
  IconRotate,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ReviewLabel } from '../elements/badges.tsx';
import { useHasDraft } from '../elements/drafts.ts';
import { tellRefused } from '../elements/notify.ts';
import { Failed, Loading } from '../elements/page-state.tsx';
import { countText } from '../elements/quantities.ts';
import { useMay } from '../project/queries.ts';
import { TaskList } from '../tasks/task-list.tsx';
import classes from './inventory-tab.module.css';
import { detailsKey, ItemDetails } from './item-details.tsx';
import { ItemFiles } from './item-files.tsx';
import { openChangeComponent, openDeleteItem } from './item-forms.tsx';
import { ItemHistory } from './item-history.tsx';
import { ItemNotes, notesKey } from './item-notes.tsx';
import { type Item, itemQuery, type ReviewStatus, usePublish, useSetStatus } from './queries.ts';

export function ItemPane({ inventoryId, onClose }: { inventoryId: number; onClose: () => void }) {
  const item = useQuery(itemQuery(inventoryId));
  if (item.isPending) return <Loading label="Loading the item" />;
  if (item.isError)
    return <Failed error={item.error} onRetry={() => item.refetch()} title="This item could not be shown" />;
  return (
    <section className={classes.item} aria-label={`Inventory item ${item.data.name}`} data-testid="item-pane">
      <header className={classes.itemHead}>
        <div className={classes.itemTitle}>
          <h2>{item.data.name}</h2>
          <CloseButton aria-label="Close the details" onClick={onClose} />
        </div>
        <div className={classes.itemState}>
          <ReviewLabel status={item.data.inventoryReviewStatus} />
          <span>{item.data.isPublished ? 'Published' : 'Not published'}</span>
          <span>{item.data.type}</span>
        </div>
        <div className={classes.decisions}>
          <Decisions item={item.data} />
          <ItemMenu item={item.data} onDeleted={onClose} />
        </div>
      </header>
      <Tabs
        defaultValue="details"
        className={classes.itemTabs}
        classNames={{ panel: classes.itemPanel }}
        keepMounted={false}
      >
        <Tabs.List>
          <FormTab value="details" label="Details" draftKey={detailsKey(inventoryId)} />
          <FormTab value="notes" label="Notices & notes" draftKey={notesKey(inventoryId)} />
          <Tabs.Tab value="files">Files {countText(item.data.fileCount)}</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
          <Tabs.Tab value="tasks">Tasks</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="details">
          <ItemDetails key={item.data.updatedOn} item={item.data} />
        </Tabs.Panel>
        <Tabs.Panel value="notes">
          <ItemNotes key={item.data.updatedOn} item={item.data} />
        </Tabs.Panel>
        <Tabs.Panel value="files">
          <ItemFiles inventoryId={inventoryId} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <ItemHistory inventoryId={inventoryId} />
        </Tabs.Panel>
        <Tabs.Panel value="tasks">
          <TaskList filter={{ inventoryId }} />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

/** A tab with a form; marked while something in it is not saved. */
function FormTab({ value, label, draftKey }: { value: string; label: string; draftKey: string }) {
  const hasDraft = useHasDraft(draftKey);
  return (
    <Tabs.Tab value={value}>
      {label}
      {hasDraft && (
        <span className={classes.unsaved} role="img" aria-label="not saved" title="Something here is not saved yet" />
      )}
    </Tabs.Tab>
  );
}

function Decisions({ item }: { item: Item }) {
  const may = useMay();
  const setStatus = useSetStatus(item.id);
  const publish = usePublish(item.id);
  const decide = (status: ReviewStatus) =>
    setStatus.mutate(status, { onError: (error) => tellRefused('The review status was not changed', error) });
  const show = (isPublished: boolean) =>
    publish.mutate(isPublished, {
      onError: (error) => tellRefused(isPublished ? 'The item was not published' : 'The item was not recalled', error),
    });
  const status = item.inventoryReviewStatus;
  return (
    <>
      {may('REVIEW_INVENTORY') && (
        <>
          {status !== 'Approved' && (
            <Button
              size="compact-sm"
              color="green.8"
              leftSection={<IconCheck size={15} />}
              onClick={() => decide('Approved')}
            >
              Approve
            </Button>
          )}
          {status !== 'Rejected' && (
            <Button
              size="compact-sm"
              color="red.8"
              leftSection={<IconX size={15} />}
              onClick={() => decide('Rejected')}
            >
              Reject
            </Button>
          )}
          {status !== 'Draft' && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconRotate size={15} />}
              onClick={() => decide('Draft')}
            >
              Set to draft
            </Button>
          )}
        </>
      )}
      {!item.isPublished && may('PUBLISH_INVENTORY') && (
        <Button size="compact-sm" variant="default" leftSection={<IconEye size={15} />} onClick={() => show(true)}>
          Publish
        </Button>
      )}
      {item.isPublished && may('RECALL_INVENTORY') && (
        <Button size="compact-sm" variant="default" leftSection={<IconEyeOff size={15} />} onClick={() => show(false)}>
          Recall
        </Button>
      )}
    </>
  );
}

function ItemMenu({ item, onDeleted }: { item: Item; onDeleted: () => void }) {
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
