// The cost of an upload in parts (tus) and of the scan behind it: seconds, and the highest memory of the server. Prints JSON.
//   node bench/tus-upload.ts --mb 10240 [--period 8] [--part 64]
//   node bench/tus-upload.ts --files 1000000 --folders 100000 [--depth 5] [--part 64] [--scan]
// The archive is made while it is sent. --period: of every so many files of 1 MB one is hard to compress. --part: megabytes of one request.
import { parseArgs } from 'node:util';
import { type BenchServer, followJob, startServer } from './server.ts';
import { tarOfFolders, tarOfMegabytes } from './tar.ts';

const MB = 1024 * 1024;

const { values } = parseArgs({
  options: {
    mb: { type: 'string' },
    period: { type: 'string', default: '8' },
    files: { type: 'string', default: '1000000' },
    folders: { type: 'string', default: '100000' },
    depth: { type: 'string', default: '5' },
    part: { type: 'string', default: '64' },
    scan: { type: 'boolean', default: false },
  },
});
const shape = { files: Number(values.files), folders: Number(values.folders), depth: Number(values.depth) };
const archive = () =>
  values.mb === undefined ? tarOfFolders(shape) : tarOfMegabytes(Number(values.mb), Number(values.period));

const server = await startServer();
const memory = watchMemory(server);
try {
  const { body } = await server.api('POST', '/projects', { name: 'bench' });
  const { id: projectId } = body as { id: number };
  const beforeMb = Math.round(server.residentMb());
  const sent = await send(server, projectId);
  const sending = { seconds: sent.seconds, bytes: sent.bytes, peakMb: memory.peak() };
  const unpacking = await followed(sent.jobId);
  const scanning = values.scan ? await scan(projectId) : undefined;
  console.log(JSON.stringify({ what: values.mb === undefined ? shape : { mb: Number(values.mb) }, beforeMb, sending, unpacking, scanning }, null, 1)); // biome-ignore format: one claim
} finally {
  memory.stop();
  await server.stop();
}

function watchMemory({ residentMb }: BenchServer) {
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb());
  }, 50);
  return {
    /** Since the last call. */
    peak() {
      const peak = Math.round(peakMb);
      peakMb = 0;
      return peak;
    },
    stop: () => clearInterval(timer),
  };
}

async function send({ base, token }: BenchServer, projectId: number) {
  let bytes = 0;
  for (const piece of archive()) bytes += piece.length;
  const tus = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const began = performance.now();
  const created = await fetch(`${base}/projects/${projectId}/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes) },
  });
  if (created.status !== 201) throw new Error(await created.text());
  const url = new URL(created.headers.get('location') ?? '', `${base}/`);
  let offset = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const flush = async () => {
    const answer = await fetch(url, {
      method: 'PATCH',
      headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      body: new Blob(waiting as Buffer<ArrayBuffer>[]),
    });
    if (answer.status !== 204) throw new Error(await answer.text());
    offset += waitingBytes;
    waiting = [];
    waitingBytes = 0;
  };
  for (const piece of archive()) {
    waiting.push(piece);
    waitingBytes += piece.length;
    if (waitingBytes >= Number(values.part) * MB) await flush();
  }
  if (waitingBytes > 0) await flush();
  const seconds = Math.round((performance.now() - began) / 1000);
  const { body } = await server.api('GET', `/projects/${projectId}/uploads`);
  const [upload] = (body as { data: { jobId: number }[] }).data;
  if (!upload) throw new Error('the upload is not listed');
  return { seconds, bytes, jobId: upload.jobId };
}

async function followed(jobId: number) {
  memory.peak();
  const { status, details, seconds } = await followJob(server, jobId);
  return { status, details, seconds: Math.round(seconds), peakMb: memory.peak() };
}

async function scan(projectId: number) {
  const { body } = await server.api('POST', `/scanResource/projectScan/${projectId}`);
  return followed((body as Record<string, number>)['Content: '] ?? 0);
}
