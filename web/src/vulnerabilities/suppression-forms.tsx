// Dialogs for what people decide about a vulnerability of an item: why it does not matter here, and that it matters after all.
import { Radio, Select, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { Suppression, SuppressionDetails } from '../api/models.ts';
import { required } from '../elements/form-faults.ts';
import { Buttons, Refused } from '../elements/form-parts.tsx';
import { tellDone } from '../elements/notify.ts';
import { useSystemPermission } from '../session/session.ts';
import { useLiftSuppression, useSuppress } from './queries.ts';

const MODAL = 'suppression';
const close = () => modals.close(MODAL);

const REASONS: { value: Suppression['reason']; label: string }[] = [
  { value: 'FALSE_POSITIVE', label: 'It does not concern this component' },
  { value: 'REMEDIATED', label: 'It has been remedied' },
  { value: 'OTHER', label: 'Another reason' },
];
const STATES: { value: SuppressionDetails['state']; label: string }[] = [
  { value: 'NOT_AFFECTED', label: 'Not affected' },
  { value: 'FALSE_POSITIVE', label: 'False positive' },
  { value: 'RESOLVED', label: 'Resolved' },
  { value: 'RESOLVED_WITH_PEDIGREE', label: 'Resolved, with proof' },
  { value: 'IN_TRIAGE', label: 'In triage' },
  { value: 'EXPLOITABLE', label: 'Exploitable' },
];
const JUSTIFICATIONS: { value: NonNullable<SuppressionDetails['justification']>; label: string }[] = [
  { value: 'CODE_NOT_PRESENT', label: 'The vulnerable code is not present' },
  { value: 'CODE_NOT_REACHABLE', label: 'The vulnerable code is never reached' },
  { value: 'REQUIRES_CONFIGURATION', label: 'Needs a configuration that we do not use' },
  { value: 'REQUIRES_DEPENDENCY', label: 'Needs a dependency that we do not have' },
  { value: 'REQUIRES_ENVIRONMENT', label: 'Needs an environment that we do not run in' },
  { value: 'PROTECTED_BY_COMPILER', label: 'The compiler protects against it' },
  { value: 'PROTECTED_AT_RUNTIME', label: 'Protected at run time' },
  { value: 'PROTECTED_AT_PERIMETER', label: 'Protected at the perimeter' },
  { value: 'PROTECTED_BY_MITIGATING_CONTROL', label: 'Another control protects against it' },
];
const RESPONSES: { value: NonNullable<SuppressionDetails['response']>; label: string }[] = [
  { value: 'UPDATE', label: 'Update' },
  { value: 'ROLLBACK', label: 'Roll back' },
  { value: 'WORKAROUND_AVAILABLE', label: 'A workaround is available' },
  { value: 'WILL_NOT_FIX', label: 'Will not be fixed' },
  { value: 'CAN_NOT_FIX', label: 'Cannot be fixed' },
];

/** A component in a version, as an item has it. */
export interface SuppressedVersion {
  projectId: number;
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

export function openLiftSuppression(version: SuppressedVersion, vulnerabilityName: string): void {
  modals.open({
    modalId: MODAL,
    title: `Lift the suppression of ${vulnerabilityName}?`,
    children: <LiftForm version={version} vulnerabilityName={vulnerabilityName} />,
  });
}

interface FormProps {
  version: SuppressedVersion;
  vulnerabilityName: string;
}

const EMPTY = {
  scope: 'PROJECT' as 'PROJECT' | 'GLOBAL',
  reason: 'FALSE_POSITIVE' as Suppression['reason'],
  state: 'NOT_AFFECTED' as SuppressionDetails['state'],
  justification: null as SuppressionDetails['justification'] | null,
  response: null as SuppressionDetails['response'] | null,
  remarks: '',
};

export function SuppressionForm({ version, vulnerabilityName }: FormProps) {
  const { projectId } = version;
  const suppress = useSuppress();
  const mayEverywhere = useSystemPermission('system_admin');
  const form = useForm({ initialValues: EMPTY, validate: { remarks: required } });
  const isOfProject = form.values.scope === 'PROJECT';
  const submit = form.onSubmit(({ scope, reason, state, justification, response, remarks }) =>
    suppress.mutate(
      {
        componentId: version.componentId,
        versionIds: [version.versionId],
        vulnerabilityName,
        reason,
        remarks: remarks.trim(),
        versionScope: 'SPECIFIC_VERSIONS',
        suppressionScope: scope,
        ...(isOfProject && {
          suppressionDetails: {
            projectId,
            state,
            ...(justification && { justification }),
            ...(response && { response }),
            detail: remarks.trim(),
          },
        }),
      },
      {
        onSuccess: () => {
          close();
          tellDone(`${vulnerabilityName} is suppressed ${isOfProject ? 'in this project' : 'in all projects'}.`);
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          A suppressed vulnerability is left out of counts, lists, reports and policies. Who decided it, and why, stays.
        </Text>
        {mayEverywhere && (
          <Radio.Group label="Where" {...form.getInputProps('scope')}>
            <Stack gap={4} mt={4}>
              <Radio value="PROJECT" label="In this project" />
              <Radio value="GLOBAL" label="In all projects" />
            </Stack>
          </Radio.Group>
        )}
        <Select label="Reason" data={REASONS} allowDeselect={false} {...form.getInputProps('reason')} />
        {isOfProject && (
          <>
            <Select label="State" data={STATES} allowDeselect={false} {...form.getInputProps('state')} />
            <Select label="Justification" data={JUSTIFICATIONS} clearable {...form.getInputProps('justification')} />
            <Select label="Response" data={RESPONSES} clearable {...form.getInputProps('response')} />
          </>
        )}
        <Textarea label="In words" autosize minRows={3} data-autofocus required {...form.getInputProps('remarks')} />
        <Refused error={suppress.error} />
        <Buttons action="Suppress" isPending={suppress.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

function LiftForm({ version, vulnerabilityName }: FormProps) {
  const { projectId } = version;
  const lift = useLiftSuppression();
  const mayEverywhere = useSystemPermission('system_admin');
  const form = useForm({
    initialValues: { scope: 'PROJECT' as 'PROJECT' | 'GLOBAL', remarks: '' },
    validate: { remarks: required },
  });
  const submit = form.onSubmit(({ scope, remarks }) =>
    lift.mutate(
      {
        componentId: version.componentId,
        versionIds: [version.versionId],
        vulnerabilityName,
        remarks: remarks.trim(),
        suppressionScope: scope,
        ...(scope === 'PROJECT' && { suppressionDetails: { projectId } }),
      },
      {
        onSuccess: () => {
          close();
          tellDone(`${vulnerabilityName} counts again.`);
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {mayEverywhere && (
          <Radio.Group label="It was suppressed" {...form.getInputProps('scope')}>
            <Stack gap={4} mt={4}>
              <Radio value="PROJECT" label="In this project" />
              <Radio value="GLOBAL" label="In all projects" />
            </Stack>
          </Radio.Group>
        )}
        <Textarea label="Why" autosize minRows={2} data-autofocus required {...form.getInputProps('remarks')} />
        <Refused error={lift.error} />
        <Buttons action="Lift the suppression" isPending={lift.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}
