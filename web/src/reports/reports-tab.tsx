// The reports of a project: each can be made anew, is seen being made, and then saved.
import { Alert, Button } from '@mantine/core';
import { IconDownload, IconFileAnalytics, IconFileCertificate, IconFileText, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { wordsOf } from '../api/client.ts';
import { JobLabel } from '../elements/badges.tsx';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { momentText } from '../elements/quantities.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import { isOpen } from '../jobs/queries.ts';
import { useMay, useMayStop, useProjectId } from '../project/queries.ts';
import { downloadAddress, lastReportJobQuery, reportsQuery, useGenerateReport } from './queries.ts';
import classes from './reports-tab.module.css';

const KNOWN = {
  Audit: {
    icon: IconFileCertificate,
    about: 'The published inventory with review, licenses, notes and evidence, as a page to read and as JSON.',
  },
  Project: {
    icon: IconFileAnalytics,
    about: 'The whole project: inventory by priority, tasks, files with licenses, every scanned file.',
  },
  Notices: {
    icon: IconFileText,
    about: 'The license texts and notices of everything published, to ship with the product.',
  },
} as const;

interface Report {
  id: number;
  name: string;
  enabled: boolean;
}

export function ReportsTab() {
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
    <div className={classes.page}>
      {enabled.map((report) => (
        <ReportCard key={report.id} report={report} />
      ))}
    </div>
  );
}

function ReportCard({ report }: { report: Report }) {
  const projectId = useProjectId();
  const may = useMay();
  const generate = useGenerateReport(report.id);
  const known = KNOWN[report.name.replace(/ Report$/, '') as keyof typeof KNOWN];
  const Icon = known?.icon ?? IconFileText;
  // Jobs say of which kind of report they are, and the kinds are named after the reports.
  const jobType = /report$/i.test(report.name) ? report.name : `${report.name} Report`;
  const { data: last } = useQuery(lastReportJobQuery(projectId, jobType));
  const mayStop = useMayStop(last);
  const isRunning = last != null && isOpen(last.status);
  return (
    <section className={classes.card} aria-label={report.name} data-testid={`report-${report.name}`}>
      <Icon size={26} stroke={1.5} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        <h2>{report.name}</h2>
        <p className={classes.soft}>{known?.about ?? 'A report of this installation.'}</p>
        {isRunning && <JobProgress jobId={last.id} unit="items" mayStop={mayStop} />}
        {last && !isRunning && (
          <div className={classes.last}>
            <JobLabel status={last.status} />
            <span className={classes.soft}>{momentText(last.completedOn)}</span>
            {last.error && <span className={classes.error}>{last.error}</span>}
          </div>
        )}
        {generate.isError && (
          <Alert color="red" variant="light" mt={6} role="alert">
            {wordsOf(generate.error)}
          </Alert>
        )}
      </div>
      <div className={classes.buttons}>
        {last?.status === 'Completed' && may('DOWNLOAD_REPORT') && (
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
            onClick={() => generate.mutate()}
          >
            Generate
          </Button>
        )}
      </div>
    </section>
  );
}
