// Custom mail templates: HTML files that an administrator puts into the data folder, and the images that they show.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../app.ts';
import { mailTemplates } from '../../domain/messages/mail-events.ts';
import { badRequest, notFound } from '../../errors.ts';
import { streamOfFile } from '../../file-streams.ts';
import { findImage, LARGEST_TEMPLATE_BYTES } from '../../mail/templates.ts';

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
  const image = await findImage(app.folder.emailTemplates, imageName);
  if (!image) throw notFound('Image', imageName);
  return { ...(await streamOfFile(image.file)), mediaType: image.mediaType };
}

function fileOf(app: App, templateName: string): string {
  const name = templateName.replace(/\.html$/i, '');
  const known = mailTemplates.find((one) => one === name);
  if (!known)
    throw badRequest(
      `The path parameter "templateName" is "${templateName}"; it must be one of ${mailTemplates.join(', ')}.`,
    );
  return join(app.folder.emailTemplates, `${known}.html`);
}
