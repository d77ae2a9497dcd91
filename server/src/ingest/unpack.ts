// Unpacks an archive that is on the disk into the code base of a project.
import { DEFAULT_ARCHIVE_LIMITS, judgeUploaded, readArchive } from '@assay/scanner/archives';
import type { App } from '../app.ts';
import type { ProjectImage } from '../db/scm/images.ts';
import { countOf, sizeText } from '../domain/count-text.ts';
import { expansionOfLevel, type UnpackOptions } from '../domain/projects/expansion.ts';
import { badRequest } from '../errors.ts';
import { type Arrival, type Files, type IngestOutcome, type IngestProgress, takeFiles } from './index.ts';

export interface Unpacking {
  /** The archive on the disk. */
  file: string;
  options: UnpackOptions;
  actor: Files['actor'];
  onProgress?: Files['onProgress'];
}

/** Throws a refusal if the bytes are no archive. `fileName` is its name where it came from; may be ''. */
export async function requireArchive(file: string, fileName: string, signal: AbortSignal): Promise<void> {
  const refusal = await judgeUploaded(file, fileName, signal);
  if (refusal !== undefined) throw badRequest(refusal);
}

/** Reads what `requireArchive` has accepted. The caller has a place (`inPlace`). */
export async function unpackArchive(
  app: App,
  arrival: Arrival,
  { file, options, actor, onProgress }: Unpacking,
  signal: AbortSignal,
): Promise<IngestOutcome> {
  const images: ProjectImage[] = [];
  const items = readArchive(file, {
    limits: DEFAULT_ARCHIVE_LIMITS,
    expansion: expansionOfLevel(options.expansionLevel),
    archiveDirSuffix: options.archiveDirSuffix,
    deleteArchiveAfterExpand: options.deleteArchiveAfterExpand && options.expansionLevel > 1,
    temporaryFolder: arrival.folder,
    onImage: (folder, image) => images.push({ folder, image }),
    signal,
  });
  const replaceAll = options.deleteExistingFileOnServer;
  return takeFiles(app, arrival, { items, images, what: 'The archive', replaceAll, actor, onProgress }, signal);
}

/** The phase of the job: what is stored so far. `doing` is what is done to get it. */
export function progressText({ files, bytes, isMoving }: IngestProgress, doing = 'Unpacking'): string {
  const stored = `${countOf(files, 'file')}, ${sizeText(bytes)}`;
  return isMoving ? `Moving ${stored} into the project` : `${doing}: ${stored}`;
}

export function outcomeText({ files, bytes, issues }: IngestOutcome): string {
  const skipped = issues > 0 ? `, ${countOf(issues, 'issue')}` : '';
  return `${countOf(files, 'file')}, ${sizeText(bytes)}${skipped}`;
}
