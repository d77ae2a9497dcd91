// Uploads archives and folders: a place to drop them, options for unpacking, and the progress.
import '@mantine/dropzone/styles.css';
import {
  Alert,
  Button,
  Checkbox,
  CloseButton,
  Collapse,
  Group,
  Progress,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconAdjustments, IconCloudUpload, IconFolder } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Panel } from '../elements/panel.tsx';
import { countOf, durationText, momentText, sizeText } from '../elements/quantities.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import { useProjectAgain } from '../project/queries.ts';
import { type Chosen, chosenFolder, chosenFrom } from './chosen.ts';
import { removeUpload } from './sending.ts';
import { type UnfinishedUpload, unfinishedQuery } from './unfinished.ts';
import classes from './upload-panel.module.css';
import {
  forgetUpload,
  isRunning,
  startUploads,
  stopUpload,
  type Upload,
  type UploadOptions,
  useUploads,
} from './uploads.ts';

const LEVELS = [
  { value: '1', label: 'Do not expand archives inside it' },
  { value: '2', label: 'Expand the archives inside it' },
  { value: '3', label: 'Expand all archives, also those inside archives' },
];
const ISSUES_SHOWN = 5;
const FORBIDDEN_IN_SUFFIX = /[\\/:*?"<>|\0]/;

const FIRST_OPTIONS: UploadOptions = {
  expansionLevel: 1,
  deleteExistingFileOnServer: false,
  deleteArchiveAfterExpand: false,
  archiveDirSuffix: '',
};

export function UploadPanel({ project }: { project: { id: number; name: string; totalFiles: number } }) {
  const [options, setOptions] = useState(FIRST_OPTIONS);
  const [areOptionsOpen, setOptionsOpen] = useState(false);
  const uploads = useUploads().filter(({ projectId }) => projectId === project.id);
  const again = useProjectAgain();
  const queryClient = useQueryClient();
  const unfinished = useQuery(unfinishedQuery(project.id));
  const [faults, setFaults] = useState<string[]>([]);
  const [foundCount, setFoundCount] = useState<number>();
  const suffixError = suffixRefusal(options.archiveDirSuffix);
  const isBusy = suffixError !== undefined || foundCount !== undefined;
  const onChange = () => {
    void again();
    void queryClient.invalidateQueries({ queryKey: unfinishedQuery(project.id).queryKey });
  };
  const take = (chosen: Chosen) => {
    setFoundCount(undefined);
    setFaults(chosen.faults);
    if (chosen.files.length > 0) startUploads(project, chosen.files, options, onChange);
  };
  /** The browser asks for the files while something is dragged over the place, and again when it is dropped. */
  const filesOf = async (event: unknown): Promise<File[]> => {
    if (!(event instanceof Object) || 'length' in event) return [];
    const native = 'nativeEvent' in event ? (event.nativeEvent as Event) : (event as Event);
    if (native.type !== 'drop' && native.type !== 'change') return [];
    const chosen = await chosenFrom(native, setFoundCount);
    take(chosen);
    return chosen.files;
  };
  const isHere = ({ fileName, sizeBytes }: UnfinishedUpload) =>
    uploads.some((upload) => isRunning(upload) && upload.fileName === fileName && upload.totalBytes === sizeBytes);
  return (
    <Panel
      title="Upload code"
      actions={
        <Group gap={4}>
          <FolderChoice disabled={isBusy} onChosen={take} />
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconAdjustments size={15} />}
            aria-expanded={areOptionsOpen}
            onClick={() => setOptionsOpen(!areOptionsOpen)}
          >
            Options
          </Button>
        </Group>
      }
    >
      <Collapse expanded={areOptionsOpen}>
        <Options options={options} onChange={setOptions} hasFiles={project.totalFiles > 0} suffixError={suffixError} />
      </Collapse>
      <Dropzone
        onDrop={() => undefined}
        getFilesFromEvent={filesOf}
        disabled={isBusy}
        className={classes.dropzone}
        useFsAccessApi={false}
        inputProps={{ 'aria-label': 'Archive with the code' }}
      >
        <IconCloudUpload size={26} stroke={1.6} aria-hidden />
        <div>
          <b>Drop an archive or a folder here</b> or click to choose an archive
          <div className={classes.soft}>
            zip, tar (also compressed), 7z, rar, deb or rpm. The files are added to the existing ones.
          </div>
        </div>
      </Dropzone>
      {foundCount !== undefined && (
        <Text size="sm" mt="sm" role="status">
          Reading the folder: {countOf(foundCount, 'file')} found
        </Text>
      )}
      {faults.map((fault) => (
        <Alert key={fault} mt="sm" color="red" variant="light" role="alert">
          {fault}
        </Alert>
      ))}
      {uploads.map((upload) => (
        <UploadLine key={upload.id} upload={upload} />
      ))}
      {(unfinished.data ?? [])
        .filter((upload) => !isHere(upload))
        .map((upload) => (
          <UnfinishedLine
            key={upload.uploadId}
            upload={upload}
            onRemove={() => void removeUpload(project.id, upload.uploadId).then(onChange)}
          />
        ))}
    </Panel>
  );
}

