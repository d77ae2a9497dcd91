// What ten releases of a generated project ask of a person after the first was decided, with traps after which a decision must not count; and how much of a
// second project is proposed. Prints JSON.
//   node bench/carried.ts [releases, default 10] [packages, default 40] [seed, default 1]
import { carriedRun } from '../server/test/carried-run.ts';
import { followJob, startServer, uploadArchive } from './server.ts';

const [count = 10, packages = 40, seed = 1] = process.argv.slice(2).map(Number);

const server = await startServer();
try {
  const started = performance.now();
  const run = await carriedRun(
    {
      async call(method, path, body) {
        const answer = await server.api(method, path, body);
        if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return answer.body;
      },
      upload: (projectId, archive) => uploadArchive(server, projectId, archive, { replaces: true }),
      async jobOver(jobId) {
        const { status, details } = await followJob(server, jobId);
        if (status !== 'Completed') throw new Error(`The job ${jobId} ended ${status}: ${details}`);
      },
    },
    { count, packages, sourcesOfEach: 3, seed },
  );
  console.log(
    JSON.stringify({ seed, packages, ...run, seconds: Math.round((performance.now() - started) / 1000) }, null, 1),
  );
  if (run.wronglyCarried.length > 0) process.exitCode = 1;
} finally {
  await server.stop();
}
