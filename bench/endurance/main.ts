// Everything that a server must endure, part after part, about 20 minutes on a quiet machine. Prints one line of JSON for each part with its verdict
// (verdict.ts), and ends with 1 if one failed. Each part also runs alone. node bench/endurance/main.ts [--brief] [names of parts]
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Verdict, verdictOf } from './verdict.ts';

interface Part {
  program: string;
  /** Whole, and brief: to see that it works. */
  whole: readonly string[];
  brief: readonly string[];
}

const PARTS: Readonly<Record<string, Part>> = {
  'backend-kills': { program: 'backend-kills.ts', whole: ['200'], brief: ['8'] },
  'process-kills': { program: 'process-kills.ts', whole: ['40'], brief: ['3'] },
  'outcome-kills': { program: 'outcome-kills.ts', whole: ['30'], brief: ['2', '300'] },
  'several-processes': { program: 'several-processes.ts', whole: ['20'], brief: ['3'] },
  'clock-jumps': { program: 'clock-jumps.ts', whole: ['3'], brief: ['1'] },
  'pdf-reports': { program: 'pdf-reports.ts', whole: ['20'], brief: ['6'] },
  documents: { program: '../documents.ts', whole: [], brief: ['2000', '20000'] },
  'waiting-writers': { program: 'waiting-writers.ts', whole: [], brief: ['40', 'Apply Policy,Update Notices'] },
  'other-servers': { program: 'other-servers.ts', whole: [], brief: [] },
  soak: { program: 'soak.ts', whole: ['240'], brief: ['8'] },
  fuzzer: { program: 'fuzzer.ts', whole: ['20000'], brief: ['300'] },
};

const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isBrief = process.argv.includes('--brief');
const unknown = chosen.find((name) => !(name in PARTS));
if (unknown !== undefined)
  throw new Error(`There is no part "${unknown}". The parts are ${Object.keys(PARTS).join(', ')}.`);

for (const [name, part] of Object.entries(PARTS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const begunAt = performance.now();
  const args = isBrief ? part.brief : part.whole;
  const { status, text } = await run(part.program, args);
  const seconds = Math.round((performance.now() - begunAt) / 1000);
  const result = status === 0 ? (JSON.parse(text) as unknown) : text.slice(-500);
  const verdict: Verdict =
    status === 0
      ? verdictOf(name, result, Number(args[0] ?? 0))
      : { faults: [`the program ended with ${status}`], missed: [] };
  if (verdict.faults.length > 0) process.exitCode = 1;
  process.stdout.write(`${JSON.stringify({ part: name, seconds, status, ...verdict, result })}\n`);
}

function run(program: string, args: readonly string[]): Promise<{ status: number | null; text: string }> {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, text }));
  });
}
