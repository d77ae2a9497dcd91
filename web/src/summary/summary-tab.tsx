// An overview of the project, and the two first steps: uploading code and scanning it.
import { DataList } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Project } from '../api/models.ts';
import { reviewText } from '../elements/badges.tsx';
import { Panel } from '../elements/panel.tsx';
import { countText, dateText, sizeText } from '../elements/quantities.ts';
import { projectQuery, useMay, useProjectId } from '../project/queries.ts';
import { TrendPanel } from '../trend/trend-panel.tsx';
import { UploadPanel } from '../uploads/upload-panel.tsx';
import { AgentsPanel } from './agents-panel.tsx';
import { Exposure, type Part } from './exposure.tsx';
import { ProjectFields } from './project-fields.tsx';
import { ScanPanel } from './scan-panel.tsx';
import classes from './summary-tab.module.css';
import { VulnerabilitiesPanel } from './vulnerabilities-panel.tsx';

export function SummaryTab() {
  const { data: project } = useSuspenseQuery(projectQuery(useProjectId()));
  const may = useMay();
  return (
    <div className={classes.page}>
      <div className={classes.figures}>
        <Figure label="Files" value={countText(project.totalFiles)} />
        <Figure label="Size" value={sizeText(project.codebaseBytes)} />
        <Figure label="Lines" value={countText(project.numberOfLines)} />
        <Figure label="Inventory items" value={countText(project.inventoryCount)} />
        <Figure label="Published" value={countText(project.publishedInventoryCount)} />
      </div>
      <div className={classes.columns}>
        <div className={classes.column}>
          <TrendPanel projectId={project.id} />
          <Panel title="License exposure">
            <Exposure
              projectId={project.id}
              parts={licenseParts(project)}
              emptyText="After a scan, this chart shows the licenses of the code."
            />
          </Panel>
          <Panel title="Review of the inventory">
            <Exposure
              projectId={project.id}
              parts={reviewParts(project)}
              emptyText="There are no items to review yet."
            />
          </Panel>
          <VulnerabilitiesPanel projectId={project.id} />
          <ProjectFields project={project} />
          <Panel title="About this project">
            <About project={project} />
          </Panel>
        </div>
        <div className={classes.column}>
          <ScanPanel projectId={project.id} hasFiles={project.totalFiles > 0} />
          {may('UPLOAD_CODEBASE') && <UploadPanel project={project} />}
          <AgentsPanel projectId={project.id} />
        </div>
      </div>
    </div>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.figure}>
      <span className={classes.value}>{value}</span>
      <span className={classes.soft}>{label}</span>
    </div>
  );
}

const LICENSE_PARTS = [
  { key: 'P1', label: 'P1: strong copyleft', color: '#c6383d', search: { license: 'P1' } },
  { key: 'P2', label: 'P2: weak copyleft, commercial', color: '#dea92b', search: { license: 'P2' } },
  { key: 'P3', label: 'P3: permissive', color: '#3d9a5f', search: { license: 'P3' } },
  { key: 'Unknown', label: 'No license known', color: '#98a3a7', search: { license: 'UNKNOWN' } },
] as const;

function licenseParts({ licenses }: Project): Part[] {
  return LICENSE_PARTS.map(({ key, ...part }) => ({ ...part, count: licenses[key] ?? 0 }));
}

const REVIEW_PARTS: Omit<Part, 'count'>[] = [
  { label: 'Approved', color: '#3d9a5f', search: { review: 'Approved' } },
  { label: 'Rejected', color: '#c6383d', search: { review: 'Rejected' } },
  { label: 'Draft', color: '#98a3a7', search: { review: 'Draft' } },
];

function reviewParts({ inventoryReview }: Project): Part[] {
  return REVIEW_PARTS.map((part) => ({
    ...part,
    label: reviewText(part.label),
    count: inventoryReview[part.label] ?? 0,
  }));
}

/** With the reasons: files that state it, and files that differ. */
function primaryLicenseText({ primaryLicense }: Project): string {
  if (!primaryLicense) return '';
  return `${primaryLicense.expression || 'Not known'} (${primaryLicense.reasons.join('; ')})`;
}

function About({ project }: { project: Project }) {
  const facts: [string, string][] = [
    ['Description', project.description],
    ['Primary license', primaryLicenseText(project)],
    ['Project contact', project.owner],
    ['Legal contact', project.legalContactName],
    ['Security contact', project.securityContactName],
    ['Developer contact', project.devContactName],
    ['Visibility', project.projectVisibiity],
    ['Risk', project.risk.charAt(0) + project.risk.slice(1).toLowerCase()],
    ['Scan profile', project.scanProfileName],
    ['Policy profile', project.policyProfileName],
    ['Created', dateText(project.dateCreated)],
  ];
  return (
    <DataList gap={6} labelWidth="130px">
      {facts
        .filter(([, value]) => value !== '' && value !== 'N/A')
        .map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
    </DataList>
  );
}
