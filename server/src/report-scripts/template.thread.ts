// Renders one template.

import { parentPort, workerData } from 'node:worker_threads';
import { firstOf } from '@assay/scanner/items';
import { Liquid } from 'liquidjs';
import type { TemplateTask } from './template.ts';

const { template, model, isEscaped, limits } = workerData as TemplateTask;

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
  // Liquid's messages name the line, followed by the template's text.
  parentPort?.postMessage({ refusal: firstOf((error as Error).message.split('\n', 1)).slice(0, 1000) });
}
