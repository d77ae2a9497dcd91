// Compiles license rules in a thread of its own: tens of thousands of rules would hold up every request of the process for seconds.
import { parentPort, workerData } from 'node:worker_threads';
import { importLicenseRules } from '../../../scanner/src/licenses/rules/scancode-rules.ts';

const { source, out } = workerData as { source: string; out: string };

try {
  const result = await importLicenseRules(source, out, (progress) => parentPort?.postMessage({ progress }));
  parentPort?.postMessage({ result });
} catch (error) {
  parentPort?.postMessage({ failure: (error as Error).message });
}
