// For tests: runs `assay scan` with one thread, and keeps what it writes.
import { Writable } from 'node:stream';
import { scanCommand } from './scan-command.ts';

export async function runScan(...options: string[]): Promise<{ code: number; out: string; err: string }> {
  const [out, err] = [sink(), sink()];
  const code = await scanCommand([...options, '--threads', '1'], { stdout: out.stream, stderr: err.stream });
  return { code, out: out.text(), err: err.text() };
}

function sink() {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
}
