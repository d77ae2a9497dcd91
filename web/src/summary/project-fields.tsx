// The custom fields of a project, on its Summary tab. Shown if an administrator has defined any.
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CustomField, Project } from '../api/models.ts';
import { FieldInputs } from '../custom-fields/field-inputs.tsx';
import { changedFields, fieldNames, shownFields, valuesOf } from '../custom-fields/field-values.ts';
import { customFieldsQuery } from '../custom-fields/queries.ts';
import { useDraftForm } from '../editing/drafts.ts';
import { Failed } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { useRefusal } from '../elements/refused-field.ts';
import { SaveBar } from '../elements/save-bar.tsx';
import { useChangeProject } from '../project/change-queries.ts';
import { useMayIn } from '../project/queries.ts';

type Shown = Pick<Project, 'id' | 'customFields' | 'entityVersion'>;

export function ProjectFields({ project }: { project: Shown }) {
  const definitions = useQuery(customFieldsQuery);
  if (definitions.isError)
    return (
      <Panel title="Custom fields">
        <Failed error={definitions.error} onRetry={() => definitions.refetch()} />
      </Panel>
    );
  const fields = shownFields(definitions.data ?? [], 'PROJECT');
  if (fields.length === 0) return null;
  return (
    <Panel title="Custom fields">
      <FieldsForm key={project.id} project={project} fields={fields} />
    </Panel>
  );
}

function FieldsForm({ project, fields }: { project: Shown; fields: CustomField[] }) {
  const may = useMayIn(project.id);
  const change = useChangeProject(project, `project ${project.id} fields`, true);
  const stored = valuesOf(project.customFields);
  const { form, settle } = useDraftForm(`project ${project.id} fields`, { initialValues: { customFields: stored } });
  const signature = JSON.stringify(stored);
  // What others saved shows at once, unless something was typed here: that is not taken away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when what is stored changes, and then only
  useEffect(() => {
    if (form.isDirty()) return;
    form.setInitialValues({ customFields: stored });
    form.reset();
  }, [signature]);
  const unplaced = useRefusal(form, change.error, { named: fieldNames(fields) });
  const submit = form.onSubmit(({ customFields }) => {
    const before = form.getInitialValues().customFields;
    change.mutate(
      { projectId: project.id, customFields: changedFields(before, customFields) },
      {
        onSuccess: () => {
          form.resetDirty();
          settle();
        },
      },
    );
  });
  const discard = () => {
    change.reset();
    form.setInitialValues({ customFields: stored });
    form.reset();
    settle();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FieldInputs form={form} fields={fields} isReadOnly={!may('EDIT_PROJECT')} />
        <SaveBar isDirty={form.isDirty()} isPending={change.isPending} error={unplaced} onReset={discard} />
      </Stack>
    </form>
  );
}
