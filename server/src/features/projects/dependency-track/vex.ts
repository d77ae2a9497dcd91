// VEX documents by programs for Dependency-Track: taken over as by POST /projects/{projectId}/vulnerabilityAnalyses/import.
import { readFile } from 'node:fs/promises';
import type { App } from '../../../app.ts';
import { findVisibleProjectByName } from '../../../db/projects/projects.ts';
import { wholeName } from '../../../domain/inventories/versioned-names.ts';
import { AppError, badRequest, notFound } from '../../../errors.ts';
import type { AuditNote, Caller, Requester } from '../../../http/call.ts';
import type { FormFile } from '../../../http/forms.ts';
import type { VexTarget } from './schemas.ts';
import { idNamed, uuidFor } from './uuids.ts';

interface VexCall extends Requester {
  app: App;
  signal: AbortSignal;
  note(note: AuditNote): void;
}

/** What takes statements of a document over as analyses of a project. */
export interface TakesVex {
  largestBytes: number;
  take(
    app: App,
    caller: Caller,
    projectId: number,
    document: { bytes: Buffer; signal: AbortSignal },
    options: { suppress: boolean },
  ): Promise<unknown>;
}

/** What is not affected or fixed is suppressed, as there. The answer is a token, of an import that is over. */
export async function uploadVex(
  call: VexCall,
  { largestBytes, take }: TakesVex,
  target: VexTarget,
  file: FormFile,
): Promise<string> {
  const { app, caller, authorize, signal } = call;
  if (file.sizeBytes > largestBytes)
    throw new AppError('tooLarge', { message: `The field "vex" is larger than the ${largestBytes} bytes allowed.` });
  const { project: uuid = '', projectName = '', projectVersion = '' } = target;
  const name = wholeName({ name: projectName, version: projectVersion });
  if (uuid === '' && name === '') throw badRequest('Either the field "project" or the field "projectName" is required');
  const missing = notFound('Project', uuid || name);
  const id = uuid ? await idNamed(app, 'project', uuid) : (await findVisibleProjectByName(app.db, name, caller))?.id;
  if (id === undefined) throw missing;
  await authorize('ANALYZE_VULNERABILITIES', { projectId: id, missing });
  call.note({ projectId: id });
  await take(app, caller, id, { bytes: await readFile(file.path), signal }, { suppress: true });
  return uuidFor(app, 'vex', id);
}
