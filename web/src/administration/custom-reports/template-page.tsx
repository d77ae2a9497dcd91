// The template of a custom report: an editor for its text, a preview with the data of a project, and all versions, each of which can be restored.
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconEye } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReportTemplate, TemplateVersion } from '../../api/models.ts';
import { ProjectChoice } from '../../choices/project-choice.tsx';
import { Refused } from '../../elements/form-parts.tsx';
import { notifyDone, notifyRefused } from '../../elements/notify.ts';
import shared from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Failed, Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { momentText } from '../../elements/quantities.ts';
import { RowAction } from '../../elements/row-action.tsx';
import {
  definitionQuery,
  fetchVersionText,
  folderOf,
  templateQuery,
  usePreview,
  useRestoreVersion,
  useSaveTemplate,
  versionsQuery,
} from './queries.ts';
import classes from './template-page.module.css';

const route = getRouteApi('/signed-in/administration/custom-reports/$reportId');

export function TemplatePage() {
  const { reportId } = route.useParams();
  const report = useQuery(definitionQuery(reportId));
  const folder = folderOf(report.data?.path ?? '');
  const template = useQuery({ ...templateQuery(folder), retry: false, enabled: folder !== '' });
  const failure = report.error ?? template.error;
  return (
    <div className={classes.page}>
      <PageHead title={report.data ? `Template of ${report.data.name}` : 'Template'} intro={template.data?.path}>
        <Link to="/administration/custom-reports">All custom reports</Link>
      </PageHead>
      {failure ? (
        <Failed error={failure} title="This template could not be loaded" />
      ) : !template.data ? (
        <Waiting query={template} rows={6} />
      ) : (
        // Keeps what the user typed until they leave the page, even if somebody else saves a version.
        <Editor key={folder} template={template.data} />
      )}
    </div>
  );
}

export function Editor({ template }: { template: ReportTemplate }) {
  const { folder, version } = template;
  const [text, setText] = useState(template.text);
  /** The version that is edited. The server refuses to overwrite a newer one. */
  const [began, setBegan] = useState(template.entityVersion);
  const [note, setNote] = useState('');
  const save = useSaveTemplate(folder);
  const restore = useRestoreVersion(folder);
  const isDirty = text !== template.text;
  const store = () =>
    save.mutate(
      { text, note, ...(began !== undefined && { entityVersion: began }) },
      {
        onSuccess(number) {
          // Further edits start from the saved text.
          setBegan(undefined);
          setNote('');
          notifyDone(`Version ${number} was saved.`);
        },
      },
    );
  const goBack = (number: number) =>
    restore.mutate(number, {
      async onSuccess(made) {
        setText(await fetchVersionText(folder, number));
        setBegan(undefined);
        notifyDone(`Version ${number} was restored as version ${made}.`);
      },
      onError: (error) => notifyRefused('The version could not be restored', error),
    });
  return (
    <>
      <div className={classes.halves}>
        <Panel title={version === 0 ? 'Text, not saved yet' : `Text, version ${version}`}>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (isDirty) store();
            }}
          >
            <Stack gap="sm">
              <Textarea
                aria-label="Text of the template"
                autosize
                minRows={14}
                maxRows={28}
                classNames={{ input: 'mono' }}
                spellCheck={false}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
              />
              <TextInput
                label="Changes"
                maxLength={2000}
                value={note}
                onChange={(event) => setNote(event.currentTarget.value)}
              />
              <Refused error={save.error} />
              <Group gap={8}>
                <Button type="submit" loading={save.isPending} disabled={!isDirty || text === ''}>
                  Save as a new version
                </Button>
                <Button
                  variant="default"
                  disabled={!isDirty}
                  onClick={() => {
                    setText(template.text);
                    setBegan(template.entityVersion);
                    save.reset();
                  }}
                >
                  Discard
                </Button>
              </Group>
            </Stack>
          </form>
        </Panel>
        <Preview folder={folder} text={text} />
      </div>
      <Versions folder={folder} current={version} onShow={setText} onBack={goBack} />
    </>
  );
}

