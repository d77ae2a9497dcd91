// A stand-in for the program p4 with a server of its own: it answers from a file, as Perforce documents the commands, in Python's marshal format
// (docs/source-control-stand-ins.md says what is documented and what is guessed). Its first argument is that file.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

/** What a server of the stand-in holds. Files have one entry for each revision, from 1. */
export interface P4Depot {
  users: Record<string, string>;
  unicode?: boolean;
  fingerprint?: string;
  serverId: string;
  files: Record<string, { change: number; content: string; type?: string; isDeleted?: boolean }[]>;
  labels: Record<string, Record<string, number>>;
  /** A command that does something else than it should. */
  instead?: { command: string; does: 'endless' | 'silent' | 'garbage' | 'short' | 'says'; text?: string };
  /** Each call appends its arguments and environment here. */
  log: string;
}

const [statePath = '', ...words] = process.argv.slice(2);
const depot = JSON.parse(readFileSync(statePath, 'utf8')) as P4Depot;
const { env } = process;
const out = (bytes: Buffer) => process.stdout.write(bytes);
const text = (value: string | Buffer) => {
  const bytes = Buffer.from(value as string, 'utf8');
  const head = Buffer.alloc(5, 's');
  head.writeUInt32LE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
};
const number = (value: number) => {
  const bytes = Buffer.alloc(5, 'i');
  bytes.writeInt32LE(value, 1);
  return bytes;
};
const record = (members: Record<string, string | number | Buffer>) =>
  out(Buffer.concat([Buffer.from('{'), ...Object.entries(members).flatMap(([name, value]) => [text(name), typeof value === 'number' ? number(value) : text(value)]), Buffer.from('0')])); // biome-ignore format: one claim
const fail = (data: string, generic: number, severity = 3) => {
  record({ code: 'error', data: `${data}\n`, severity, generic });
  if (severity >= 3) process.exit(1);
};

if (words[0] === '-V') {
  console.log('Perforce - The Fast Software Configuration Management System.\nCopyright 1995-2023 Perforce Software.  All rights reserved.\nRev. P4/LINUX26X86_64/2023.1/2442900 (2023/05/19).'); // biome-ignore format: one text
  process.exit(0);
}
const isTagged = words[0] === '-G';
if (isTagged) words.shift();
const isList = words[0] === '-x';
if (isList) words.splice(0, 2);
const [command = '', ...args] = words;
appendFileSync(depot.log, `${JSON.stringify({ command, args, env })}\n`);
const input = command === 'login' || isList ? readFileSync(0, 'utf8') : '';

const isEncrypted = env.P4PORT?.startsWith('ssl') ?? false;
const isTrusted = existsSync(env.P4TRUST ?? '') && readFileSync(env.P4TRUST ?? '', 'utf8') === depot.fingerprint;
if (command === 'trust') {
  if (args[1] !== depot.fingerprint) {
    console.error(`Fingerprint ${args[1]} does not match the key of the server.`);
    process.exit(1);
  }
  writeFileSync(env.P4TRUST ?? '', args[1] ?? '');
  process.exit(0);
}
if (isEncrypted && !isTrusted) {
  console.error(`Perforce client error:\n\tThe authenticity of '${env.P4PORT?.slice(4)}' can't be established,\n\tthis may be your first attempt to connect to this P4PORT.\n\tThe fingerprint for the key sent to your client is\n\t${depot.fingerprint}\n\tTo allow connection use the 'p4 trust' command.`); // biome-ignore format: one text
  process.exit(1);
}
if (depot.unicode && env.P4CHARSET === 'none' && command !== 'info') fail('Unicode server permits only unicode enabled clients.', 36); // biome-ignore format: one claim
if (!depot.unicode && env.P4CHARSET !== 'none') fail('Unicode clients require a unicode enabled server.', 36);
const instead = depot.instead?.command === command ? depot.instead : undefined;
if (instead?.does === 'silent') await new Promise(() => setInterval(() => undefined, 1000));
if (instead?.does === 'garbage') out(Buffer.from('Segmentation fault'));
else if (instead?.does === 'says') fail(instead.text ?? '', 0);
else if (instead?.does === 'endless') endless();
else run();

function endless(): void {
  const more = () => {
    for (let at = 0; at < 1000; at++) record({ code: 'text', data: Buffer.alloc(65_536, 'x').toString() });
    setImmediate(more);
  };
  record({ code: 'stat', depotFile: '//depot/main/a', rev: '1', change: '1', type: 'text' });
  process.stdout.on('error', () => process.exit(1));
  more();
}

