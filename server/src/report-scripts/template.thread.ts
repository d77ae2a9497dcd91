// Renders one template.

import { parentPort, workerData } from 'node:worker_threads';
import { firstOf } from '@assay/scanner/items';
import { Liquid, type LiquidOptions } from 'liquidjs';
import type { TemplateTask } from './template.ts';

const { template, model, format, limits } = workerData as TemplateTask;

const LIMIT_WORDS = [
  ['template render limit exceeded', `the template took longer than ${limits.seconds} seconds`],
  ['memory alloc limit exceeded', 'the template makes values that are too large'],
  ['Invalid string length', `the template wrote more than ${limits.outputBytes} bytes`],
] as const;

/** Entities work in every Markdown: a value becomes no tag and no link. */
const inMarkdown = (value: unknown): string =>
  String(value ?? '').replace(/[&<>"'[\]]/g, (character) => `&#${character.charCodeAt(0)};`);

const ESCAPES: Partial<Record<TemplateTask['format'], Pick<LiquidOptions, 'outputEscape'>>> = {
  html: { outputEscape: 'escape' },
  xml: { outputEscape: 'escape' },
  md: { outputEscape: inMarkdown },
};

function render(): string {
  const engine = new Liquid({
    // Templates can include only what is named here, which is nothing: no file of the server.
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: 8_000_000,
    renderLimit: limits.seconds * 1000,
    // For created values, whatever their size.
    memoryLimit: 50_000_000,
    ...ESCAPES[format],
  });
  return engine.parseAndRenderSync(template, JSON.parse(model)) as string;
}

try {
  const text = render();
  const isTooMuch = Buffer.byteLength(text) > limits.outputBytes;
  parentPort?.postMessage(
    isTooMuch ? { refusal: `the template wrote more than ${limits.outputBytes} bytes` } : { text },
  );
} catch (error) {
  parentPort?.postMessage({ refusal: plainMessage((error as Error).message).slice(0, 1000) });
}

/** Liquid's messages name the line, followed by the template's text. Those about limits get the words of this server. */
function plainMessage(message: string): string {
  const line = firstOf(message.split('\n', 1));
  const reached = LIMIT_WORDS.find(([words]) => line.startsWith(words));
  return reached ? line.replace(reached[0], reached[1]) : line;
}
