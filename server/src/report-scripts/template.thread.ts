// Renders one template.

import { parentPort, workerData } from 'node:worker_threads';
import { firstOf } from '@assay/scanner/items';
import { Liquid } from 'liquidjs';
import type { TemplateTask } from './template.ts';

const { template, model, isEscaped, limits } = workerData as TemplateTask;

function render(): string {
  const engine = new Liquid({
    // No file of the server: only what is named here could be included, and that is nothing.
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: 8_000_000,
    renderLimit: limits.seconds * 1000,
    // Of values that are made, whatever their size.
    memoryLimit: 50_000_000,
    ...(isEscaped ? { outputEscape: 'escape' as const } : {}),
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
  // Liquid's sentences name the line; what follows is the template's text.
  parentPort?.postMessage({ refusal: firstOf((error as Error).message.split('\n', 1)).slice(0, 1000) });
}
