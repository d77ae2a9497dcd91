// All settings of a project, its folder, and its related projects. Sends only changed fields.
import { Stack, Textarea, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Project } from '../api/models.ts';
import { ProjectCarryPanel } from '../carry-settings/project-panel.tsx';
import { FolderChoice } from '../choices/folder-choice.tsx';
import { changesOf } from '../editing/draft-store.ts';
import { useDraftForm } from '../editing/drafts.ts';
import { Refused, SaveOrDiscard } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { Panel } from '../elements/panel.tsx';
import { useRefusal } from '../elements/refused-field.ts';
import { ProductsPanel } from '../products/products-panel.tsx';
import { type ProjectChange, useChangeProject } from '../project/change-queries.ts';
import { projectQuery, useMay, useProjectId } from '../project/queries.ts';
import { ImagesPanel } from '../source-control/images-panel.tsx';
import { PackagesPanel } from '../source-control/packages-panel.tsx';
import { PushHooksPanel } from '../source-control/push-hooks-panel.tsx';
import { SchedulePanel } from '../source-control/schedule-panel.tsx';
import { SourceControlPanel } from '../source-control/source-control-panel.tsx';
import { ProjectData } from './project-data.tsx';
import classes from './project-settings.module.css';
import { RelatedProjects } from './related-projects.tsx';
import { Sboms } from './sboms.tsx';
import { InventoryFields, ProfileFields, ReviewFields, type SettingValues } from './setting-fields.tsx';

export function ProjectSettingsTab() {
  const { data: project } = useSuspenseQuery(projectQuery(useProjectId()));
  const may = useMay();
  return (
    <div className={classes.settings}>
      <ProjectSettings key={project.id} project={project} mayEdit={may('EDIT_PROJECT')} />
      <ProductsPanel projectId={project.id} mayEdit={may('ANALYZE_VULNERABILITIES')} />
      <ProjectCarryPanel projectId={project.id} mayEdit={may('EDIT_PROJECT')} />
      {may('VIEW_SCM') && (
        <>
          <SourceControlPanel projectId={project.id} mayEdit={may('EDIT_SCM')} />
          <ImagesPanel projectId={project.id} mayEdit={may('EDIT_SCM')} />
          <PackagesPanel projectId={project.id} mayEdit={may('EDIT_SCM')} />
          <SchedulePanel projectId={project.id} mayEdit={may('EDIT_SCM')} />
          <PushHooksPanel projectId={project.id} mayEdit={may('EDIT_SCM')} />
        </>
      )}
      <RelatedProjects project={project} mayEdit={may('EDIT_CHILDREN')} />
      <Sboms projectId={project.id} mayImport={may('IMPORT_DATA')} />
      <ProjectData project={project} may={may} />
    </div>
  );
}

type Values = {
  name: string;
  description: string;
  folderId: number;
} & { [Name in keyof SettingValues]: SettingValues[Name] };

type Shown = Pick<
  Project,
  | 'entityVersion'
  | 'id'
  | 'name'
  | 'description'
  | 'folderId'
  | 'risk'
  | 'projectVisibiity'
  | 'scanProfileName'
  | 'policyProfileName'
  | 'autoPublish'
  | 'minimumConfidence'
  | 'markAssociatedFilesAsReviewed'
  | 'doNotPublishInventoryUnknownLicense'
  | 'deleteEmptyInventory'
  | 'reviewSettings'
  | 'entityVersion'
>;

export function settingsOf({ risk, projectVisibiity, minimumConfidence, id: _id, ...project }: Shown): Values {
  const { name, description, folderId, scanProfileName, policyProfileName, reviewSettings } = project;
  return {
    ...{ name, description, folderId, scanProfileName, policyProfileName },
    risk: risk.toUpperCase(),
    privateProject: projectVisibiity === 'Private',
    minimumConfidence: minimumConfidence.toUpperCase(),
    autoPublish: project.autoPublish,
    markAssociatedFilesAsReviewed: project.markAssociatedFilesAsReviewed,
    doNotPublishInventoryUnknownLicense: project.doNotPublishInventoryUnknownLicense,
    deleteEmptyInventory: project.deleteEmptyInventory,
    reviewSettings: reviewSettings as SettingValues['reviewSettings'],
  };
}

export function ProjectSettings({ project, mayEdit }: { project: Shown; mayEdit: boolean }) {
  const draftKey = `project ${project.id} settings`;
  const change = useChangeProject(project, draftKey);
  const stored = settingsOf(project);
  const { form, settle, discard } = useDraftForm<Values>(draftKey, {
    initialValues: stored,
    validate: {
      name: (name) =>
        name.trim() === '' ? 'Enter a name.' : name.length > 255 ? 'A name has at most 255 characters.' : null,
    },
  });
  const unplaced = useRefusal(form, change.error, { duplicate: 'name' });
  const submit = form.onSubmit((values) =>
    // Sends only changed fields. This keeps changes that others saved meanwhile, and saving works although a profile in
    // another field was deleted.
    change.mutate({ projectId: project.id, ...changesOf(form.getInitialValues(), trimmed(values)) } as ProjectChange, {
      onSuccess: () => {
        form.setInitialValues(values);
        form.resetDirty(values);
        settle();
        notifyDone('The settings were saved.');
      },
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={!mayEdit} className={classes.fields}>
        <Stack gap="md">
          <Panel title="Project">
            <Stack gap="sm">
              <TextInput label="Name" description="Unique in the whole installation" {...form.getInputProps('name')} />
              <Textarea label="Description" autosize minRows={2} maxRows={10} {...form.getInputProps('description')} />
              <FolderChoice
                label="Folder"
                description="The folder that contains the project"
                disabled={!mayEdit}
                {...form.getInputProps('folderId')}
              />
              <ProfileFields form={form} />
            </Stack>
          </Panel>
          <Panel title="Items created by scans">
            <InventoryFields form={form} />
          </Panel>
          <Panel title="Review and remediation">
            <ReviewFields form={form} />
          </Panel>
          <Refused error={unplaced} />
          {mayEdit && <SaveOrDiscard isPending={change.isPending} isDirty={form.isDirty()} onDiscard={discard} />}
        </Stack>
      </fieldset>
    </form>
  );
}

const trimmed = (values: Values) => ({ ...values, name: values.name.trim() });
