// The details of an item: its identity, read-only, and the fields that can be edited.

import { DataList, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { InventoryItem, ItemChange } from '../api/models.ts';
import { NO_LICENSE_ID } from '../choices/component-choice.tsx';
import { useDraftForm } from '../editing/drafts.ts';
import { LicenseFacts } from '../elements/license-facts.tsx';
import { locked } from '../elements/locked.ts';
import { momentText } from '../elements/quantities.ts';
import { SaveBar } from '../elements/save-bar.tsx';
import { WebAddress } from '../elements/web-address.tsx';
import { INVENTORY_PRIORITY_WORDS, type InventoryPriority, optionsOf } from '../elements/words.ts';
import { useMay } from '../project/queries.ts';
import { Confidence } from './inventory-columns.tsx';
import classes from './inventory-tab.module.css';
import { ItemFieldInputs } from './item-field-inputs.tsx';
import { changedValues, type EditedFields, editedValues, fieldsOfKind } from './item-fields.ts';
import { priorityOf, useChangeItem } from './queries.ts';
import { ReadOnlyText } from './read-only-text.tsx';

const PRIORITIES = optionsOf(INVENTORY_PRIORITY_WORDS);

const USAGE = fieldsOfKind('usage');

/** True if the user has typed something that is not saved. */
export const detailsKey = (inventoryId: number): string => `inventory ${inventoryId} details`;

export function ItemDetails({ item }: { item: InventoryItem }) {
  const may = useMay();
  const change = useChangeItem(item, detailsKey(item.id));
  const { form, settle, discard } = useDraftForm(detailsKey(item.id), {
    initialValues: {
      name: item.name,
      description: item.description,
      url: item.url,
      priority: priorityOf(item),
      licenseId: String(item.selectedLicenseId),
      fields: editedValues(item, USAGE),
    },
    validate: {
      name: (name) =>
        name.trim() === '' ? 'Enter a name.' : name.length > 255 ? 'A name has at most 255 characters.' : null,
    },
  });
  const submit = form.onSubmit((values) =>
    change.mutate(changeOf(values, item, form.isDirty), {
      onSuccess: () => {
        form.resetDirty();
        settle();
      },
    }),
  );
  const isReadOnly = !may('EDIT_INVENTORY');
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" {...locked(isReadOnly)} {...form.getInputProps('name')} />
        <div className={classes.pair}>
          <Select
            label="License"
            data={licensesOf(item)}
            allowDeselect={false}
            searchable
            {...locked(isReadOnly)}
            {...form.getInputProps('licenseId')}
          />
          <Select
            label="Priority"
            data={PRIORITIES}
            allowDeselect={false}
            {...locked(!may('SET_PRIORITY'))}
            {...form.getInputProps('priority')}
          />
        </div>
        <TextInput label="URL" {...locked(isReadOnly)} {...form.getInputProps('url')} />
        <Textarea
          label="Description"
          autosize
          minRows={1}
          maxRows={6}
          {...locked(isReadOnly)}
          {...form.getInputProps('description')}
        />
        <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm" role="group" aria-label="Usage">
          <ItemFieldInputs form={form} fields={USAGE} may={may} />
        </SimpleGrid>
        <SaveBar isDirty={form.isDirty()} isPending={change.isPending} error={change.error} onReset={discard} />
        <Identity item={item} />
        <LicenseFacts facts={item.licenseFacts} isOwn={item.isOwn} />
        <ReadOnlyText label="Detection notes" text={item.detectionNotes} />
      </Stack>
    </form>
  );
}

/** Sends only changed fields. A user without the right to change another field can save these. */
function changeOf(
  values: {
    name: string;
    description: string;
    url: string;
    priority: InventoryPriority;
    licenseId: string;
    fields: EditedFields;
  },
  item: InventoryItem,
  isDirty: (field: keyof typeof values) => boolean,
): ItemChange {
  return {
    ...(isDirty('name') && { name: values.name.trim() }),
    ...(isDirty('description') && { description: values.description }),
    ...(isDirty('url') && { url: values.url }),
    ...(isDirty('priority') && { priority: values.priority }),
    ...(isDirty('licenseId') && { licenseId: Number(values.licenseId) }),
    ...changedValues(item, values.fields, USAGE),
  };
}

