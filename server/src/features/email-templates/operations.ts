// Custom e-mail templates: HTML files that an administrator lays into the data folder, and the images they show.
// Names come from callers, so they are looked up in lists, never joined to a path as they are.
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../app.ts';
import { badRequest, notFound } from '../../errors.ts';

/** The mails that the server sends; a custom file of exactly this name takes the place of the built-in text. */
export const TEMPLATE_NAMES = [
  'new_account',
  'forgot_password',
  'scan_task',
  'update_vulnerability_project',
  'task_created',
  'task_closed',
  'task_reopened',
  'task_reassigned',
  'inventory_remediation_notification',
  'inventory_review_notification',
] as const;

const MEDIA_TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};
const LARGEST_TEMPLATE_BYTES = 1024 * 1024;

export async function readTemplate(app: App, templateName: string): Promise<string> {
  const file = fileOf(app, templateName);
  const { size } = await stat(file).catch(() => {
    throw notFound('Email template', templateName);
  });
  if (size > LARGEST_TEMPLATE_BYTES)
    throw badRequest(
      `The email template ${templateName} has ${size} bytes; at most ${LARGEST_TEMPLATE_BYTES} are read.`,
    );
  return readFile(file, 'utf8');
}

export async function templateExists(app: App, templateName: string): Promise<boolean> {
  return (await stat(fileOf(app, templateName)).catch(() => undefined))?.isFile() ?? false;
}

export async function openImage(app: App, imageName: string) {
  const folder = join(app.folder.emailTemplates, 'images');
  const known = await readdir(folder).catch(() => [] as string[]);
  const mediaType = MEDIA_TYPES[imageName.split('.').pop()?.toLowerCase() ?? ''];
  if (!mediaType || !known.includes(imageName)) throw notFound('Image', imageName);
  const file = join(folder, imageName);
  const { size } = await stat(file);
  return { stream: createReadStream(file), mediaType, sizeBytes: size };
}

function fileOf(app: App, templateName: string): string {
  const name = templateName.replace(/\.html$/i, '');
  const known = TEMPLATE_NAMES.find((one) => one === name);
  if (!known)
    throw badRequest(
      `The path parameter "templateName" is "${templateName}"; it must be one of ${TEMPLATE_NAMES.join(', ')}.`,
    );
  return join(app.folder.emailTemplates, `${known}.html`);
}
