// Uploads an archive: a place to drop it, options for unpacking, and the progress.
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
import { IconAdjustments, IconCloudUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { Panel } from '../elements/panel.tsx';
import { countOf, durationText, sizeText } from '../elements/quantities.ts';
import { useProjectAgain } from '../project/queries.ts';
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
  const suffixError = suffixRefusal(options.archiveDirSuffix);
  const drop = (files: File[]) => startUploads(project, files, options, () => void again());
  return (
    <Panel
      title="Upload code"
      actions={
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconAdjustments size={15} />}
          aria-expanded={areOptionsOpen}
          onClick={() => setOptionsOpen(!areOptionsOpen)}
        >
          Options
        </Button>
      }
    >
      <Collapse expanded={areOptionsOpen}>
        <Options options={options} onChange={setOptions} hasFiles={project.totalFiles > 0} suffixError={suffixError} />
      </Collapse>
      <Dropzone
        onDrop={drop}
        disabled={suffixError !== undefined}
        className={classes.dropzone}
        useFsAccessApi={false}
        inputProps={{ 'aria-label': 'Archive with the code' }}
      >
        <IconCloudUpload size={26} stroke={1.6} aria-hidden />
        <div>
          <b>Drop an archive here</b> or click to choose
          <div className={classes.soft}>
            zip, tar (also compressed), 7z, rar, deb or rpm. The files are added to the existing ones.
          </div>
        </div>
      </Dropzone>
      {uploads.map((upload) => (
        <UploadLine key={upload.id} upload={upload} />
      ))}
    </Panel>
  );
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
        value={upload.state === 'unpacking' ? 100 : share}
        animated={upload.state === 'unpacking'}
        aria-label={`Upload of ${upload.fileName}`}
      />
      <div className={classes.facts}>
        {upload.state === 'waiting' && <span>Waiting for the previous upload</span>}
        {upload.state === 'unpacking' && <span>Upload complete. The server is unpacking and storing the files.</span>}
        {upload.state === 'sending' && (
          <>
            <span className="number">
              {sizeText(upload.sentBytes)} of {sizeText(upload.totalBytes)}
            </span>
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
      {upload.issues.length > ISSUES_SHOWN && (
        <Text size="xs" mt={4}>
          and {countOf(upload.issues.length - ISSUES_SHOWN, 'more issue')}
        </Text>
      )}
    </Alert>
  );
}
