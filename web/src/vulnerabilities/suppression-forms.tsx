// Dialogs for decisions about a vulnerability of an item: one suppresses or analyses it, the other withdraws the
// decision.
import { Radio, Select, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { Suppression } from '../api/models.ts';
import { required } from '../elements/form-faults.ts';
import { Buttons, Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { useSystemPermission } from '../session/session.ts';
import { AnalysisFields, analysisFaults, analysisOf, NEW_ANALYSIS, WordsAndDay } from './analysis-fields.tsx';
import { useAnalyze, useLiftAnalyses, useLiftSuppression, useSuppress } from './queries.ts';
import { ONLY_HERE, ReachField, reachOf } from './reach-field.tsx';

const MODAL = 'suppression';
const close = () => modals.close(MODAL);

const REASONS: { value: Suppression['reason']; label: string }[] = [
  { value: 'FALSE_POSITIVE', label: 'It does not concern this component' },
  { value: 'REMEDIATED', label: 'It has been remedied' },
  { value: 'OTHER', label: 'Another reason' },
];

/** A version of a component, as an item has it. */
export interface SuppressedVersion {
  projectId: number;
  itemId: number;
  itemName: string;
  componentId: number;
  versionId: number;
}

export function openSuppression(version: SuppressedVersion, vulnerabilityName: string): void {
  modals.open({
    modalId: MODAL,
    title: `${vulnerabilityName} in ${version.itemName}`,
    closeOnClickOutside: false,
    children: <SuppressionForm version={version} vulnerabilityName={vulnerabilityName} />,
  });
}

export function openLiftSuppression(
  version: SuppressedVersion,
  vulnerabilityName: string,
  isEverywhere: boolean,
): void {
  modals.open({
    modalId: MODAL,
    title: `Withdraw the decision about ${vulnerabilityName}?`,
    children: <LiftForm version={version} vulnerabilityName={vulnerabilityName} isEverywhere={isEverywhere} />,
  });
}

interface FormProps {
  version: SuppressedVersion;
  vulnerabilityName: string;
}

const EMPTY = {
  ...NEW_ANALYSIS,
  ...ONLY_HERE,
  scope: 'PROJECT' as 'PROJECT' | 'GLOBAL',
  reason: 'FALSE_POSITIVE' as Suppression['reason'],
};

export function SuppressionForm({ version, vulnerabilityName }: FormProps) {
  const suppress = useSuppress();
  const analyze = useAnalyze(version.projectId);
  const mayEverywhere = useSystemPermission('system_admin');
  const form = useForm({
    initialValues: EMPTY,
    validate: analysisFaults<typeof EMPTY>(({ scope }) => scope === 'PROJECT'),
  });
  const isOfProject = form.values.scope === 'PROJECT';
  const done = (words: string) => () => {
    close();
    notifyDone(`${vulnerabilityName} ${words}.`);
  };
  const submit = form.onSubmit((values) => {
    if (isOfProject)
      return analyze.mutate(
        {
          inventoryIds: [version.itemId],
          vulnerabilityNames: [vulnerabilityName],
          ...analysisOf(values),
          ...reachOf(values),
        },
        { onSuccess: done(values.suppress ? 'is suppressed in this project' : 'is analysed and still counts') },
      );
    return suppress.mutate(everywhere(version, vulnerabilityName, values), {
      onSuccess: done('is suppressed in all projects'),
    });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {mayEverywhere && (
          <Radio.Group label="Where" {...form.getInputProps('scope')}>
            <Stack gap={4} mt={4}>
              <Radio value="PROJECT" label="In this project" />
              <Radio value="GLOBAL" label="Suppress it in all projects" />
            </Stack>
          </Radio.Group>
        )}
        {isOfProject ? (
          <>
            <AnalysisFields form={form} />
            <ReachField form={form} />
          </>
        ) : (
          <Select label="Reason" data={REASONS} allowDeselect={false} {...form.getInputProps('reason')} />
        )}
        <WordsAndDay form={form} />
        <Refused error={suppress.error ?? analyze.error} />
        <Buttons action="Decide" isPending={suppress.isPending || analyze.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

function everywhere(
  version: SuppressedVersion,
  vulnerabilityName: string,
  { reason, remarks, expiresOn }: typeof EMPTY,
): Suppression {
  return {
    componentId: version.componentId,
    versionIds: [version.versionId],
    vulnerabilityName,
    reason,
    remarks: remarks.trim(),
    versionScope: 'SPECIFIC_VERSIONS',
    suppressionScope: 'GLOBAL',
    ...(expiresOn !== '' && { expiresOn }),
  };
}

function LiftForm({ version, vulnerabilityName, isEverywhere }: FormProps & { isEverywhere: boolean }) {
  const lift = useLiftSuppression();
  const takeBack = useLiftAnalyses(version.projectId);
  const form = useForm({ initialValues: { remarks: '' }, validate: { remarks: required } });
  const onSuccess = () => {
    close();
    notifyDone(`The decision about ${vulnerabilityName} was withdrawn; it counts again.`);
  };
  const submit = form.onSubmit(({ remarks }) =>
    isEverywhere
      ? lift.mutate(
          {
            componentId: version.componentId,
            versionIds: [version.versionId],
            vulnerabilityName,
            remarks: remarks.trim(),
            suppressionScope: 'GLOBAL',
          },
          { onSuccess },
        )
      : takeBack.mutate(
          { inventoryIds: [version.itemId], vulnerabilityNames: [vulnerabilityName], remarks: remarks.trim() },
          { onSuccess },
        ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {isEverywhere
            ? 'The decision applies to all projects. It is withdrawn in all of them.'
            : 'The decision applies to this project.'}
        </Text>
        <Textarea label="Reason" autosize minRows={2} data-autofocus required {...form.getInputProps('remarks')} />
        <Refused error={lift.error ?? takeBack.error} />
        <Buttons action="Withdraw" isPending={lift.isPending || takeBack.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}
