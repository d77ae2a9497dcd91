// The dialog before a report is generated: the options from its definition, and the second project of a comparison.
import { MultiSelect, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { Report, ReportOption } from '../api/models.ts';
import { ProjectChoice } from '../choices/project-choice.tsx';
import { Buttons } from '../elements/form-parts.tsx';
import type { ReportRequest } from './queries.ts';

const MODAL = 'report-options';
const close = () => modals.close(MODAL);

type Asked = Pick<Report, 'name' | 'reportOptions' | 'enableProjectPicker'>;

export function openReportOptions(report: Asked, projectId: number, onReady: (request: ReportRequest) => void): void {
  modals.open({
    modalId: MODAL,
    title: report.name,
    size: 'lg',
    children: <ReportOptions report={report} projectId={projectId} onReady={onReady} />,
  });
}

interface ReportOptionsProps {
  report: Asked;
  projectId: number;
  onReady: (request: ReportRequest) => void;
}

export function ReportOptions({ report, projectId, onReady }: ReportOptionsProps) {
  const asked = [...report.reportOptions].sort((a, b) => a.order - b.order);
  const [values, setValues] = useState(() =>
    Object.fromEntries(asked.map(({ name, defaultValue = '' }) => [name, defaultValue])),
  );
  const [other, setOther] = useState<number>();
  const isReady =
    (!report.enableProjectPicker || other !== undefined) &&
    asked.every(({ name, required }) => !required || values[name]?.trim() !== '');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        close();
        onReady({ options: values, ...(other === undefined ? {} : { otherProjectId: other }) });
      }}
    >
      <Stack gap="sm">
        {report.enableProjectPicker && (
          <ProjectChoice
            label="Project to compare with"
            required
            hasFocus
            showsIds
            except={projectId}
            value={other === undefined ? null : String(other)}
            onChange={(id) => setOther(id === null ? undefined : Number(id))}
          />
        )}
        {asked.map((option, at) => (
          <OptionField
            key={option.name}
            isFirst={at === 0 && !report.enableProjectPicker}
            option={option}
            value={values[option.name] ?? ''}
            onChange={(value) => setValues({ ...values, [option.name]: value })}
          />
        ))}
        <Buttons action="Generate" isPending={false} isReady={isReady} onCancel={close} />
      </Stack>
    </form>
  );
}

interface OptionFieldProps {
  option: ReportOption;
  value: string;
  /** This field gets the focus. */
  isFirst: boolean;
  onChange: (value: string) => void;
}

function OptionField({ option, value, isFirst, onChange }: OptionFieldProps) {
  const choices = choicesOf(option);
  const several = severalOf(option);
  const label = { label: option.label, required: option.required, ...(isFirst && { 'data-autofocus': true }) };
  const field = { ...label, description: plainText(option.description), value };
  if (several)
    return (
      <MultiSelect
        {...label}
        description={several.about}
        placeholder={value === '' ? 'All' : undefined}
        data={several.choices}
        value={value.split(',').filter((one) => one !== '')}
        onChange={(chosen) => onChange(chosen.join(','))}
        clearable
      />
    );
  if (choices)
    return <Select {...field} data={choices} allowDeselect={false} onChange={(chosen) => onChange(chosen ?? '')} />;
  if ((option.defaultValue ?? '').length > 60)
    return <Textarea {...field} autosize maxRows={8} onChange={(event) => onChange(event.currentTarget.value)} />;
  return <TextInput {...field} onChange={(event) => onChange(event.currentTarget.value)} />;
}

/** The description of an option with fixed values ends in `One of: a, b.` */
export function choicesOf({ description }: Pick<ReportOption, 'description'>): string[] | undefined {
  return / One of: ([^.]+)\.$/.exec(description)?.[1]?.split(', ');
}

/**
 * The description of an option with several values ends in `…: a, b. Several are separated by commas; blank for all.`
 */
export function severalOf({ description }: Pick<ReportOption, 'description'>) {
  const said = /^([^.:]+): ([^.]+)\. Several are separated by commas; blank for all\.$/.exec(description);
  return said?.[1] && said[2] ? { about: said[1], choices: said[2].split(', ') } : undefined;
}

/** Descriptions of custom reports may contain HTML. The page shows only the text. */
function plainText(description: string): string {
  return description.includes('<')
    ? (new DOMParser().parseFromString(description, 'text/html').body.textContent ?? '')
    : description;
}