/** Opens the browser's choice of a folder. */
function FolderChoice({ disabled, onChosen }: { disabled: boolean; onChosen: (chosen: Chosen) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconFolder size={15} />}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        Folder
      </Button>
      <input
        ref={(element) => {
          input.current = element;
          // React knows no such property.
          element?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        multiple
        hidden
        aria-label="Folder with the code"
        onChange={(event) => {
          const list = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          onChosen(chosenFolder(list));
        }}
      />
    </>
  );
}

/** What the server has of an upload that broke off, perhaps in another browser. */
function UnfinishedLine({ upload, onRemove }: { upload: UnfinishedUpload; onRemove: () => void }) {
  return (
    <Alert mt="sm" color="gray" variant="light" role="status">
      <div className={classes.between}>
        <span>
          <b>{upload.fileName || 'A program'}</b>: the server has {receivedText(upload)}
          <br />
          {upload.isPartial
            ? 'It is a part, which a program puts together with others.'
            : 'Choose the same file or folder to continue.'}{' '}
          It is kept until {momentText(upload.expiresOn)}.
        </span>
        <Button variant="subtle" color="red" size="compact-sm" onClick={onRemove}>
          Remove
        </Button>
      </div>
    </Alert>
  );
}

function receivedText({ receivedBytes, sizeBytes }: UnfinishedUpload): string {
  const here = sizeText(receivedBytes);
  return sizeBytes === null ? `${here}, and its sender has not told the length` : `${here} of ${sizeText(sizeBytes)}`;
}

interface OptionsProps {
  options: UploadOptions;
  onChange: (options: UploadOptions) => void;
  hasFiles: boolean;
  suffixError: string | undefined;
}

function Options({ options, onChange, hasFiles, suffixError }: OptionsProps) {
  const set = (what: Partial<UploadOptions>) => onChange({ ...options, ...what });
  const expands = options.expansionLevel > 1;
  return (
    <Stack gap="xs" pb="md">
      <Select
        label="Archives inside the upload"
        data={LEVELS}
        allowDeselect={false}
        value={String(options.expansionLevel)}
        onChange={(level) => set({ expansionLevel: Number(level) as UploadOptions['expansionLevel'] })}
      />
      {expands && (
        <Group align="flex-start" gap="lg">
          <TextInput
            label="Suffix of the expanded folders"
            placeholder="_expanded"
            maxLength={20}
            value={options.archiveDirSuffix}
            error={suffixError}
            onChange={(event) => set({ archiveDirSuffix: event.currentTarget.value })}
          />
          <Checkbox
            mt={30}
            label="Delete archives after expanding them"
            checked={options.deleteArchiveAfterExpand}
            onChange={(event) => set({ deleteArchiveAfterExpand: event.currentTarget.checked })}
          />
        </Group>
      )}
      {hasFiles && (
        <Checkbox
          color="red"
          label="Delete the existing files of the project first"
          description={options.deleteExistingFileOnServer ? 'The upload replaces the code base.' : undefined}
          checked={options.deleteExistingFileOnServer}
          onChange={(event) => set({ deleteExistingFileOnServer: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}

function suffixRefusal(suffix: string): string | undefined {
  return FORBIDDEN_IN_SUFFIX.test(suffix) ? 'Must not contain any of \\ / : * ? " < > |' : undefined;
}

function UploadLine({ upload }: { upload: Upload }) {
  if (!isRunning(upload)) return <UploadOutcome upload={upload} />;
  const share = upload.totalBytes > 0 ? (upload.sentBytes / upload.totalBytes) * 100 : 0;
  const secondsLeft =
    upload.bytesPerSecond > 0 ? (upload.totalBytes - upload.sentBytes) / upload.bytesPerSecond : undefined;
  if (upload.jobId !== undefined)
    return (
      <div className={classes.upload}>
        <b className="ellipsis">{upload.fileName}</b>
        <JobProgress jobId={upload.jobId} mayStop />
      </div>
    );
  return (
    <div className={classes.upload}>
      <div className={classes.between}>
        <b className="ellipsis">{upload.fileName}</b>
        <Button variant="subtle" color="red" size="compact-sm" onClick={() => stopUpload(upload.id)}>
          Stop
        </Button>
      </div>
      <Progress
        size="lg"
        value={share}
        color={upload.state === 'lost' ? 'gray' : undefined}
        aria-label={`Upload of ${upload.fileName}`}
      />
      <div className={classes.facts}>
        {upload.state === 'waiting' && <span>Waiting for the previous upload</span>}
        {upload.state !== 'waiting' && (
          <span className="number">
            {sizeText(upload.sentBytes)} of {sizeText(upload.totalBytes)}
          </span>
        )}
        {upload.state === 'lost' && (
          <span role="status">The connection to the server was lost. The upload continues when it is back.</span>
        )}
        {upload.state === 'sending' && (
          <>
            {upload.bytesPerSecond > 0 && <span className="number">{sizeText(upload.bytesPerSecond)} per second</span>}
            {secondsLeft !== undefined && <span className="number">{durationText(secondsLeft)} left</span>}
          </>
        )}
      </div>
    </div>
  );
}

function UploadOutcome({ upload }: { upload: Upload }) {
  const color = upload.state === 'failed' ? 'red' : upload.state === 'stopped' ? 'gray' : 'ink';
  return (
    <Alert mt="sm" color={color} variant="light" role={upload.state === 'failed' ? 'alert' : 'status'}>
      <div className={classes.between}>
        <span>
          <b>{upload.fileName}</b>
          <br />
          {upload.message}
        </span>
        <CloseButton size="sm" aria-label="Dismiss this message" onClick={() => forgetUpload(upload.id)} />
      </div>
      {upload.issues.slice(0, ISSUES_SHOWN).map((issue) => (
        <Text key={`${issue.path}-${issue.message}`} size="xs" mt={4}>
          <span className="mono">{issue.path || 'archive'}</span>: {issue.message}
        </Text>
      ))}
      {upload.issueCount > ISSUES_SHOWN && (
        <Text size="xs" mt={4}>
          and {countOf(upload.issueCount - ISSUES_SHOWN, 'more issue')}
        </Text>
      )}
    </Alert>
  );
}
