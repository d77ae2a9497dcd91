// The releases of a project: their state and origin, the dossier and documents of each, and links to comparisons.
import { ActionIcon, Button, CloseButton, Tooltip } from '@mantine/core';
import { IconDownload, IconGitCompare, IconPackage, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Release } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { CellButton } from '../elements/cell-button.tsx';
import classes from '../elements/page.module.css';
import { PageHead } from '../elements/page-head.tsx';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { countOf, momentText, sizeText } from '../elements/quantities.ts';
import { RowAction } from '../elements/row-action.tsx';
import { JobProgress } from '../jobs/job-progress.tsx';
import { useMayIn, useProjectId } from '../project/queries.ts';
import { documentAddress, dossierAddress, releaseQuery, releasesQuery } from './queries.ts';
import { openDeleteRelease, openNewRelease } from './release-forms.tsx';
import { ReleaseRulePanel } from './release-rule-panel.tsx';
import { ReleaseTrend } from './release-trend.tsx';
import own from './releases.module.css';

const route = getRouteApi('/signed-in/projects/$projectId/releases');

export function ReleasesTab() {
  const projectId = useProjectId();
  const { release } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (id: number | undefined) => void navigate({ search: { release: id }, replace: true });
  return <ReleasesPanel projectId={projectId} chosen={release} onChoose={choose} />;
}

interface ReleasesPanelProps {
  projectId: number;
  /** The release whose documents are shown. */
  chosen: number | undefined;
  onChoose: (id: number | undefined) => void;
}

export function ReleasesPanel({ projectId, chosen, onChoose }: ReleasesPanelProps) {
  const may = useMayIn(projectId);
  const releases = useQuery(releasesQuery(projectId));
  return (
    <div className={`${classes.column} ${classes.padded}`}>
      <PageHead intro="A release keeps the project as it is at one moment, with its SBOMs, notices, VEX, audit report and source offer. Later decisions, scans and advisories do not change it.">
        {may('MAKE_RELEASE') && (
          <Button leftSection={<IconPlus size={15} />} onClick={() => openNewRelease(projectId)}>
            New release
          </Button>
        )}
      </PageHead>
      <Panel isFlush>
        {!releases.isSuccess ? (
          <Waiting query={releases} rows={3} title="The releases could not be loaded" />
        ) : releases.data.rows.length === 0 ? (
          <Empty icon={<IconPackage />} title="No release yet">
            The dossier of a release is one archive for customers and auditors, which they can verify without this
            server.
          </Empty>
        ) : (
          <ReleaseTable
            projectId={projectId}
            releases={releases.data.rows}
            total={releases.data.total}
            onChoose={onChoose}
          />
        )}
      </Panel>
      <ReleaseRulePanel projectId={projectId} mayEdit={may('EDIT_PROJECT')} />
      {releases.isSuccess && <ReleaseTrend releases={releases.data.rows} />}
      {chosen !== undefined && (
        <Documents projectId={projectId} releaseId={chosen} onClose={() => onChoose(undefined)} />
      )}
    </div>
  );
}

interface ReleaseTableProps {
  projectId: number;
  /** The newest first. */
  releases: Release[];
  total: number;
  onChoose: (id: number | undefined) => void;
}

