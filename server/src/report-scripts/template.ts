// A report as one Liquid template over the data of a project. Rendered in a thread of its own, which is ended when it takes too long or too much: a template
// reads nothing but the data that it is given, no file and no other template.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

/** `report.html.liquid`: what stands before the ending says what it makes. */
export const templateFormats = ['html', 'md', 'txt', 'csv', 'json', 'xml'] as const;
export type TemplateFormat = (typeof templateFormats)[number];
const TEMPLATE = new RegExp(`\\.(${templateFormats.join('|')})\\.liquid$`, 'i');
export const MOST_TEMPLATE_BYTES = 4 * 1024 * 1024;

interface TemplateLimits {
  seconds: number;
  memoryBytes: number;
  outputBytes: number;
}

/** What a template makes: the ending of its file. Undefined for what is no template. */
export function formatOfTemplate(path: string): TemplateFormat | undefined {
  return TEMPLATE.exec(path)?.[1]?.toLowerCase() as TemplateFormat | undefined;
}

/** Values are escaped if the template makes HTML or XML. */
export const isEscapedFormat = (format: TemplateFormat) => format === 'html' || format === 'xml';

/** What cannot be rendered; the message is for people. */
export class TemplateRefused extends Error {}

export interface TemplateTask {
  template: string;
  /** JSON text, which the thread reads. */
  model: string;
  /** Values are escaped if the template makes HTML or XML. */
  isEscaped: boolean;
  limits: TemplateLimits;
}

type TemplateAnswer = { text: string } | { refusal: string };

export interface TemplateText {
  content: Buffer;
  sha256: Buffer;
}

export async function readTemplate(file: string): Promise<TemplateText> {
  return templateText(await readFile(file));
}

export function templateText(content: Buffer): TemplateText {
  if (content.length > MOST_TEMPLATE_BYTES)
    throw new TemplateRefused(`the template has more than the ${MOST_TEMPLATE_BYTES} bytes that are read`);
  return { content, sha256: createHash('sha256').update(content).digest() };
}

export async function renderTemplate(task: TemplateTask, signal: AbortSignal): Promise<string> {
  const { seconds, memoryBytes } = task.limits;
  signal.throwIfAborted();
  const thread = new Worker(new URL('./template.thread.ts', import.meta.url), {
    workerData: task,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(memoryBytes / 1024 / 1024) },
  });
  let deadline: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  try {
    const answer = await new Promise<TemplateAnswer>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', () => reject(new TemplateRefused('its thread ended')));
      const tooLong = new TemplateRefused(`the template took longer than ${seconds} seconds`);
      // The thread looks at its time itself, but not in the middle of a step.
      deadline = setTimeout(() => reject(tooLong), seconds * 1000 + 1000);
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
    });
    if ('refusal' in answer) throw new TemplateRefused(answer.refusal);
    return answer.text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new TemplateRefused(`the template took more than ${Math.round(memoryBytes / 1024 / 1024)} MB of memory`);
    throw error;
  } finally {
    clearTimeout(deadline);
    if (stop) signal.removeEventListener('abort', stop);
    await thread.terminate();
  }
}
