// Library: the current license rules, the import of others, and the progress of updating older evidence.

import { Alert, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertTriangle, IconCheck, IconPlayerStop, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { LicenseRules, LicenseRulesImport, OpenImport } from '../../api/models.ts';
import { ConfirmDelete } from '../../elements/form-parts.tsx';
import { notifyRefused } from '../../elements/notify.ts';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { countText, momentText, sizeText } from '../../elements/quantities.ts';
import { StopJob } from '../../jobs/stop-job.tsx';
import { useSystemPermission } from '../../session/session.ts';
import { licenseRulesQuery, useCancelRulesJob, useDropImportedRules, useImportRules } from './queries.ts';

const MODAL = 'license-rules';
const close = () => modals.close(MODAL);

export function LicenseRulesPanel() {
  const rules = useQuery(licenseRulesQuery);
  const keepsLibrary = useSystemPermission('library_manager');
  const administrates = useSystemPermission('system_admin');
  if (!rules.isSuccess) return <Waiting query={rules} title="The license rules could not be loaded" />;
  const { importJob, lastImport, refreshJob } = rules.data;
  const mayChange = keepsLibrary || administrates;
  return (
    <div className={classes.column}>
      <PageHead
        title="License rules"
        intro="Scans find licenses by these rules. You can replace the built-in rules with rules in ScanCode’s format. Scans find custom licenses in both cases."
      >
        {mayChange && <Import isBusy={importJob !== null} />}
      </PageHead>
      <InForce rules={rules.data} mayChange={mayChange} />
      {importJob && (
        <Panel title="Import of rules">
          <JobState job={importJob} unit="rules" isOurs={mayChange} />
        </Panel>
      )}
      {!importJob && lastImport && <ImportEnd job={lastImport} />}
      {refreshJob && (
        <Panel title="Evidence is being updated to the current rules">
          <JobState job={refreshJob} unit="files" isOurs={administrates} />
          <Text size="sm" c="dimmed" mt="xs">
            This runs in the background, and scans have priority. The next scan of each project updates its inventory.
          </Text>
        </Panel>
      )}
    </div>
  );
}

function InForce({ rules, mayChange }: { rules: LicenseRules; mayChange: boolean }) {
  const isImported = rules.source === 'imported';
  return (
    <Panel
      title="Current rules"
      actions={
        isImported &&
        mayChange && (
          <Button variant="default" size="compact-sm" onClick={openDrop}>
            Return to the built-in rules
          </Button>
        )
      }
    >
      <Stack gap="sm">
        {rules.problem !== '' && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle size={16} />}>
            {rules.problem}
          </Alert>
        )}
        <Text size="sm">
          {isImported
            ? `Imported rules, since ${momentText(rules.importedOn)} (${sizeText(rules.sizeBytes)} compiled).`
            : 'The built-in rules.'}
        </Text>
        {rules.analyzerVersion && (
          <Text size="sm" c="dimmed">
            Analyser version with these rules and the custom licenses:{' '}
            <span className="mono">{rules.analyzerVersion}</span>
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

const STOPPED = {
  color: 'gray',
  Icon: IconPlayerStop,
  role: 'status',
  wordsOf: (_: LicenseRulesImport) => 'The last import was canceled. The rules did not change.',
};
const ENDS: Record<string, typeof STOPPED> = {
  Completed: { color: 'green', Icon: IconCheck, role: 'status', wordsOf: ({ details }) => details },
  Failed: {
    color: 'red',
    Icon: IconAlertTriangle,
    role: 'alert',
    wordsOf: ({ error }) => `The last import failed. The rules did not change. ${error}`,
  },
};

/** Shown until other rules are imported, because the user who sent a refused archive may have left the page. */
function ImportEnd({ job }: { job: LicenseRulesImport }) {
  const { color, Icon, role, wordsOf } = ENDS[job.status] ?? STOPPED;
  return (
    <Alert color={color} variant="light" icon={<Icon size={16} />} role={role}>
      {wordsOf(job)}{' '}
      <Link to="/jobs" search={{ job: job.id }}>
        Job {job.id}
      </Link>
    </Alert>
  );
}

function Import({ isBusy }: { isBusy: boolean }) {
  const send = useImportRules();
  const forgetFile = useRef<() => void>(null);
  const start = (file: File | null) => {
    if (!file) return;
    send.mutate(file, { onError: (error) => notifyRefused('The rules were not imported', error) });
    // Clears the field. Without this the browser reports nothing when the same file is chosen again, even if it was
    // repaired.
    forgetFile.current?.();
  };
  return (
    <FileButton onChange={start} resetRef={forgetFile} accept=".zip,.tar,.gz,.tgz,.xz,.txz,.bz2,.zst,.7z">
      {(props) => (
        <Button {...props} leftSection={<IconUpload size={15} />} loading={send.isPending} disabled={isBusy}>
          Import rules
        </Button>
      )}
    </FileButton>
  );
}

/** `isOurs`: the signed-in user may see and stop the job. Other users get a "not found" for it. */
function JobState({ job, unit, isOurs }: { job: OpenImport; unit: string; isOurs: boolean }) {
  const cancel = useCancelRulesJob();
  const share = job.total > 0 ? Math.min(100, (job.done / job.total) * 100) : undefined;
  return (
    <Stack gap={6} data-testid="rules-job">
      <Group justify="space-between" gap={8}>
        <Text size="sm">
          <b>{job.phase || 'Waiting'}</b>{' '}
          <span className="number">
            {share !== undefined
              ? `${countText(job.done)} of ${countText(job.total)} ${unit}`
              : job.done > 0 && `${countText(job.done)} ${unit}`}
          </span>
        </Text>
        {isOurs && (
          <Group gap={8}>
            <Link to="/jobs" search={{ job: job.id }}>
              Job {job.id}
            </Link>
            <StopJob jobId={job.id} cancel={cancel} />
          </Group>
        )}
      </Group>
      <Progress
        value={share ?? 100}
        animated={share === undefined}
        striped={share === undefined}
        color={share === undefined ? 'gray' : 'ink'}
        size="lg"
        aria-label="Progress"
      />
    </Stack>
  );
}

function openDrop(): void {
  modals.open({ modalId: MODAL, title: 'Return to the built-in rules?', children: <Drop /> });
}

function Drop() {
  const remove = useDropImportedRules();
  return (
    <ConfirmDelete
      text="The imported rules are deleted. Evidence is updated in the background with the built-in rules."
      action="Delete imported rules"
      done="Scans now use the built-in rules."
      remove={remove}
      onClose={close}
    />
  );
}
