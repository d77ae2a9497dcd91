// Dialogs for the license of a version in all projects: set it, forget it, and show the decisions about it.
import { Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import type { Component, ListedVersion } from '../../api/models.ts';
import { LicenseSelect, NO_LICENSE_ID } from '../../choices/component-choice.tsx';
import { Buttons, Refused } from '../../elements/form-parts.tsx';
import { notifyDone } from '../../elements/notify.ts';
import { Waiting } from '../../elements/page-state.tsx';
import { useRefusal } from '../../elements/refused-field.ts';
import { DecisionList } from '../../items/item-decisions.tsx';
import { licenseDecisionsQuery, useForgetVersionLicense, useSetVersionLicense } from './queries.ts';

const MODAL = 'version-license';
const close = () => modals.close(MODAL);
const LONGEST_REASON = 2000;

export function openVersionLicense(component: Component, version: ListedVersion): void {
  const title = `License of ${component.title} ${version.name}`;
  const children = <SetVersionLicense componentId={component.id} version={version} />;
  modals.open({ modalId: MODAL, size: 'lg', closeOnClickOutside: false, title, children });
}

export function openForgetLicense(component: Component, version: ListedVersion): void {
  const title = `Forget the license of ${component.title} ${version.name}?`;
  const children = <ForgetVersionLicense componentId={component.id} version={version} />;
  modals.open({ modalId: MODAL, size: 'lg', title, children });
}

export function openLicenseDecisions(component: Component, version: ListedVersion): void {
  const title = `Decisions on the license of ${component.title} ${version.name}`;
  modals.open({ modalId: MODAL, size: 'lg', title, children: <LicenseDecisions versionId={version.id} /> });
}

interface Of {
  componentId: number;
  version: ListedVersion;
}

const preferredOf = ({ versionLicenses }: ListedVersion) =>
  versionLicenses.find(({ userPreferredLicense }) => userPreferredLicense);

export function SetVersionLicense({ componentId, version }: Of) {
  const set = useSetVersionLicense(componentId, version.id);
  const form = useForm({
    initialValues: {
      licenseId: preferredOf(version)?.id ?? version.versionLicenses[0]?.id ?? NO_LICENSE_ID,
      reason: '',
    },
    validate: { licenseId: (id) => (id === NO_LICENSE_ID ? 'Choose a license.' : null) },
  });
  const unplaced = useRefusal(form, set.error);
  const submit = form.onSubmit(({ licenseId, reason }) =>
    set.mutate(
      { licenseId, ...(reason.trim() !== '' && { reason: reason.trim() }) },
      {
        onSuccess: ({ message }) => {
          close();
          notifyDone(message);
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          The license is valid in all projects, and scans use it from now on. Items that somebody has edited or
          reviewed, and items of locked projects, stay unchanged.
        </Text>
        <LicenseSelect value={form.values.licenseId} onChange={(id) => form.setFieldValue('licenseId', id)} />
        {form.errors.licenseId && <Refused error={new Error(String(form.errors.licenseId))} />}
        <Reason {...form.getInputProps('reason')} />
        <Refused error={unplaced} />
        <Buttons action="Set license" isPending={set.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

export function ForgetVersionLicense({ componentId, version }: Of) {
  const forget = useForgetVersionLicense(componentId, version.id);
  const form = useForm({ initialValues: { reason: '' } });
  const submit = form.onSubmit(({ reason }) =>
    forget.mutate(reason.trim(), {
      onSuccess: ({ message }) => {
        close();
        notifyDone(message);
      },
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          {preferredOf(version)?.shortName ?? 'The license'} is no longer used for this version. Items that nobody has
          edited or reviewed return to the license of their files and manifests.
        </Text>
        <Reason {...form.getInputProps('reason')} />
        <Refused error={forget.error} />
        <Buttons action="Forget license" isPending={forget.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

function Reason(field: ReturnType<ReturnType<typeof useForm>['getInputProps']>) {
  return (
    <Textarea
      label="Reason"
      description="For people who read the decision later"
      maxLength={LONGEST_REASON}
      autosize
      minRows={2}
      maxRows={6}
      {...field}
    />
  );
}

export function LicenseDecisions({ versionId }: { versionId: number }) {
  const decisions = useQuery(licenseDecisionsQuery(versionId));
  if (!decisions.isSuccess) return <Waiting query={decisions} rows={4} />;
  if (decisions.data.total === 0)
    return <Text size="sm">Nobody has set a license for this version in all projects.</Text>;
  return <DecisionList {...decisions.data} />;
}
