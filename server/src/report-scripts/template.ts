// A report from one Liquid template and the data of a project. Rendered in a thread, which is ended if it takes too much time or memory. A template
// reads only the given data, no file and no other template.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

/** `report.html.liquid`: the ending before `.liquid` is the format. */
export const templateFormats = ['html', 'md', 'txt', 'csv', 'json', 'xml'] as const;
export type TemplateFormat = (typeof templateFormats)[number];
const TEMPLATE = new RegExp(`\\.(${templateFormats.join('|')})\\.liquid$`, 'i');
export const MOST_TEMPLATE_BYTES = 4 * 1024 * 1024;

interface TemplateLimits {
  seconds: number;
  memoryBytes: number;
  outputBytes: number;
}

/** The format of a template: the ending of its result. Undefined if the file is not a template. */
export function formatOfTemplate(path: string): TemplateFormat | undefined {
  return TEMPLATE.exec(path)?.[1]?.toLowerCase() as TemplateFormat | undefined;
}

/** A rendering error; the message is for people. */
export class TemplateRefused extends Error {}

export interface TemplateTask {
  template: string;
  /** JSON text, which the thread reads. */
  model: string;
  /** What the template makes: values are escaped in HTML and XML, and become neither tags nor links of Markdown. */
  format: TemplateFormat;
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
    throw new TemplateRefused(`the template has more than ${MOST_TEMPLATE_BYTES} bytes`);
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
      // The thread checks its time itself, but not during a step.
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
