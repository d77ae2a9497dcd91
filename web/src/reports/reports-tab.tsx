// The reports of a project: users generate them, follow the progress, and download the results.
import { Alert, Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconDownload,
  IconEdit,
  IconEye,
  IconFileAnalytics,
  IconFileCertificate,
  IconFileSearch,
  IconFileText,
  IconGitCompare,
  IconHistory,
  IconListDetails,
  IconRefresh,
  IconScale,
  IconShield,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { wordsOf } from '../api/client.ts';
import type { Report } from '../api/models.ts';
import { JobLabel } from '../elements/badges.tsx';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { momentText } from '../elements/quantities.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import { isOpen } from '../jobs/queries.ts';
import { useMay, useMayStop, useProjectId } from '../project/queries.ts';
import { downloadAddress, lastReportJobQuery, reportsQuery, useGenerateReport, viewAddress } from './queries.ts';
import { openReportOptions } from './report-options.tsx';
import { ReportView } from './report-view.tsx';
import classes from './reports-tab.module.css';
import { SbomCard } from './sbom-card.tsx';

/** Pictures of standard reports, by their kind; others have the picture of a text. */
const ICONS: Record<string, typeof IconFileText> = {
  AUDIT: IconFileCertificate,
  PROJECT: IconFileAnalytics,
  NOTICES: IconFileText,
  EVIDENCE: IconFileSearch,
  OBLIGATIONS: IconScale,
  COMPARISON: IconGitCompare,
  CHANGES: IconHistory,
  VULNERABILITIES: IconShield,
  SPDX: IconListDetails,
  CYCLONEDX: IconListDetails,
  INCIDENT: IconAlertTriangle,
};

export function ReportsTab() {
  const projectId = useProjectId();
  const [viewed, setViewed] = useState<{ report: Report; taskId: number }>();
  const reports = useQuery(reportsQuery);
  if (!reports.isSuccess) return <Waiting query={reports} title="The reports could not be loaded" />;
  const enabled = reports.data.filter((report) => report.enabled);
  if (enabled.length === 0) {
    return (
      <Empty icon={<IconFileText />} title="No reports">
        This server has no reports enabled.
      </Empty>
    );
  }
  return (
    <div className={classes.tab}>
      <div className={classes.page}>
        {enabled.map((report) => (
          <ReportCard key={report.id} report={report} onView={(taskId) => setViewed({ report, taskId })} />
        ))}
        <SbomCard />
      </div>
      {viewed && (
        <ReportView
          key={viewed.taskId}
          name={viewed.report.name}
          address={viewAddress(projectId, viewed.report.id, viewed.taskId)}
          onClose={() => setViewed(undefined)}
        />
      )}
    </div>
  );
}

/** Standard reports and HTML of templates can be viewed. Results of scripts can only be downloaded. */
const hasPage = (report: Report) => report.default || /\.html\.liquid$/i.test(report.path);

function ReportCard({ report, onView }: { report: Report; onView: (taskId: number) => void }) {
  const projectId = useProjectId();
  const may = useMay();
  const generate = useGenerateReport(report.id);
  const Icon = (report.default ? ICONS[report.path] : undefined) ?? IconFileText;
  const { data: last } = useQuery(lastReportJobQuery(projectId, report.id));
  const mayStop = useMayStop(last);
  const isRunning = last != null && isOpen(last.status);
  const begin = () => {
    if (report.reportOptions.length === 0 && !report.enableProjectPicker) generate.mutate({});
    else openReportOptions(report, projectId, (request) => generate.mutate(request));
  };
  const isThere = last?.status === 'Completed' && may('DOWNLOAD_REPORT');
  return (
    <section className={classes.card} aria-label={report.name} data-testid={`report-${report.name}`}>
      <Icon size={26} stroke={1.5} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        <h2>{report.name}</h2>
        <p className={classes.soft}>{report.about || 'A custom report.'}</p>
        {isRunning && <JobProgress jobId={last.id} unit={report.default ? 'items' : 'steps'} mayStop={mayStop} />}
        {last && !isRunning && (
          <div className={classes.last}>
            <JobLabel status={last.status} />
            <span className={classes.soft}>{momentText(last.completedOn)}</span>
            {last.error && <span className={classes.error}>{last.error}</span>}
          </div>
        )}
        {last && (
          <Link to="/projects/$projectId/jobs" params={{ projectId }} search={{ job: last.id }}>
            Log of job {last.id}
          </Link>
        )}
        {generate.isError && (
          <Alert color="red" variant="light" mt={6} role="alert">
            {wordsOf(generate.error)}
          </Alert>
        )}
      </div>
      <div className={classes.buttons}>
        {report.path === 'NOTICES' && (
          <Button
            variant="default"
            leftSection={<IconEdit size={16} />}
            renderRoot={(props) => <Link to="/projects/$projectId/notices" params={{ projectId }} {...props} />}
          >
            Workbench
          </Button>
        )}
        {isThere && hasPage(report) && (
          <Button variant="default" leftSection={<IconEye size={16} />} onClick={() => onView(last.id)}>
            View
          </Button>
        )}
        {isThere && (
          <Button
            component="a"
            href={downloadAddress(projectId, report.id, last.id)}
            leftSection={<IconDownload size={16} />}
            download
          >
            Download
          </Button>
        )}
        {may('GENERATE_REPORT') && (
          <Button
            variant={last?.status === 'Completed' ? 'default' : 'filled'}
            leftSection={<IconRefresh size={16} />}
            loading={generate.isPending}
            disabled={isRunning}
            onClick={begin}
          >
            Generate
          </Button>
        )}
      </div>
    </section>
  );
}
