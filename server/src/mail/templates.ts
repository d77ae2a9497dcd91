// Finds templates and their images: first in the administrator's folder, then among the built-in ones beside this file. File names come from
// callers and templates, so they are looked up in directory listings and never joined to a path directly.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type MailTemplate, mailVariables } from '../domain/messages/mail-events.ts';
import {
  inlineImages,
  type ParsedTemplate,
  parseTemplate,
  templateProblems,
} from '../domain/messages/mail-template.ts';

export const LARGEST_TEMPLATE_BYTES = 1024 * 1024;
/** Largest total size of the images in one mail. */
const LARGEST_IMAGES_BYTES = 5 * 1024 * 1024;

const MEDIA_TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};
const BUILT_IN = new URL('./templates/', import.meta.url);

export interface MailText {
  subject: string;
  html: string;
  images: TemplateImage[];
  isCustom: boolean;
  /** Problems of the administrator's file, as sentences. */
  problems: string[];
}

export interface TemplateImage {
  name: string;
  mediaType: string;
  content: Buffer;
}

/** Reads the template of an event. An administrator's file that cannot be read is replaced by the built-in template. */
export async function loadMailText(folder: string, name: MailTemplate): Promise<MailText> {
  const builtIn = await builtInTemplate(name);
  const custom = await readCustom(folder, name);
  if (custom === undefined) return { ...builtIn, images: [], isCustom: false, problems: [] };
  if ('problem' in custom) return { ...builtIn, images: [], isCustom: false, problems: [custom.problem] };
  const { images, problems } = await loadImages(folder, custom);
  return {
    subject: custom.subject ?? builtIn.subject,
    html: custom.html,
    images,
    isCustom: true,
    problems: [...templateProblems(custom, mailVariables[name]), ...problems],
  };
}

async function builtInTemplate(name: MailTemplate): Promise<{ subject: string; html: string }> {
  const { subject, html } = parseTemplate(await readFile(new URL(`${name}.html`, BUILT_IN), 'utf8'));
  if (subject === undefined) throw new Error(`The built-in template ${name} has no subject.`);
  return { subject, html };
}

async function readCustom(
  folder: string,
  name: MailTemplate,
): Promise<ParsedTemplate | { problem: string } | undefined> {
  let bytes: Buffer;
  try {
    const file = join(folder, `${name}.html`);
    const { size } = await stat(file);
    if (size > LARGEST_TEMPLATE_BYTES)
      return {
        problem: `It has ${size} bytes, but at most ${LARGEST_TEMPLATE_BYTES} are allowed. The built-in text is used.`,
      };
    bytes = await readFile(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : { problem: `It cannot be read (${message}). The built-in text is used.` };
  }
  try {
    const template = parseTemplate(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (template.html.trim() === '') return { problem: 'It has no text. The built-in text is used.' };
    return template;
  } catch {
    return { problem: 'It is not UTF-8 text. The built-in text is used.' };
  }
}

async function loadImages(folder: string, template: ParsedTemplate) {
  const images: TemplateImage[] = [];
  const problems: string[] = [];
  let left = LARGEST_IMAGES_BYTES;
  for (const name of inlineImages(template)) {
    const image = await findImage(folder, name);
    if (!image) problems.push(`It shows cid:${name}, but the folder images has no image of this name.`);
    else if (image.sizeBytes > left)
      problems.push(
        `Its image ${name} is left out: all images of a mail together may have ${LARGEST_IMAGES_BYTES} bytes.`,
      );
    else {
      left -= image.sizeBytes;
      images.push({ name, mediaType: image.mediaType, content: await readFile(image.file) });
    }
  }
  return { images, problems };
}

/** Finds an image in the administrator's folder by its exact file name. */
export async function findImage(
  folder: string,
  name: string,
): Promise<{ file: string; mediaType: string; sizeBytes: number } | undefined> {
  const place = join(folder, 'images');
  const known = await readdir(place).catch(() => [] as string[]);
  const mediaType = MEDIA_TYPES[name.split('.').pop()?.toLowerCase() ?? ''];
  if (!mediaType || !known.includes(name)) return undefined;
  const file = join(place, name);
  const { size } = await stat(file);
  return { file, mediaType, sizeBytes: size };
}
