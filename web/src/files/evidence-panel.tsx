// Lists everything that was found in a file. A click on an entry scrolls to its lines.
import { Alert, Button, Tooltip, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { FileDetails } from '../api/models.ts';
import { fingerprintQuery } from '../codebase/queries.ts';
import { CopyText } from '../elements/copy.tsx';
import { visible } from '../elements/hidden-characters.ts';
import { countText, sizeText } from '../elements/quantities.ts';
import {
  groupMatches,
  licenseNote,
  lineCountsText,
  linesText,
  type MatchGroup,
  mentionText,
  partLicenses,
  roleText,
  round,
} from './evidence.ts';
import { EvidenceNotice } from './evidence-notice.tsx';
import { Section } from './evidence-section.tsx';
import { FileItems } from './file-items.tsx';
import classes from './file-view.module.css';
import { openMatch } from './match/match-dialog.tsx';
import { SimilarFiles } from './similar-files.tsx';

interface EvidencePanelProps {
  projectId: number;
  file: FileDetails;
  onGoTo: (line: number) => void;
}

export function EvidencePanel({ projectId, file, onGoTo }: EvidencePanelProps) {
  return (
    <div className={classes.panel} data-testid="evidence">
      <EvidenceNotice projectId={projectId} />
      {!file.isScanned && (
        <Alert color="gray" variant="light" icon={<IconAlertTriangle size={16} />}>
          {file.isExcluded
            ? 'The scan profile of the project excludes this file: it is not scanned.'
            : 'This file has not been scanned yet.'}
        </Alert>
      )}
      {file.issues.map((issue) => (
        <Alert key={issue.code + issue.message} color="brass" variant="light" icon={<IconAlertTriangle size={16} />}>
          {issue.message}
        </Alert>
      ))}
      <LicenseSections file={file} onGoTo={onGoTo} />
      <Section title="Copyrights" count={file.copyrights.length} swatch="copyright">
        {file.copyrights.map((found) => (
          <Evidence
            key={`${found.startLine}-${found.statement}`}
            onClick={() => onGoTo(found.startLine)}
            place={linesText(found.startLine, found.endLine)}
          >
            {visible(found.statement)}
          </Evidence>
        ))}
      </Section>
      <TextSection title="Authors" found={file.authors} onGoTo={onGoTo} />
      <TextSection title="E-mail addresses" found={file.emails} onGoTo={onGoTo} />
      <TextSection title="URLs" found={file.urls} onGoTo={onGoTo} />
      <Section title="Search terms" count={file.searchTerms.length}>
        {file.searchTerms.map(({ term, count, line }) => (
          <Evidence key={term} onClick={() => onGoTo(line)} place={`${countText(count)} ×, first in line ${line}`}>
            {term}
          </Evidence>
        ))}
      </Section>
      {!file.remote && file.isScanned && <SimilarFiles projectId={projectId} fileId={file.fileId} />}
      <FileItems projectId={projectId} file={file} />
      <Facts file={file} />
    </div>
  );
}

/** What the file states, and apart from it what it only mentions. The same statement in many places is one entry. */
export function LicenseSections({
  file: { fileId, licenses, remote },
  onGoTo,
}: {
  file: Pick<FileDetails, 'fileId' | 'licenses' | 'remote'>;
  onGoTo: (line: number) => void;
}) {
  const { stated, mentioned } = partLicenses(licenses);
  const entry = (group: MatchGroup) => (
    <LicenseGroup
      key={group.key}
      group={group}
      onGoTo={onGoTo}
      // The words of another file, or of one on a build machine, are not at hand.
      onCompare={group.match.via || remote ? undefined : (place) => openMatch({ fileId, match: group.match, place })}
    />
  );
  const [statements, mentions] = [groupMatches(stated), groupMatches(mentioned)];
  return (
    <>
      <Section title="Licenses" count={statements.length} swatch="license">
        {statements.map(entry)}
      </Section>
      <Section title="Licenses only mentioned" count={mentions.length}>
        {mentions.map(entry)}
      </Section>
    </>
  );
}

/** More places of a statement are counted. */
const MOST_PLACES = 8;

interface LicenseGroupProps {
  group: MatchGroup;
  onGoTo: (line: number) => void;
  onCompare: ((place: MatchGroup['places'][number]) => void) | undefined;
}

function LicenseGroup({ group: { match, places }, onGoTo, onCompare }: LicenseGroupProps) {
  const [isWhole, setWhole] = useState(false);
  const [first, ...later] = places;
  const others = later.slice(0, isWhole ? undefined : MOST_PLACES);
  const hidden = later.length - others.length;
  return (
    <div className={classes.group}>
      <Tooltip label={licenseNote(match)} multiline maw={320} position="left">
        <Evidence
          onClick={() => onGoTo(first.startLine)}
          place={
            places.length === 1
              ? linesText(first.startLine, first.endLine)
              : `${countText(places.length)} places, first in ${linesText(first.startLine, first.endLine)}`
          }
        >
          <b>{match.expression}</b>{' '}
          {match.kind === 'mention' ? (
            mentionText(match)
          ) : (
            <>
              <span className={classes.score}>{round(match.score)} %</span>
              {match.role && <span className={classes.score}> {roleText(match.role)}</span>}
              {match.via && <span className={classes.score}> by {match.via}</span>}
            </>
          )}
        </Evidence>
      </Tooltip>
      {(others.length > 0 || onCompare) && (
        <div className={classes.places}>
          {others.map(({ startLine, endLine }) => (
            <UnstyledButton key={`${startLine}-${endLine}`} onClick={() => onGoTo(startLine)}>
              {linesText(startLine, endLine)}
            </UnstyledButton>
          ))}
          {hidden > 0 && <UnstyledButton onClick={() => setWhole(true)}>{countText(hidden)} more</UnstyledButton>}
          {onCompare && (
            <UnstyledButton
              className={classes.compare}
              aria-label={`Compare the words with the text of ${match.expression}`}
              onClick={() => onCompare(first)}
            >
              Compare
            </UnstyledButton>
          )}
        </div>
      )}
    </div>
  );
}

function TextSection({
  title,
  found,
  onGoTo,
}: {
  title: string;
  found: { value: string; line: number }[];
  onGoTo: (line: number) => void;
}) {
  return (
    <Section title={title} count={found.length}>
      {found.map(({ value, line }) => (
        <Evidence key={`${line}-${value}`} onClick={() => onGoTo(line)} place={`line ${line}`}>
          {value}
        </Evidence>
      ))}
    </Section>
  );
}

interface EvidenceProps extends ComponentProps<'button'> {
  place: string;
}

/** The Tooltip around it passes a class, handlers and a ref. */
function Evidence({ place, children, className = '', ...rest }: EvidenceProps) {
  return (
    <UnstyledButton {...rest} className={`${classes.evidence} ${className}`}>
      <span className={classes.evidenceText}>{children}</span>
      <span className={classes.place}>{place}</span>
    </UnstyledButton>
  );
}

function Facts({ file }: { file: FileDetails }) {
  return (
    <section>
      <h3 className={classes.sectionTitle}>About the file</h3>
      <dl className={classes.facts}>
        <Fact name="Size">{sizeText(file.size)}</Fact>
        {file.language && <Fact name="Language">{file.language}</Fact>}
        {file.mediaType && <Fact name="Media type">{file.mediaType}</Fact>}
        {file.lines.total > 0 && <Fact name="Lines">{lineCountsText(file.lines)}</Fact>}
        <Digest name="MD5" value={file.fileMD5} />
        <Digest name="SHA-1" value={file.fileSHA1} />
        <Digest name="SHA-256" value={file.fileSHA256} />
        {file.layer && (
          <Fact name="Layer">
            {file.layer.number > 0 &&
              `${file.layer.number} of ${file.layer.layers}, ${file.layer.isBase ? 'of the base image' : 'of the image itself'}: `}
            <span className="mono" title={file.layer.digest}>
              {file.layer.digest.slice(0, 19)}
            </span>
            {file.layer.createdBy !== '' && ` (${file.layer.createdBy})`}
          </Fact>
        )}
        {!file.remote && <Fingerprint fileId={file.fileId} />}
        {file.analyzerVersion && (
          <Fact name="Analyser">
            <span className="mono">{file.analyzerVersion}</span>
          </Fact>
        )}
      </dl>
    </section>
  );
}

/** Computed on request only, because the server must read the file for it. */
function Fingerprint({ fileId }: { fileId: number }) {
  const [isWanted, setIsWanted] = useState(false);
  const fingerprint = useQuery({ ...fingerprintQuery(fileId), enabled: isWanted });
  if (fingerprint.data) {
    return (
      <>
        <Digest name="Git blob" value={fingerprint.data.gitBlob} />
        <Digest name="WFP" value={fingerprint.data.wfp} />
      </>
    );
  }
  return (
    <Fact name="Fingerprint">
      <Button
        variant="default"
        size="compact-xs"
        loading={fingerprint.isFetching}
        onClick={() => (fingerprint.isError ? void fingerprint.refetch() : setIsWanted(true))}
      >
        {fingerprint.isError ? 'Try again' : 'Compute'}
      </Button>
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Digest({ name, value }: { name: string; value: string }) {
  return (
    <Fact name={name}>
      <CopyText text={value} label={name} />
    </Fact>
  );
}