function ReleaseTable({ projectId, releases, total, onChoose }: ReleaseTableProps) {
  const ready = releases.filter(({ state }) => state === 'READY');
  return (
    <>
      <div className={own.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">State</th>
              <th scope="col">Code</th>
              <th scope="col">Has</th>
              <th scope="col" aria-label="Actions" />
            </tr>
          </thead>
          <tbody>
            {releases.map((release) => (
              <tr key={release.id}>
                <td>
                  <CellButton onClick={() => onChoose(release.id)}>{release.name}</CellButton>
                  {release.description !== '' && <div className={own.soft}>{release.description}</div>}
                </td>
                <td>
                  <State release={release} />
                </td>
                <td>
                  <Code release={release} />
                </td>
                <td>{release.state === 'READY' && <Contents release={release} />}</td>
                <td>
                  <Actions
                    projectId={projectId}
                    release={release}
                    former={ready.find(({ id }) => id < release.id)}
                    onGone={() => onChoose(undefined)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > releases.length && (
        <p className={own.note}>
          The newest {releases.length} of {total} releases.
        </p>
      )}
    </>
  );
}

const STATES = {
  READY: { tone: 'good', word: 'Frozen' },
  PENDING: { tone: 'wait', word: 'Being made' },
  FAILED: { tone: 'bad', word: 'Failed' },
} as const;

function State({ release: { state, why, frozenOn, createdBy, createdOn, isSigned, taskId } }: { release: Release }) {
  const { tone, word } = STATES[state];
  return (
    <>
      <Label tone={tone}>{word}</Label>
      {state === 'PENDING' && taskId > 0 && <JobProgress jobId={taskId} unit="files" />}
      {why !== '' && <div className={own.bad}>{why}</div>}
      <div className={own.soft}>
        {momentText(frozenOn || createdOn)} by {createdBy}
        {isSigned && ', signed'}
      </div>
    </>
  );
}

const SHOWN_DIGITS = 12;

/** What was released: revisions of source control, else the digest of the code base. */
function Code({ release: { revisions, codebaseSha256, scannedOn } }: { release: Release }) {
  return (
    <>
      {revisions.map(({ folder, asked, revision }) => (
        <div key={folder} title={`${folder}: ${revision}`}>
          {asked} at <span className="mono">{revision.slice(0, SHOWN_DIGITS)}</span>
        </div>
      ))}
      {revisions.length === 0 && codebaseSha256 !== '' && (
        <span className="mono" title={codebaseSha256}>
          {codebaseSha256.slice(0, SHOWN_DIGITS)}…
        </span>
      )}
      {scannedOn !== '' && <div className={own.soft}>scanned {momentText(scannedOn)}</div>}
    </>
  );
}

/** No vulnerability among items that nobody compared is no good news. */
function Contents({ release: { items, vulnerabilities, notCompared, decisions, files } }: { release: Release }) {
  return (
    <>
      <div>
        {countOf(items, 'item')}, {countOf(files, 'file')}
      </div>
      <div className={own.soft}>
        {countOf(decisions, 'decision')}
        {(vulnerabilities > 0 || notCompared === 0) &&
          `, ${countOf(vulnerabilities, 'vulnerability', 'vulnerabilities')}`}
      </div>
      {notCompared > 0 && <div className={own.soft}>{countOf(notCompared, 'item')} not compared with advisories</div>}
    </>
  );
}

interface ActionsProps {
  projectId: number;
  release: Release;
  /** The release before it. */
  former: Release | undefined;
  onGone: () => void;
}

function Actions({ projectId, release, former, onGone }: ActionsProps) {
  const may = useMayIn(projectId);
  const { id, name, state } = release;
  const sides = former
    ? { of: `release:${former.id}`, with: `release:${id}` }
    : { of: `release:${id}`, with: 'inventory' };
  const compare = former ? `Compare with ${former.name}` : 'Compare with the present state';
  return (
    <div className={classes.cellActions}>
      {state === 'READY' && (
        <>
          <Tooltip label={compare}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${compare}: ${name}`}
              renderRoot={(props) => (
                <Link to="/projects/$projectId/compare" params={{ projectId }} search={sides} {...props} />
              )}
            >
              <IconGitCompare size={15} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Download the dossier">
            <ActionIcon
              component="a"
              variant="subtle"
              color="gray"
              aria-label={`Download the dossier of ${name}`}
              href={dossierAddress(projectId, id)}
              download
            >
              <IconDownload size={15} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
      {may('DELETE_RELEASE') && state !== 'PENDING' && (
        <RowAction
          label="Delete"
          name={`Delete ${name}`}
          isDangerous
          onClick={() => openDeleteRelease(projectId, release, onGone)}
        >
          <IconTrash size={15} />
        </RowAction>
      )}
    </div>
  );
}

interface DocumentsProps {
  projectId: number;
  releaseId: number;
  onClose: () => void;
}

function Documents({ projectId, releaseId, onClose }: DocumentsProps) {
  const release = useQuery(releaseQuery(projectId, releaseId));
  if (!release.isSuccess) return <Waiting query={release} rows={3} title="The release could not be loaded" />;
  const { name, documents, dossierBytes, sourceFiles, codebaseSha256 } = release.data;
  return (
    <Panel
      isFlush
      title={`Documents of ${name}`}
      actions={<CloseButton aria-label={`Close the documents of ${name}`} onClick={onClose} />}
    >
      {documents.length === 0 ? (
        <p className={own.note}>It has no documents: it is not made yet, or could not be made.</p>
      ) : (
        <>
          <p className={own.note}>
            The dossier has {sizeText(dossierBytes)} with {countOf(sourceFiles, 'file of source', 'files of source')}.
            Verify it with <code>assay release verify</code>. SHA-256 of the code base:{' '}
            <span className="mono">{codebaseSha256}</span>
          </p>
          <div className={own.scroll}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">Document</th>
                  <th scope="col">Size</th>
                  <th scope="col">SHA-256</th>
                </tr>
              </thead>
              <tbody>
                {documents.map(({ path, sizeBytes, sha256 }) => (
                  <tr key={path}>
                    <td>
                      <a href={documentAddress(projectId, releaseId, path)} download>
                        {path}
                      </a>
                    </td>
                    <td>{sizeText(sizeBytes)}</td>
                    <td className={`mono ${own.digest}`}>{sha256}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Panel>
  );
}
