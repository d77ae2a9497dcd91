// A real OpenLDAP server for tests. It has its own folder and ports, and does not read the configuration of the machine.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstOf, lastOf } from '@assay/scanner/items';

export const BASE = 'dc=example,dc=org';
export const READER = `cn=reader,${BASE}`;
const ROOT = `cn=root,${BASE}`;
export const PASSWORD = 'Directory1843';

const SLAPD = ['/usr/sbin/slapd', '/usr/lib/openldap/slapd', '/usr/libexec/slapd'].find((path) => existsSync(path));

/** Printed by tests that are skipped. */
export const MISSING_PROGRAMS = [
  ...(SLAPD ? [] : ['slapd']),
  ...['openssl', 'ldapmodify'].filter((program) => spawnSync(program, ['-V']).error),
];

export interface Person {
  uid: string;
  givenName?: string;
  sn?: string;
  mail?: string;
  password?: string;
  /** Organisational unit; people unless said otherwise. */
  ou?: string;
  memberOf?: string;
}

export interface Slapd {
  url: string;
  tlsUrl: string;
  /** The certificate authority of its certificate, PEM. */
  ca: string;
  /** Adds, changes and deletes as the root of the directory, by LDIF change records. */
  modify(ldif: string): void;
  stop(): Promise<void>;
  /** Starts it again on the same ports with the same entries. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export function personDn({ uid, ou = 'people' }: Person): string {
  return `uid=${uid},ou=${ou},${BASE}`;
}

export function personLdif(person: Person): string {
  const { uid, givenName, sn = 'Test', mail, password, memberOf } = person;
  const lines: [string, string | undefined][] = [
    ['dn', personDn(person)],
    ['objectClass', 'inetOrgPerson'],
    ['objectClass', 'extensibleObject'],
    ['uid', uid],
    ['cn', `${givenName ?? ''} ${sn}`.trim()],
    ['sn', sn],
    ['givenName', givenName],
    ['mail', mail],
    ['departmentNumber', memberOf],
    ['userPassword', password],
  ];
  return `${lines.flatMap(([name, value]) => (value === undefined ? [] : [ldifLine(name, value)])).join('\n')}\n`;
}

/** Base64, so that a value may contain any text. */
function ldifLine(name: string, value: string): string {
  return `${name}:: ${Buffer.from(value, 'utf8').toString('base64')}`;
}

const FRAME = `dn: ${BASE}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ou=people,${BASE}
objectClass: organizationalUnit
ou: people

dn: ou=others,${BASE}
objectClass: organizationalUnit
ou: others

dn: cn=reader,${BASE}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: ${PASSWORD}
`;

export async function startSlapd(people: Person[], more = ''): Promise<Slapd> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-test-slapd-'));
  mkdirSync(join(folder, 'db'));
  makeCertificate(folder);
  const config = join(folder, 'slapd.conf');
  writeFileSync(config, configuration(folder));
  writeFileSync(join(folder, 'entries.ldif'), [FRAME, ...people.map(personLdif), more].filter(Boolean).join('\n'));
  execFileSync(SLAPD!, ['-T', 'add', '-q', '-f', config, '-l', join(folder, 'entries.ldif')], { stdio: 'pipe' });
  const [port, tlsPort] = await freePorts();
  let process: ChildProcess | undefined;
  const [url, tlsUrl] = [`ldap://127.0.0.1:${port}`, `ldaps://localhost:${tlsPort}`];
  const start = async () => {
    process = spawn(SLAPD!, ['-f', config, '-h', `${url} ldaps://127.0.0.1:${tlsPort}`, '-d', '0'], {
      stdio: 'ignore',
    });
    const ended = new Promise<never>((_resolve, reject) => {
      process?.once('exit', (code) => reject(new Error(`slapd ended at once with ${code}.`)));
    });
    await Promise.race([listens(port), ended]);
    ended.catch(() => undefined);
  };
  const stop = async () => {
    const running = process;
    process = undefined;
    if (!running || running.exitCode !== null) return;
    const exited = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await exited;
  };
  await start();
  return {
    url,
    tlsUrl,
    ca: readFileSync(join(folder, 'ca.pem'), 'utf8'),
    modify: (ldif) =>
      void execFileSync('ldapmodify', ['-x', '-H', url, '-D', ROOT, '-w', PASSWORD], { input: ldif, stdio: 'pipe' }),
    start,
    stop,
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string): string {
  const schemas = ['core', 'cosine', 'inetorgperson', 'nis'].map((name) => `include ${schemaFolder()}/${name}.schema`);
  const module = ['/usr/lib/ldap', '/usr/lib/openldap'].find((path) => existsSync(join(path, 'back_mdb.so')));
  return `${schemas.join('\n')}
${module ? `modulepath ${module}\nmoduleload back_mdb.so` : ''}
pidfile ${folder}/slapd.pid
TLSCACertificateFile ${folder}/ca.pem
TLSCertificateFile ${folder}/server.pem
TLSCertificateKeyFile ${folder}/server.key
# Nobody reads without a login, as in most directories.
disallow bind_anon
require authc
database mdb
suffix "${BASE}"
rootdn "${ROOT}"
rootpw ${PASSWORD}
directory ${folder}/db
maxsize 268435456
dbnosync
index objectClass eq
index uid eq
# A server's usual limit, which only pages get round.
sizelimit size.soft=500 size.hard=500 size.prtotal=unlimited
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${READER}" read by * none
`;
}

function schemaFolder(): string {
  const folder = ['/etc/ldap/schema', '/etc/openldap/schema'].find((path) => existsSync(path));
  if (!folder)
    throw new Error('slapd is there, but its schemas are neither in /etc/ldap/schema nor in /etc/openldap/schema.');
  return folder;
}

function makeCertificate(folder: string): void {
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  writeFileSync(at('san'), 'subjectAltName=DNS:localhost');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', at('ca.key'), '-out', at('ca.pem'), '-subj', '/CN=Test CA', '-days', '2');
  openssl('req', ...key, '-keyout', at('server.key'), '-out', at('server.csr'), '-subj', '/CN=localhost');
  openssl(
    ...['x509', '-req', '-in', at('server.csr'), '-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-days', '2'],
    ...['-out', at('server.pem'), '-extfile', at('san')],
  );
}

async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()];
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return [firstOf(ports), lastOf(ports)];
}

async function listens(port: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