function Preview({ folder, text }: { folder: string; text: string }) {
  const [projectId, setProjectId] = useState<string | null>(null);
  const preview = usePreview(folder);
  const show = () => projectId !== null && preview.mutate({ projectId: Number(projectId), text });
  return (
    <Panel title="Preview">
      <Stack gap="sm">
        <Group align="flex-end" gap={8}>
          <ProjectChoice label="Project" value={projectId} onChange={setProjectId} />
          <Button
            variant="default"
            leftSection={<IconEye size={16} />}
            loading={preview.isPending}
            disabled={projectId === null || text === ''}
            onClick={show}
          >
            Preview
          </Button>
        </Group>
        <Refused error={preview.error} />
        {preview.data === undefined ? (
          <Text size="sm" c="dimmed">
            Renders the text on the left with the data of a project, even if the text is not saved. Options have their
            default values.
          </Text>
        ) : preview.data.format === 'html' ? (
          // The sandbox gives the page an origin of its own: it runs no scripts and cannot reach this page.
          <iframe title="Preview of the report" srcDoc={preview.data.text} sandbox="" className={classes.frame} />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard
          <pre className={classes.output} tabIndex={0}>
            {preview.data.text}
          </pre>
        )}
      </Stack>
    </Panel>
  );
}

interface VersionsProps {
  folder: string;
  current: number;
  onShow: (text: string) => void;
  onBack: (version: number) => void;
}

function Versions({ folder, current, onShow, onBack }: VersionsProps) {
  const versions = useInfiniteQuery(versionsQuery(folder));
  const read = useMutation({
    mutationFn: (version: number) => fetchVersionText(folder, version),
    onSuccess: onShow,
    onError: (error) => notifyRefused('The version could not be read', error),
  });
  if (!versions.isSuccess) return <Waiting query={versions} rows={3} title="The versions could not be loaded" />;
  // If somebody saves a version between two page loads, the remaining versions move by one.
  const rows = [...new Map(versions.data.pages.flatMap((page) => page.rows).map((one) => [one.version, one])).values()];
  return (
    <Panel title="Versions" isFlush>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Saved on</th>
            <th scope="col">Saved by</th>
            <th scope="col">Changes</th>
            <th scope="col" aria-label="Actions" />
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <VersionRow
              key={one.version}
              version={one}
              isCurrent={one.version === current}
              onShow={() => read.mutate(one.version)}
              onBack={() => onBack(one.version)}
            />
          ))}
        </tbody>
      </table>
      {versions.hasNextPage && (
        <Group p="sm">
          <Button variant="default" loading={versions.isFetchingNextPage} onClick={() => void versions.fetchNextPage()}>
            Show older versions
          </Button>
          <Text size="sm" c="dimmed">
            {rows.length} of {versions.data.pages[0]?.total} versions
          </Text>
        </Group>
      )}
    </Panel>
  );
}

interface VersionRowProps {
  version: TemplateVersion;
  isCurrent: boolean;
  onShow: () => void;
  onBack: () => void;
}

function VersionRow({ version: one, isCurrent, onShow, onBack }: VersionRowProps) {
  const { version: number, savedBy, note, restoredFrom, savedOn } = one;
  return (
    <tr>
      <td className="number">
        {number}
        {isCurrent && ' (current)'}
      </td>
      <td>{momentText(savedOn)}</td>
      <td>{savedBy || 'Installed with the script'}</td>
      <td>{restoredFrom === undefined ? note : `Restored from version ${restoredFrom}`}</td>
      <td>
        <div className={shared.cellActions}>
          {!isCurrent && (
            <>
              <RowAction label="Show in the editor" name={`Show version ${number}`} onClick={onShow}>
                <IconEye size={16} />
              </RowAction>
              <RowAction label="Restore" name={`Restore version ${number}`} onClick={onBack}>
                <IconArrowBackUp size={16} />
              </RowAction>
            </>
          )}
        </div>
      </td>
    </tr>
  );
}
