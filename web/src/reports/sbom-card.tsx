// The exported SBOM of a project: analysts export it, everybody downloads it and sees how complete it is by each standard, and what to fix.
import { Alert, Button, Progress, Select } from '@mantine/core';
import { IconDownload, IconPackageExport, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { wordsOf } from '../api/client.ts';
import type { SbomStandard } from '../api/models.ts';
import { momentText } from '../elements/quantities.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import { isOpen } from '../jobs/queries.ts';
import { useMay, useMayStop, useProjectId } from '../project/queries.ts';
import classes from './reports-tab.module.css';
import {
  lastSbomJobQuery,
  SBOM_FORMATS,
  type SbomFormat,
  sbomAddress,
  sbomExportQuery,
  useExportSbom,
} from './sbom-queries.ts';

export function SbomCard() {
  const projectId = useProjectId();
  const may = useMay();
  const [format, setFormat] = useState<SbomFormat>('cyclonedx-1.6');
  const start = useExportSbom();
  const { data: job } = useQuery(lastSbomJobQuery(projectId));
  const mayStop = useMayStop(job);
  const isRunning = job != null && isOpen(job.status);
  const { data: last } = useQuery(sbomExportQuery(projectId, job?.id, isRunning));
  return (
    <section className={classes.card} aria-label="SBOM export" data-testid="sbom-export">
      <IconPackageExport size={26} stroke={1.5} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        <h2>SBOM export</h2>
        <p className={classes.soft}>
          One document that is kept for download, and sent to the SBOM service if the site names one.
        </p>
        {isRunning && <JobProgress jobId={job.id} unit="items" mayStop={mayStop} />}
        {job?.status === 'Failed' && <p className={classes.error}>{job.error}</p>}
        {last && (
          <>
            <p className={classes.soft}>
              {last.fileName}, {momentText(last.exportedOn)}
              {last.sentTo !== '' && `, sent to ${last.sentTo}`}
            </p>
            {last.quality.standards.map((standard) => (
              <Quality key={standard.id} standard={standard} />
            ))}
          </>
        )}
        {job && (
          <Link to="/projects/$projectId/jobs" params={{ projectId }} search={{ job: job.id }}>
            Log of job {job.id}
          </Link>
        )}
        {start.isError && (
          <Alert color="red" variant="light" mt={6} role="alert">
            {wordsOf(start.error)}
          </Alert>
        )}
      </div>
      <div className={classes.buttons}>
        {last && may('DOWNLOAD_REPORT') && (
          <Button
            component="a"
            variant="default"
            href={sbomAddress(projectId)}
            leftSection={<IconDownload size={16} />}
          >
            Download
          </Button>
        )}
        {may('EXPORT_SBOM') && (
          <>
            <Select
              aria-label="Format"
              data={SBOM_FORMATS}
              value={format}
              allowDeselect={false}
              onChange={(value) => setFormat((value ?? 'cyclonedx-1.6') as SbomFormat)}
            />
            <Button
              leftSection={<IconUpload size={16} />}
              loading={start.isPending}
              disabled={isRunning}
              onClick={() => start.mutate(format)}
            >
              Export
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

/** The score of a standard, and the list of what to fix. */
function Quality({ standard: { name, version, score, rules } }: { standard: SbomStandard }) {
  const open = rules.filter(({ state, level }) => level !== 'optional' && (state === 'unmet' || state === 'partly'));
  return (
    <div>
      <b>
        {name} {version}: {score} of 100
      </b>
      <Progress value={score} size="sm" my={4} aria-label={`${name}: ${score} of 100`} />
      {open.length > 0 && (
        <details>
          <summary>What to fix ({open.length})</summary>
          <ul>
            {open.map(({ id, title, clause, fix, failed, judged }) => (
              <li key={id}>
                <b>{title}</b> ({clause}){judged > 1 && `: missing for ${failed} of ${judged}`}. {fix}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