/** The licenses that the evidence allows, the chosen one, and "I don't know". */
function licensesOf(item: InventoryItem): { value: string; label: string }[] {
  const names = new Map<number, string>();
  for (const { licenseId, licenseName } of item.possibleLicenses)
    if (licenseId !== NO_LICENSE_ID) names.set(licenseId, licenseName);
  if (typeof item.selectedLicenseId === 'number') names.set(item.selectedLicenseId, item.selectedLicenseName);
  names.set(NO_LICENSE_ID, "I don't know");
  return [...names].map(([id, label]) => ({ value: String(id), label }));
}

/** An expression of several licenses is shown as it is, because no single license is selected. */
function licenseTextOf(item: InventoryItem): string {
  if (item.selectedLicenseId === NO_LICENSE_ID) return known(item.licenseExpression) || item.selectedLicenseName;
  return known(item.selectedLicenseSPDXIdentifier) || item.selectedLicenseName;
}

/** The forge of components that come from none of the known ones. */
const OTHER_FORGE = 'other';

function Identity({ item }: { item: InventoryItem }) {
  const hasComponent = known(item.componentName) !== '';
  const facts: [string, ReactNode][] = [
    ['Component', known(item.componentName) && <ComponentLink key="component" item={item} />],
    ['Version', known(item.componentVersionName)],
    ['License', licenseTextOf(item)],
    ['Package URL', known(item.purl) && <span className="mono">{item.purl}</span>],
    ['Forge', item.componentForgeName === OTHER_FORGE ? '' : known(item.componentForgeName)],
    ['Home page', item.url && <WebAddress address={item.url} />],
    ['Supplier', item.supplier],
    ...addressesOf(item),
    ...item.digests.map(({ algorithm, value }): [string, ReactNode] => [
      algorithm,
      <span key={algorithm} className="mono">
        {value}
      </span>,
    ]),
    ['Confidence', <Confidence key="confidence" level={item.confidence} hasWord />],
    // A license by itself is no dependency.
    ['Dependency', hasComponent && [item.dependencyLevel, item.dependencyScope].filter(known).join(', ')],
    ['Created', `${momentText(item.createdOn)} by ${item.createdBy}`],
    ['Changed', momentText(item.updatedOn)],
    ['Published', known(item.publishedOn) && momentText(item.publishedOn)],
  ];
  return (
    <DataList gap={5} labelWidth="100px" className={classes.identity}>
      {facts
        .filter(([, value]) => value)
        .map(([label, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two addresses may have the same label, and the list keeps its order
          <DataList.Item key={`${label} ${at}`}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue className={classes.identityValue}>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
    </DataList>
  );
}

function addressesOf({ references }: InventoryItem): [string, ReactNode][] {
  return references.map(({ type, url }) => [
    REFERENCE_WORDS[type] ?? sentenceOf(type),
    <WebAddress key={url} address={url} />,
  ]);
}

const REFERENCE_WORDS: Readonly<Record<string, string>> = {
  vcs: 'Repository',
  distribution: 'Download',
  website: 'Web page',
  bom: 'SBOM',
  'rfc-9116': 'security.txt',
  poam: 'Plan of action',
  other: 'Address',
};

/** `issue-tracker`: Issue tracker. */
function sentenceOf(type: string): string {
  const words = type.replaceAll('-', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** A link to the page of the component in the library. */
function ComponentLink({ item: { componentId, componentName } }: { item: InventoryItem }) {
  const id = Number(componentId);
  if (!Number.isInteger(id)) return null;
  return (
    <Link to="/library/components/$componentId" params={{ componentId: id }}>
      {componentName}
    </Link>
  );
}

function known(value: string): string {
  return value === 'N/A' ? '' : value;
}
