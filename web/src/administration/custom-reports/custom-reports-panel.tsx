// Administration: custom reports. Administrators install scripts, register them under a name, test them on a project,
// and read the log of the job.
import { ActionIcon, Alert, Badge, Button, Checkbox, FileButton, Group, Stack, Text, Tooltip } from '@mantine/core';
import {
  IconFileCode,
  IconPencil,
  IconPlayerPlay,
  IconPlus,
  IconTemplate,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { InstalledReport, ReportDefinition } from '../../api/models.ts';
import { Refused } from '../../elements/form-parts.tsx';
import { notifyDone } from '../../elements/notify.ts';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Empty, Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { RowAction } from '../../elements/row-action.tsx';
import { openDeleteReport, openEditReport, openRegister, openRemoveScript, openTry } from './custom-report-forms.tsx';
import { definitionsQuery, scriptsQuery, separationQuery, suggestedDefinition, useInstallScripts } from './queries.ts';

export function CustomReportsPanel() {
  const scripts = useQuery(scriptsQuery);
  const definitions = useQuery(definitionsQuery);
  const custom = definitions.data?.filter((one) => !one.default) ?? [];
  return (
    <div className={classes.column}>
      <PageHead
        title="Custom reports"
        intro="Reports that scripts and templates create. A script reads the project through the API, with the rights of the user who generates the report, and uploads the result. A template is a Liquid text that Assay fills with the data of the project. You can edit templates here."
      />
      <Panel title="Scripts">
        <Stack gap="sm">
          <Install />
          <Separation />
          {!scripts.isSuccess ? (
            <Waiting query={scripts} rows={2} title="The scripts could not be loaded" />
          ) : scripts.data.length === 0 ? (
            <Empty icon={<IconFileCode />} title="No script installed">
              Install a zip of a folder with a create_report.sh, or with a template such as report.html.liquid.
            </Empty>
          ) : (
            <Scripts scripts={scripts.data} definitions={custom} all={definitions.data ?? []} />
          )}
        </Stack>
      </Panel>
      <Panel title="Reports" isFlush>
        {!definitions.isSuccess ? (
          <Waiting query={definitions} rows={2} title="The reports could not be loaded" />
        ) : custom.length === 0 ? (
          <Empty icon={<IconFileCode />} title="No custom report yet">
            Register an installed script. Then users can generate its report in every project.
          </Empty>
        ) : (
          <Definitions definitions={custom} scripts={scripts.data ?? []} />
        )}
      </Panel>
    </div>
  );
}

/** Says whether one script can read the token of another. */
function Separation() {
  const separation = useQuery(separationQuery);
  if (!separation.isSuccess) return null;
  const { isSeparated, words } = separation.data;
  return isSeparated ? (
    <Text size="sm" c="dimmed">
      Scripts are separated: {words}.
    </Text>
  ) : (
    <Alert color="yellow" variant="light">
      Scripts are not separated: {words}. Install only scripts that you trust.
    </Alert>
  );
}

function Install() {
  const install = useInstallScripts();
  const [replace, setReplace] = useState(false);
  const forgetFile = useRef<() => void>(null);
  const start = (file: File | null) => {
    if (!file) return;
    install.mutate(
      { file, replace },
      { onSuccess: ({ data }) => notifyDone(`Installed: ${data.map(({ folder }) => folder).join(', ')}`) },
    );
    // Clears the field. Without this the browser reports nothing when the same file is chosen twice.
    forgetFile.current?.();
  };
  return (
    <Stack gap={6}>
      <Group gap="md">
        <FileButton onChange={start} resetRef={forgetFile} accept=".zip">
          {(props) => (
            <Button {...props} leftSection={<IconUpload size={15} />} loading={install.isPending}>
              Install from a zip
            </Button>
          )}
        </FileButton>
        <Checkbox
          label="Replace installed scripts"
          checked={replace}
          onChange={(event) => setReplace(event.currentTarget.checked)}
        />
      </Group>
      <Refused error={install.error} />
      {install.data && install.data.leftOut.length > 0 && (
        <Alert color="orange" title="Not installed">
          {install.data.leftOut.map((sentence) => (
            <Text key={sentence} size="sm">
              {sentence}
            </Text>
          ))}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        The server runs these scripts. Install only scripts from people whom you trust with the data of the server.
      </Text>
    </Stack>
  );
}

interface ScriptsProps {
  scripts: InstalledReport[];
  definitions: ReportDefinition[];
  all: ReportDefinition[];
}

function Scripts({ scripts, definitions, all }: ScriptsProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Script</th>
          <th scope="col">Registered as</th>
          <th scope="col" aria-label="Actions" />
        </tr>
      </thead>
      <tbody>
        {scripts.map((script) => (
          <tr key={script.folder}>
            <td className="mono">{script.path}</td>
            <td>
              {definitions
                .filter(({ id }) => script.reportIds.includes(id))
                .map(({ name }) => name)
                .join(', ') || '–'}
            </td>
            <td>
              <div className={classes.cellActions}>
                <RowAction
                  label="Register"
                  name={`Register ${script.folder}`}
                  onClick={() => openRegister(suggestedDefinition(script, all))}
                >
                  <IconPlus size={16} />
                </RowAction>
                <RowAction
                  label="Remove"
                  name={`Remove ${script.folder}`}
                  isDangerous
                  onClick={() => openRemoveScript(script)}
                >
                  <IconTrash size={16} />
                </RowAction>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Definitions({ definitions, scripts }: { definitions: ReportDefinition[]; scripts: InstalledReport[] }) {
  const installed = new Set(scripts.map(({ path }) => path));
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Script</th>
          <th scope="col">Options</th>
          <th scope="col">Status</th>
          <th scope="col" aria-label="Actions" />
        </tr>
      </thead>
      <tbody>
        {definitions.map((report) => (
          <tr key={report.id}>
            <td>{report.name}</td>
            <td className="mono">{report.path}</td>
            <td className="number">{report.reportOptions.length}</td>
            <td>
              {!report.enabled && <Badge color="gray">Disabled</Badge>}
              {report.enabled && !installed.has(report.path) && <Badge color="orange">Script missing</Badge>}
              {report.enabled && installed.has(report.path) && <Badge color="green">Ready</Badge>}
            </td>
            <td>
              <div className={classes.cellActions}>
                <RowAction label="Test" name={`Test ${report.name}`} onClick={() => openTry(report)}>
                  <IconPlayerPlay size={16} />
                </RowAction>
                {/\.liquid$/i.test(report.path) && (
                  <Tooltip label="Template">
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`Template of ${report.name}`}
                      renderRoot={(props) => (
                        <Link
                          to="/administration/custom-reports/$reportId"
                          params={{ reportId: report.id }}
                          {...props}
                        />
                      )}
                    >
                      <IconTemplate size={16} />
                    </ActionIcon>
                  </Tooltip>
                )}
                <RowAction label="Edit" name={`Edit ${report.name}`} onClick={() => openEditReport(report)}>
                  <IconPencil size={16} />
                </RowAction>
                <RowAction
                  label="Delete"
                  name={`Delete ${report.name}`}
                  isDangerous
                  onClick={() => openDeleteReport(report)}
                >
                  <IconTrash size={16} />
                </RowAction>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
