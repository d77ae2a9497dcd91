// The template of a custom report: its text, what it makes of a project now, and the versions that it had, each of which can be taken up again.
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconEye } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReportTemplateVersion } from '../../api/models.ts';
import { Refused } from '../../elements/form-parts.tsx';
import { tellDone, tellRefused } from '../../elements/notify.ts';
import shared from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Failed, Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { momentText } from '../../elements/quantities.ts';
import { RowAction } from '../../elements/row-action.tsx';
import { ProjectChoice } from './custom-report-forms.tsx';
import {
  definitionQuery,
  fetchVersionText,
  templateQuery,
  usePreview,
  useSaveTemplate,
  versionsQuery,
} from './queries.ts';
import classes from './template-page.module.css';

const route = getRouteApi('/signed-in/administration/custom-reports/$reportId');

export function TemplatePage() {
  const { reportId } = route.useParams();
  const report = useQuery(definitionQuery(reportId));
  const template = useQuery({ ...templateQuery(reportId), retry: false });
  return (
    <div className={classes.page}>
      <PageHead title={report.data ? `Template of ${report.data.name}` : 'Template'} intro={template.data?.path}>
        <Link to="/administration/custom-reports">All custom reports</Link>
      </PageHead>
      {template.isError ? (
        <Failed error={template.error} title="There is no template to show" />
      ) : !template.data ? (
        <Waiting query={template} rows={6} />
      ) : (
        // What was typed stays when another version is saved, until the page is left.
        <Editor key={reportId} reportId={reportId} {...template.data} />
      )}
    </div>
  );
}

interface EditorProps {
  reportId: number;
  text: string;
  /** The number of the text that stands. */
  version: number;
}

export function Editor({ reportId, version, ...standing }: EditorProps) {
  const [text, setText] = useState(standing.text);
  /** The version that was edited: saving over a younger one is refused. */
  const [basedOn, setBasedOn] = useState(version);
  const [comment, setComment] = useState('');
  const save = useSaveTemplate(reportId);
  const isDirty = text !== standing.text;
  const store = (wanted: { text: string; comment: string; basedOn: number }) =>
    save.mutate(wanted, {
      onSuccess(number) {
        setText(wanted.text);
        setBasedOn(number);
        setComment('');
        tellDone(`Version ${number} stands.`);
      },
    });
  return (
    <>
      <div className={classes.halves}>
        <Panel title={`Text, version ${version}`}>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (isDirty) store({ text, comment, basedOn });
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
                label="What has changed"
                maxLength={500}
                value={comment}
                onChange={(event) => setComment(event.currentTarget.value)}
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
                    setText(standing.text);
                    setBasedOn(version);
                    save.reset();
                  }}
                >
                  Discard
                </Button>
              </Group>
            </Stack>
          </form>
        </Panel>
        <Preview reportId={reportId} text={text} />
      </div>
      <Versions
        reportId={reportId}
        current={version}
        onShow={setText}
        onBack={(number, old) => store({ text: old, comment: `Back to version ${number}`, basedOn: version })}
      />
    </>
  );
}

function Preview({ reportId, text }: { reportId: number; text: string }) {
  const [projectId, setProjectId] = useState<string | null>(null);
  const preview = usePreview(reportId);
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
            Shows what the text at the left makes of a project, saved or not. Options have their defaults.
          </Text>
        ) : preview.data.format === 'html' ? (
          // A page of nobody: no script of a template runs, and it reaches nothing here.
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
  reportId: number;
  current: number;
  onShow: (text: string) => void;
  onBack: (number: number, text: string) => void;
}

function Versions({ reportId, current, onShow, onBack }: VersionsProps) {
  const versions = useQuery(versionsQuery(reportId));
  const read = useMutation({
    mutationFn: async ({ number }: { number: number; use: (text: string) => void }) =>
      fetchVersionText(reportId, number),
    onSuccess: (text, { use }) => use(text),
    onError: (error) => tellRefused('The version could not be read', error),
  });
  if (!versions.isSuccess) return <Waiting query={versions} rows={3} title="The versions could not be loaded" />;
  return (
    <Panel title="Versions" isFlush>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Since</th>
            <th scope="col">By</th>
            <th scope="col">What has changed</th>
            <th scope="col" aria-label="Actions" />
          </tr>
        </thead>
        <tbody>
          {versions.data.rows.map((one) => (
            <VersionRow
              key={one.number}
              version={one}
              isCurrent={one.number === current}
              onShow={() => read.mutate({ number: one.number, use: onShow })}
              onBack={() => read.mutate({ number: one.number, use: (text) => onBack(one.number, text) })}
            />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

interface VersionRowProps {
  version: ReportTemplateVersion;
  isCurrent: boolean;
  onShow: () => void;
  onBack: () => void;
}

function VersionRow({ version: { number, author, comment, createdOn }, isCurrent, onShow, onBack }: VersionRowProps) {
  return (
    <tr>
      <td className="number">
        {number}
        {isCurrent && ' (stands)'}
      </td>
      <td>{momentText(createdOn)}</td>
      <td>{author || 'Nobody: the file was found'}</td>
      <td>{comment}</td>
      <td className={shared.cellActions}>
        {!isCurrent && (
          <>
            <RowAction label="Read in the field above" name={`Read version ${number}`} onClick={onShow}>
              <IconEye size={16} />
            </RowAction>
            <RowAction label="Go back to it" name={`Go back to version ${number}`} onClick={onBack}>
              <IconArrowBackUp size={16} />
            </RowAction>
          </>
        )}
      </td>
    </tr>
  );
}
