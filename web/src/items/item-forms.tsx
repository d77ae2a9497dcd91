// Dialogs that change the component of an item, create an item, and delete one.

import { Button, Checkbox, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { InventoryItem } from '../api/models.ts';
import { ComponentChoice, LicenseSelect, NO_LICENSE_ID, type Triad } from '../choices/component-choice.tsx';
import { type Paths, pathsText } from '../codebase/selection.ts';
import { Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { type InventoryType, optionsOf } from '../elements/words.ts';
import { useChangeItem, useCreateItem, useDeleteItem } from './queries.ts';

const MODAL = 'item';
const TYPES = optionsOf<InventoryType>({
  COMPONENT: 'Component',
  LICENSE: 'License only',
  WORK_IN_PROGRESS: 'Work in progress',
});

export function openChangeComponent(item: InventoryItem): void {
  modals.open({ modalId: MODAL, title: `Component of ${item.name}`, children: <ChangeComponent item={item} /> });
}

/** @param paths of files that the new item gets */
export function openNewItem(projectId: number, onCreated: (id: number) => void, paths?: Paths): void {
  modals.open({
    modalId: MODAL,
    title: paths ? `New inventory item of ${pathsText(paths)}` : 'New inventory item',
    closeOnClickOutside: false,
    children: <NewItem projectId={projectId} paths={paths} onCreated={onCreated} />,
  });
}

export function openDeleteItem(item: InventoryItem, onDeleted: () => void): void {
  modals.open({
    modalId: MODAL,
    title: `Delete ${item.name}?`,
    children: <DeleteItem item={item} onDeleted={onDeleted} />,
  });
}

function ChangeComponent({ item }: { item: InventoryItem }) {
  const change = useChangeItem(item);
  const [name, setName] = useState(item.name);
  const [about, setAbout] = useState<{ description: string; url: string }>();
  const [isRemembered, setRemembered] = useState(false);
  const [triad, setTriad] = useState<Triad>({
    componentId: numberOr(item.componentId, null),
    versionId: numberOr(item.componentVersionId, null),
    licenseId: numberOr(item.selectedLicenseId, NO_LICENSE_ID),
  });
  const { componentId, versionId, licenseId } = triad;
  const submit = () => {
    if (componentId === null || versionId === null) return;
    change.mutate(
      {
        name: name.trim(),
        ...(componentId !== item.componentId && about),
        inventoryType: 'COMPONENT',
        component: { id: componentId, versionId, licenseId },
        ...(isRemembered && { rememberLicense: 'GLOBAL' as const }),
      },
      { onSuccess: () => modals.close(MODAL) },
    );
  };
  return (
    <Form
      action="Save"
      isReady={componentId !== null && versionId !== null && isName(name)}
      isPending={change.isPending}
      error={change.error}
      onSubmit={submit}
    >
      <ComponentChoice
        value={triad}
        onChange={({ name, description, url, ...chosen }) => {
          setTriad(chosen);
          setName(name);
          setAbout({ description, url: /^https?:/i.test(url) ? url : '' });
        }}
      />
      <NameInput value={name} onChange={setName} />
      <Checkbox
        label="Remember this license for the version"
        description="New items of this version get this license in all projects. Existing items do not change."
        checked={isRemembered}
        onChange={({ currentTarget }) => setRemembered(currentTarget.checked)}
        disabled={licenseId === NO_LICENSE_ID}
      />
    </Form>
  );
}

interface NewItemProps {
  projectId: number;
  paths: Paths | undefined;
  onCreated: (id: number) => void;
}

function NewItem({ projectId, paths, onCreated }: NewItemProps) {
  const create = useCreateItem(projectId, paths);
  const [type, setType] = useState<InventoryType>('COMPONENT');
  const [name, setName] = useState('');
  const [triad, setTriad] = useState<Triad>({ componentId: null, versionId: null, licenseId: NO_LICENSE_ID });
  const { componentId, versionId, licenseId } = triad;
  const isReady = isName(name) && (type !== 'COMPONENT' || (componentId !== null && versionId !== null));
  const submit = () =>
    create.mutate(
      {
        name: name.trim(),
        inventoryType: type,
        ...(type === 'LICENSE' && { licenseId }),
        ...(type === 'COMPONENT' &&
          componentId !== null &&
          versionId !== null && { component: { id: componentId, versionId, licenseId } }),
      },
      {
        onSuccess: ({ id }) => {
          modals.close(MODAL);
          notifyDone(`${name.trim()} was added to the inventory.`);
          onCreated(id);
        },
      },
    );
  return (
    <Form action="Create item" isReady={isReady} isPending={create.isPending} error={create.error} onSubmit={submit}>
      <SegmentedControl
        aria-label="Type of item"
        data={[...TYPES]}
        value={type}
        onChange={(value) => setType(value as InventoryType)}
      />
      {type === 'COMPONENT' && (
        <ComponentChoice
          value={triad}
          onChange={({ name, componentId, versionId, licenseId }) => {
            setTriad({ componentId, versionId, licenseId });
            setName(name);
          }}
        />
      )}
      {type === 'LICENSE' && (
        <LicenseSelect value={licenseId} onChange={(chosen) => setTriad({ ...triad, licenseId: chosen })} />
      )}
      <NameInput value={name} onChange={setName} />
    </Form>
  );
}

function DeleteItem({ item, onDeleted }: { item: InventoryItem; onDeleted: () => void }) {
  const remove = useDeleteItem(item.id);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        modals.close(MODAL);
        notifyDone(`${item.name} was deleted.`);
        onDeleted();
      },
    });
  return (
    <Stack gap="sm">
      <Text size="sm">Its tasks, notes and history are deleted too. The files of the code base are kept.</Text>
      <Refused error={remove.error} />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => modals.close(MODAL)} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={remove.isPending} onClick={confirm}>
          Delete item
        </Button>
      </Group>
    </Stack>
  );
}

interface FormProps {
  action: string;
  isReady: boolean;
  isPending: boolean;
  error: unknown;
  onSubmit: () => void;
  children: React.ReactNode;
}

function Form({ action, isReady, isPending, error, onSubmit, children }: FormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap="sm">
        {children}
        <Refused error={error} />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={() => modals.close(MODAL)}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={!isReady}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function NameInput({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <TextInput
      label="Name"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={value.length > 255 && 'A name has at most 255 characters.'}
    />
  );
}

function isName(name: string): boolean {
  return name.trim() !== '' && name.length <= 255;
}

function numberOr<T>(value: number | string, otherwise: T): number | T {
  return typeof value === 'number' ? value : otherwise;
}