function run(): void {
  if (command === 'info') return void record({ code: 'stat', userName: env.P4USER ?? '', serverAddress: 'p4:1666', serverVersion: 'P4D/LINUX26X86_64/2023.1/2442900', serverID: depot.serverId, ...(depot.unicode ? { unicode: 'enabled' } : {}) }); // biome-ignore format: one claim
  const password = depot.users[env.P4USER ?? ''];
  if (command === 'login') {
    process.stdout.write('Enter password: \n');
    if (password === undefined) stop(`User ${env.P4USER} doesn't exist.`);
    if (input !== `${password}\n`) stop('Password invalid.');
    writeFileSync(env.P4TICKETS ?? '', `ticket of ${env.P4USER}`);
    return void console.log(`User ${env.P4USER} logged in.`);
  }
  if (password === undefined)
    return void fail(`Access for user '${env.P4USER}' has not been enabled by 'p4 protect'.`, 6);
  if (password !== '' && !existsSync(env.P4TICKETS ?? ''))
    return void fail('Perforce password (P4PASSWD) invalid or unset.', 36);
  if (command === 'changes') return void changes(args.at(-1) ?? '');
  if (command === 'labels') {
    for (const name of Object.keys(depot.labels).filter((one) => one === args[1])) record({ code: 'stat', label: name, Update: '1', Access: '1', Owner: 'ann' }); // biome-ignore format: one claim
    return;
  }
  if (command === 'files') return void files(args.at(-1) ?? '');
  if (command === 'print') return void print(input.split('\n').filter((line) => line !== ''));
  fail("Unknown command.  Try 'p4 help' for info.", 1);
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}

function places(spec: string): { path: string; at: string } {
  const [path = '', at = ''] = spec.split('@', 2);
  if (
    !depot.files ||
    !Object.keys(depot.files).some((name) => name.startsWith(path.split('/').slice(0, 3).join('/')) || path === '//...')
  )
    // biome-ignore format: one claim
    fail(`${spec} - must refer to client 'assay'.`, 2);
  return { path: path.replace(/\.\.\.$/, ''), at };
}

function changes(spec: string): void {
  const [range = '', upTo] = [spec, /@\d+,@(\d+)$/.exec(spec)?.[1]];
  const { path, at } = places(range.replace(/,@\d+$/, ''));
  const numbers = Object.entries(depot.files)
    .filter(([name]) => name.startsWith(path))
    .flatMap(([, revisions]) => revisions.map(({ change }) => change))
    .filter((change) => (upTo === undefined ? at === '' || change <= Number(at) : change === Number(upTo)));
  if (numbers.length === 0) return void fail(`${spec} - no such file(s).`, 17, 2);
  record({ code: 'stat', change: String(Math.max(...numbers)), time: '1', user: 'ann', client: 'ws', status: 'submitted', desc: 'x' }); // biome-ignore format: one claim
}

function revisionAt(name: string, at: string): number {
  const revisions = depot.files[name] ?? [];
  if (at !== '' && !/^\d+$/.test(at)) return depot.labels[at]?.[name] ?? 0;
  return revisions.filter(({ change }) => at === '' || change <= Number(at)).length;
}

function files(spec: string): void {
  const { path, at } = places(spec);
  if (at !== '' && !/^\d+$/.test(at) && !depot.labels[at]) return void fail(`Invalid changelist/client/label/date '@${at}'.`, 4); // biome-ignore format: one claim
  let count = 0;
  for (const [name, revisions] of Object.entries(depot.files).filter(([one]) => one.startsWith(path))) {
    const rev = revisionAt(name, at);
    const found = revisions[rev - 1];
    if (!found || found.isDeleted) continue;
    record({ code: 'stat', depotFile: name, rev: String(rev), change: String(found.change), action: rev === 1 ? 'add' : 'edit', type: found.type ?? 'text', time: '1' }); // biome-ignore format: one claim
    count++;
  }
  if (count === 0) fail(`${spec} - no such file(s).`, 17, 2);
}

function print(specs: string[]): void {
  for (const spec of specs) {
    const [name = '', rev = ''] = spec.split('#');
    const found = depot.files[name]?.[Number(rev) - 1];
    if (!found) return void fail(`${spec} - no such file(s).`, 17, 2);
    const content = Buffer.from(found.content, 'latin1');
    record({ code: 'stat', depotFile: name, rev, change: String(found.change), action: 'add', type: found.type ?? 'text', time: '1', fileSize: String(content.length) }); // biome-ignore format: one claim
    const size = 4096;
    for (let from = 0; from < content.length; from += size) {
      if (instead?.does === 'short' && from > 0) process.exit(1);
      record({ code: 'binary', data: content.subarray(from, from + size) });
    }
    record({ code: 'text', data: '' });
  }
}
