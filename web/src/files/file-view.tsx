// One file: its text with coloured evidence, the findings, and its review mark.
import { ActionIcon, Button, Splitter, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconCircleCheck,
  IconCircleCheckFilled,
  IconDownload,
  IconFileUnknown,
  IconLayoutSidebar,
  IconLayoutSidebarRight,
  IconPalette,
  IconServer2,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { API_ROOT } from '../api/client.ts';
import type { FileDetails } from '../api/models.ts';
import { contentQuery, fileQuery, useMarkReviewed, WINDOW_LINES } from '../codebase/queries.ts';
import { visible } from '../elements/hidden-characters.ts';
import { notifyRefused } from '../elements/notify.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { isPlainKey } from '../elements/plain-key.ts';
import { countOf, countText, sizeText } from '../elements/quantities.ts';
import { useMay } from '../project/queries.ts';
import { CodeLines, type EvidenceRange } from './code-lines.tsx';
import { grammarOf } from './colours/languages.ts';
import { isTooLongForColours, useColours, useWantsColours } from './colours/use-colours.ts';
import { nextLine, rangesOf } from './evidence.ts';
import { EvidencePanel } from './evidence-panel.tsx';
import classes from './file-view.module.css';
import { FindBar, useFind } from './find-in-file.tsx';
import type { Panes } from './panes.ts';

/** About as many as there are pixels. */
const RULER_PLACES = 1000;
/** The server accepts no larger line number. */
const LARGEST_LINE = 2_147_483_647;

/** Below this width the text would have fewer than 80 columns beside the tree, so the findings move below the text. */
const TOO_NARROW_FOR_BOTH = '(max-width: 1259px)';

interface FileViewProps {
  projectId: number;
  fileId: number;
  isRemote?: boolean;
  line: number | undefined;
  panes: Panes;
  onLine: (line: number) => void;
  onReviewed: (filePath: string, isReviewed: boolean) => void;
}

/** A key that moves through the list beside it changes nothing in it. */
export const FileView = memo(DrawnFile);

function DrawnFile({ projectId, fileId, isRemote = false, line, panes, onLine, onReviewed }: FileViewProps) {
  const query = useQuery(fileQuery(fileId, isRemote));
  // Keys that follow come first: thousands of findings take a while to be drawn.
  const file = useDeferredValue(query.data);
  const isNarrow = useMediaQuery(TOO_NARROW_FOR_BOTH);
  // A new object each time, so that choosing the same line again scrolls again.
  const [goTo, setGoTo] = useState(line === undefined ? undefined : { line });
  const onGoTo = (wanted: number) => {
    setGoTo({ line: wanted });
    onLine(wanted);
  };
  useEvidenceKeys(file, goTo?.line ?? 0, onGoTo);
  if (file === undefined)
    return <Waiting query={query} label="Loading the file" title="This file could not be loaded" />;
  const text = file.remote ? <OnBuildMachine file={file} /> : <FileText file={file} goTo={goTo} onGoTo={onGoTo} />;
  return (
    <div className={classes.view}>
      <FileHead file={file} panes={panes} onReviewed={onReviewed} />
      {panes.isEvidenceFolded ? (
        <div className={classes.middle}>{text}</div>
      ) : (
        <Splitter
          // A new splitter for each direction, because pane sizes fit one direction only.
          key={isNarrow ? 'below' : 'beside'}
          orientation={isNarrow ? 'vertical' : 'horizontal'}
          className={classes.split}
          lineSize={1}
          handleColor="var(--line)"
          withHandle={false}
        >
          <Splitter.Pane defaultSize="100%" min="150px" className={classes.middle}>
            {text}
          </Splitter.Pane>
          <Splitter.Pane
            defaultSize={isNarrow ? '190px' : '310px'}
            min={isNarrow ? '80px' : '200px'}
            max="640px"
            className={classes.right}
          >
            <EvidencePanel projectId={projectId} file={file} onGoTo={onGoTo} />
          </Splitter.Pane>
        </Splitter>
      )}
    </div>
  );
}

/** E goes to the next evidence below the shown line, with Shift to the one above; behind the last one comes the first. */
function useEvidenceKeys(file: FileDetails | undefined, line: number, onGoTo: (line: number) => void): void {
  const latest = useRef({ file, line, onGoTo });
  latest.current = { file, line, onGoTo };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { file, line, onGoTo } = latest.current;
      if (event.key.toLowerCase() !== 'e' || file === undefined || !isPlainKey(event)) return;
      const lines = rangesOf(file.licenses, file.copyrights).map(({ startLine }) => startLine);
      const target = nextLine(lines, line, event.shiftKey);
      if (target === undefined) return;
      event.preventDefault();
      onGoTo(target);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function FileHead({
  file,
  panes,
  onReviewed,
}: {
  file: FileDetails;
  panes: Panes;
  onReviewed: (filePath: string, isReviewed: boolean) => void;
}) {
  const may = useMay();
  const mark = useMarkReviewed(file.fileId, file.remote);
  const change = () =>
    mark.mutate(!file.reviewed, {
      onSuccess: () => onReviewed(file.filePath, !file.reviewed),
      onError: (error) => notifyRefused('The review mark was not changed', error),
    });
  return (
    <header className={classes.head}>
      <Fold
        isFolded={panes.isSideFolded}
        label={panes.isSideFolded ? 'Show the files (T)' : 'Hide the files (T)'}
        onToggle={panes.toggleSide}
        icon={<IconLayoutSidebar size={16} />}
      />
      <span className={classes.path} title={file.filePath}>
        {visible(file.filePath)}
      </span>
      <span className={classes.about}>
        {[file.language, sizeText(file.size), file.lines.total > 0 && countOf(file.lines.total, 'line')]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span className={classes.legend}>
        <span>
          <i className={classes.swatch} data-kind="license" /> License
        </span>
        <span>
          <i className={classes.swatch} data-kind="copyright" /> Copyright
        </span>
      </span>
      {may('REVIEW_FILES') ? (
        <Button
          size="compact-sm"
          variant={file.reviewed ? 'light' : 'default'}
          color={file.reviewed ? 'green' : undefined}
          leftSection={file.reviewed ? <IconCircleCheckFilled size={15} /> : <IconCircleCheck size={15} />}
          aria-pressed={file.reviewed}
          onClick={change}
        >
          {file.reviewed ? 'Reviewed' : 'Mark reviewed'}
        </Button>
      ) : (
        file.reviewed && <span className={classes.about}>Reviewed</span>
      )}
      {!file.remote && grammarOf(file.language) !== undefined && <ColoursSwitch />}
      {!file.remote && (
        <Tooltip label="Download file">
          <ActionIcon
            component="a"
            href={`${API_ROOT}/files/${file.fileId}/bytes`}
            variant="subtle"
            color="gray"
            aria-label="Download file"
          >
            <IconDownload size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <Fold
        isFolded={panes.isEvidenceFolded}
        label={panes.isEvidenceFolded ? 'Show the details (D)' : 'Hide the details (D)'}
        onToggle={panes.toggleEvidence}
        icon={<IconLayoutSidebarRight size={16} />}
      />
    </header>
  );
}

function ColoursSwitch() {
  const [wants, setWants] = useWantsColours();
  const label = wants ? 'Hide the colours of the syntax' : 'Show the colours of the syntax';
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={wants ? 'light' : 'subtle'}
        color="gray"
        aria-label="Colours of the syntax"
        aria-pressed={wants}
        onClick={() => setWants(!wants)}
      >
        <IconPalette size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

function Fold(props: { isFolded: boolean; label: string; onToggle: () => void; icon: ReactNode }) {
  const { isFolded, label, onToggle, icon } = props;
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} aria-expanded={!isFolded} onClick={onToggle}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

function OnBuildMachine({ file: { alias, host } }: { file: FileDetails }) {
  return (
    <Empty icon={<IconServer2 />} title={`${alias} on ${host}`}>
      The contents of this file are on the build machine that scanned it. It sent only what it found, which is listed
      beside this text.
    </Empty>
  );
}

interface FileTextProps {
  file: FileDetails;
  goTo: { line: number } | undefined;
  onGoTo: (line: number) => void;
}

export function FileText({ file, goTo, onGoTo }: FileTextProps) {
  const wanted = Math.min(goTo?.line ?? 1, LARGEST_LINE);
  const asked = useQuery(contentQuery(file.fileId, windowOf(wanted)));
  // An address may name a line that the file does not have, or no longer has. Then the last line is shown.
  const line = Math.min(wanted, asked.data?.lineCount || wanted);
  const first = windowOf(line);
  const content = useQuery(contentQuery(file.fileId, first));
  const shownGoTo = useMemo(() => goTo && { line }, [goTo, line]);
  const { licenses, copyrights } = file;
  const isWhole = (content.data?.lineCount ?? 0) <= WINDOW_LINES && content.data?.isTruncated !== true;
  const find = useFind({
    ...{ text: content.data?.text ?? '', firstLine: first, onGoTo },
    fileId: isWhole ? undefined : file.fileId,
  });
  const evidence = useMemo(() => rangesOf(licenses, copyrights), [licenses, copyrights]);
  const colours = useColours(content.data?.isBinary === false ? content.data.text : '', file.language);
  if (!content.isSuccess)
    return <Waiting query={content} label="Loading the text" title="The text could not be loaded" />;
  const { isBinary, text, lineCount } = content.data;
  if (isBinary || file.size === 0) {
    return (
      <Empty icon={<IconFileUnknown />} title={file.size === 0 ? 'Empty file' : 'Not a text file'}>
        {file.size === 0
          ? 'The file is empty.'
          : `${file.mediaType || 'Binary content'}, ${sizeText(file.size)}; the findings are on the right.`}
      </Empty>
    );
  }
  const last = Math.min(lineCount, first + WINDOW_LINES - 1);
  const lastShown = first + text.split('\n').length - 1;
  return (
    <div className={classes.text}>
      <FindBar find={find} />
      {lastShown < last && (
        <div className={classes.window} role="note">
          The lines {countText(lastShown + 1)} to {countText(last)} are too long to be shown here. Download the file to
          see them.
        </div>
      )}
      {grammarOf(file.language) !== undefined && isTooLongForColours(text) && (
        <div className={classes.window} role="note">
          These lines are too long for colours of the syntax.
        </div>
      )}
      {lineCount > WINDOW_LINES && (
        <div className={classes.window}>
          <span className="number">
            Lines {countText(first)}–{countText(last)} of {countText(lineCount)}
          </span>
          <Button
            size="compact-xs"
            variant="default"
            disabled={first === 1}
            onClick={() => onGoTo(first - WINDOW_LINES)}
          >
            Previous lines
          </Button>
          <Button size="compact-xs" variant="default" disabled={last >= lineCount} onClick={() => onGoTo(last + 1)}>
            Next lines
          </Button>
        </div>
      )}
      <div className={classes.codeAndRuler}>
        <CodeLines
          text={text}
          firstLine={first}
          evidence={evidence}
          goTo={shownGoTo}
          found={find.found}
          colours={colours}
        />
        <Ruler evidence={evidence} lineCount={lineCount} onGoTo={onGoTo} />
      </div>
    </div>
  );
}

/** The number of the first line of the window that contains the given line. */
function windowOf(line: number): number {
  return Math.floor((line - 1) / WINDOW_LINES) * WINDOW_LINES + 1;
}

/** If there are thousands of marks, many fall on the same place. */
function marksOf(evidence: EvidenceRange[], lineCount: number): EvidenceRange[] {
  const placeOf = (line: number) => Math.floor((line / lineCount) * RULER_PLACES);
  const marks = new Map(
    evidence.map((range) => [`${range.kind} ${placeOf(range.startLine)} ${placeOf(range.endLine)}`, range]),
  );
  return [...marks.values()];
}

/** Shows where in the file the evidence is. For the mouse only; the list on the right serves the keyboard. */
function Ruler({
  evidence,
  lineCount,
  onGoTo,
}: {
  evidence: EvidenceRange[];
  lineCount: number;
  onGoTo: (line: number) => void;
}) {
  const marks = useMemo(() => marksOf(evidence, lineCount), [evidence, lineCount]);
  return (
    <div className={classes.ruler} aria-hidden="true">
      {marks.map((range) => (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the list of evidence offers the same by keyboard
        <i
          key={`${range.kind}-${range.startLine}-${range.endLine}-${range.note}`}
          data-kind={range.kind}
          style={{
            top: `${((range.startLine - 1) / lineCount) * 100}%`,
            height: `max(3px, ${((range.endLine - range.startLine + 1) / lineCount) * 100}%)`,
          }}
          onClick={() => onGoTo(range.startLine)}
        />
      ))}
    </div>
  );
}
