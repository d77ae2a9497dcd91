// Dialogs that create, change and delete a policy. Users who may not edit policies see the same fields, but no buttons.
import { Checkbox, NumberInput, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { severityValues } from '../api/described.ts';
import type { Policy, PolicySummary } from '../api/models.ts';
import { Buttons, ConfirmDelete, Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { Waiting } from '../elements/page-state.tsx';
import { SEVERITY_WORDS } from '../elements/words.ts';
import { PolicyPreview } from './policy-preview.tsx';
import {
  type Exploitation,
  type PolicyInput,
  type PolicySeverity,
  policyQuery,
  useChangePolicy,
  useCreatePolicy,
  useDeletePolicy,
  type WhenNotCompared,
} from './queries.ts';
import { componentLines, componentRules, licenseLines, licenseRules } from './rule-lines.ts';
import { RuleList } from './rule-list.tsx';
import { ComponentRulePicker, LicenseRulePicker } from './rule-pickers.tsx';

const MODAL = 'policy';
const close = () => modals.close(MODAL);
const SEVERITIES = severityValues
  .filter((value) => value !== 'NONE' && value !== 'UNKNOWN')
  .map((value) => ({
    value,
    label: value === 'CRITICAL' ? SEVERITY_WORDS[value] : `${SEVERITY_WORDS[value]} and above`,
  }));
const EXPLOITATIONS = [
  { value: 'poc', label: 'Proof of concept or exploited' },
  { value: 'active', label: 'Exploited' },
];

const NOT_COMPARED = [
  { value: 'UNDECIDED', label: 'A person decides' },
  { value: 'REJECTED', label: 'Rejected' },
];

const EMPTY: Policy = {
  id: 0,
  name: '',
  description: '',
  default: false,
  rules: {
    licenses: [],
    components: [],
    vulnerabilities: {
      approveOnlyWithoutVulnerabilities: false,
      rejectScoreAbove: null,
      rejectSeverityFrom: null,
      rejectExploited: false,
      rejectEpssFrom: null,
      rejectSsvcExploitationFrom: null,
      rejectEndOfLifeWithinDays: null,
      approveOnlyWithFreshData: false,
      whenNotCompared: null,
    },
  },
};

export function openNewPolicy(): void {
  modals.open({ modalId: MODAL, title: 'New policy', size: 'xl', closeOnClickOutside: false, children: <New /> });
}

export function openPolicy(policy: PolicySummary, mayEdit: boolean): void {
  modals.open({
    modalId: MODAL,
    title: policy.name,
    size: 'xl',
    closeOnClickOutside: !mayEdit,
    children: <Stored policyId={policy.id} mayEdit={mayEdit} />,
  });
}

export function openDeletePolicy(policy: PolicySummary): void {
  modals.open({ modalId: MODAL, title: `Delete ${policy.name}?`, children: <Delete policy={policy} /> });
}

function New() {
  const create = useCreatePolicy();
  return (
    <Fields
      policy={EMPTY}
      action="Create policy"
      isPending={create.isPending}
      error={create.error}
      onSubmit={(input) => create.mutate(input, { onSuccess: close })}
    />
  );
}

function Stored({ policyId, mayEdit }: { policyId: number; mayEdit: boolean }) {
  const policy = useQuery({ ...policyQuery(policyId), refetchOnWindowFocus: false });
  if (!policy.isSuccess) return <Waiting query={policy} rows={5} />;
  return mayEdit ? <Edit policy={policy.data} /> : <Fields policy={policy.data} />;
}

function Edit({ policy }: { policy: Policy }) {
  const change = useChangePolicy(policy.id, policy);
  const onSuccess = () => {
    close();
    notifyDone(`${policy.name} was saved. Items that are already reviewed do not change.`);
  };
  return (
    <Fields
      policy={policy}
      action="Save"
      isPending={change.isPending}
      error={change.error}
      onSubmit={(input) => change.mutate(input, { onSuccess })}
    />
  );
}

interface FieldsProps {
  policy: Policy;
  /** Undefined if the fields are read-only. */
  action?: string;
  isPending?: boolean;
  error?: unknown;
  onSubmit?: (input: PolicyInput) => void;
}

function Fields({ policy, action, isPending = false, error, onSubmit }: FieldsProps) {
  const { licenses, components, vulnerabilities } = policy.rules;
  const form = useForm({
    initialValues: {
      name: policy.name,
      description: policy.description,
      approvedLicenses: licenseLines(licenses, 'APPROVED'),
      rejectedLicenses: licenseLines(licenses, 'REJECTED'),
      approvedComponents: componentLines(components, 'APPROVED'),
      rejectedComponents: componentLines(components, 'REJECTED'),
      approveOnlyWithoutVulnerabilities: vulnerabilities.approveOnlyWithoutVulnerabilities,
      rejectScoreAbove: vulnerabilities.rejectScoreAbove ?? ('' as number | string),
      rejectSeverityFrom: vulnerabilities.rejectSeverityFrom,
      rejectExploited: vulnerabilities.rejectExploited,
      rejectEpssPercent:
        vulnerabilities.rejectEpssFrom === null ? '' : ((vulnerabilities.rejectEpssFrom * 100) as number | string),
      rejectSsvcExploitationFrom: vulnerabilities.rejectSsvcExploitationFrom,
      rejectEndOfLifeWithinDays: vulnerabilities.rejectEndOfLifeWithinDays ?? '',
      approveOnlyWithFreshData: vulnerabilities.approveOnlyWithFreshData,
      whenNotCompared: vulnerabilities.whenNotCompared,
    },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name.' : null) },
  });
  const isShown = action === undefined;
  const text = (field: string) => ({ ...form.getInputProps(field), readOnly: isShown });
  const [isText, setText] = useState(false);
  const list = (field: LinesField) => ({
    lines: form.getValues()[field],
    onChange: (lines: string) => form.setFieldValue(field, lines),
    isText,
    isReadOnly: isShown,
  });
  const submit = form.onSubmit((values) => onSubmit?.(inputOf(values)));
  /** Adds a line to a field, unless it is there. */
  const add = (field: LinesField, line: string) => {
    const lines = form.getValues()[field];
    if (!lines.split('\n').includes(line))
      form.setFieldValue(field, [lines.trimEnd(), line].filter(Boolean).join('\n'));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Name"
          data-autofocus
          description={policy.default ? 'New projects use it by default. Its name cannot be changed.' : undefined}
          {...text('name')}
          readOnly={isShown || policy.default}
        />
        <Textarea label="Description" autosize minRows={1} maxRows={5} {...text('description')} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {!isShown && (
            <LicenseRulePicker
              onAdd={(rule, decision) => add(decision === 'APPROVED' ? 'approvedLicenses' : 'rejectedLicenses', rule)}
            />
          )}
          {!isShown && (
            <ComponentRulePicker
              onAdd={(rule, decision) =>
                add(decision === 'APPROVED' ? 'approvedComponents' : 'rejectedComponents', rule)
              }
            />
          )}
          <RuleList label="Approved licenses" {...list('approvedLicenses')} />
          <RuleList label="Approved components" {...list('approvedComponents')} />
          <RuleList
            label="Rejected licenses"
            description="A rejection overrides an approval"
            {...list('rejectedLicenses')}
          />
          <RuleList label="Rejected components" {...list('rejectedComponents')} />
        </SimpleGrid>
        {!isShown && (
          <Checkbox
            label="Edit licenses and components as text"
            description="One rule per line: an SPDX id or short name; a purl without version or a name, and a range of versions, such as pkg:npm/left-pad >=1.2 <2.0"
            checked={isText}
            onChange={(event) => setText(event.currentTarget.checked)}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NumberInput
            label="Reject above this CVSS score"
            placeholder="Never"
            min={0}
            max={10}
            step={0.1}
            {...text('rejectScoreAbove')}
          />
          <Select
            label="Reject vulnerabilities of severity"
            placeholder="Never"
            data={SEVERITIES}
            clearable={!isShown}
            {...text('rejectSeverityFrom')}
          />
          <NumberInput
            label="Reject an EPSS of at least, in %"
            placeholder="Never"
            min={0}
            max={100}
            step={1}
            {...text('rejectEpssPercent')}
          />
          <Select
            label="Reject by exploitation (CISA SSVC)"
            placeholder="Never"
            data={EXPLOITATIONS}
            clearable={!isShown}
            {...text('rejectSsvcExploitationFrom')}
          />
          <NumberInput
            label="Reject this many days before the end of life (0: after it)"
            placeholder="Never"
            min={0}
            max={3650}
            allowDecimal={false}
            {...text('rejectEndOfLifeWithinDays')}
          />
          <Select
            label="An item that was not compared with advisories"
            placeholder="The other rules decide"
            data={NOT_COMPARED}
            clearable={!isShown}
            {...text('whenNotCompared')}
          />
        </SimpleGrid>
        <Checkbox
          label="Reject vulnerabilities that CISA or ENISA lists as exploited"
          disabled={isShown}
          {...form.getInputProps('rejectExploited', { type: 'checkbox' })}
        />
        <Checkbox
          label="Approve no item while the advisory data of its ecosystem is missing or too old"
          disabled={isShown}
          {...form.getInputProps('approveOnlyWithFreshData', { type: 'checkbox' })}
        />
        <Checkbox
          label="Never approve an item with a vulnerability, or one that was not compared with advisories"
          disabled={isShown}
          {...form.getInputProps('approveOnlyWithoutVulnerabilities', { type: 'checkbox' })}
        />
        {!isShown && <PolicyPreview policyId={policy.id} rulesNow={() => inputOf(form.getValues()).rules} />}
        <Refused error={error} />
        {!isShown && <Buttons action={action} isPending={isPending} onCancel={close} />}
      </Stack>
    </form>
  );
}

type LinesField = 'approvedLicenses' | 'rejectedLicenses' | 'approvedComponents' | 'rejectedComponents';

interface Values {
  name: string;
  description: string;
  approvedLicenses: string;
  rejectedLicenses: string;
  approvedComponents: string;
  rejectedComponents: string;
  approveOnlyWithoutVulnerabilities: boolean;
  /** '' means never. */
  rejectScoreAbove: number | string;
  rejectSeverityFrom: string | null;
  rejectExploited: boolean;
  /** '' means never. */
  rejectEpssPercent: number | string;
  rejectSsvcExploitationFrom: string | null;
  /** '' means never. */
  rejectEndOfLifeWithinDays: number | string;
  approveOnlyWithFreshData: boolean;
  whenNotCompared: string | null;
}

function inputOf(values: Values): PolicyInput {
  const { rejectScoreAbove, rejectSeverityFrom, rejectEpssPercent, rejectSsvcExploitationFrom: point } = values;
  const endOfLife = values.rejectEndOfLifeWithinDays;
  return {
    name: values.name.trim(),
    description: values.description,
    rules: {
      licenses: licenseRules(values.approvedLicenses, values.rejectedLicenses),
      components: componentRules(values.approvedComponents, values.rejectedComponents),
      vulnerabilities: {
        approveOnlyWithoutVulnerabilities: values.approveOnlyWithoutVulnerabilities,
        ...(rejectScoreAbove === '' ? {} : { rejectScoreAbove: Number(rejectScoreAbove) }),
        ...(rejectSeverityFrom === null ? {} : { rejectSeverityFrom: rejectSeverityFrom as PolicySeverity }),
        rejectExploited: values.rejectExploited,
        ...(rejectEpssPercent === '' ? {} : { rejectEpssFrom: Number(rejectEpssPercent) / 100 }),
        ...(point === null ? {} : { rejectSsvcExploitationFrom: point as Exploitation }),
        ...(endOfLife === '' ? {} : { rejectEndOfLifeWithinDays: Number(endOfLife) }),
        approveOnlyWithFreshData: values.approveOnlyWithFreshData,
        ...(values.whenNotCompared === null ? {} : { whenNotCompared: values.whenNotCompared as WhenNotCompared }),
      },
    },
  };
}

function Delete({ policy }: { policy: PolicySummary }) {
  const remove = useDeletePolicy(policy.id);
  return (
    <ConfirmDelete
      text="A policy that projects use cannot be deleted. Its earlier decisions are kept."
      action="Delete policy"
      done={`Policy ${policy.name} was deleted.`}
      remove={remove}
      onClose={close}
    />
  );
}
