// Configuration: environment variables only, each with a default. A wrong value stops the start with a sentence naming it.

import { availableParallelism } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { isRefusal } from './domain/refusal.ts';
import { perforceAddress } from './domain/scm/perforce-address.ts';
import { type AddressRules, scmProtocols } from './domain/scm/scm-address.ts';
import { AllowListError, type AllowRule, parseAllowList } from './outgoing/allow-list.ts';
import { meetsPasswordRule, PASSWORD_RULE } from './security/password-rule.ts';
import { ProxyListError, parseTrustedProxies, type TrustedProxies } from './security/proxies.ts';

export interface Config {
  port: number;
  host: string;
  dataFolder: string;
  /** '' means the embedded database. */
  databaseUrl: string;
  /** '' means a folder in the data folder. */
  storeUrl: string;
  adminPassword: string;
  logLevel: string;
  scanThreads: number;
  maxUploadBytes: number;
  /** Longest time for the body of a request that arrives more slowly than 2 kB a second. */
  bodyPatienceMs: number;
  /** How long a stream of events lasts at most. */
  eventStreamSeconds: number;
  /** How often the head of the audit log is exported; 0 for never. */
  auditHeadMinutes: number;
  /** Who is told the head of the audit log within a minute; none if empty. */
  auditWitnesses: AuditWitness[];
  /** Folder of the scripts of custom reports; '' means one in the data folder. */
  reportScripts: string;
  /** Limits for one run of such a script. */
  reportMinutes: number;
  reportMemoryMb: number;
  reportDiskMb: number;
  reportProcesses: number;
  /** Servers inside the own network that may be called. */
  outgoingAllow: AllowRule[];
  /** What instances of source control may name. */
  scmAddresses: AddressRules;
  /** Registries of container images that are called by http: host and port as in the names of images. */
  insecureRegistries: readonly string[];
  /** Public keys in PEM for what is attached to images; '' for none. */
  imageKeys: string;
  /** Keys and known_hosts for ssh; '' means those of the server's user. */
  scmSshFolder: string;
  /** Whether only known host keys are accepted, or also those of hosts that are met for the first time. */
  scmSshHostKeys: 'known' | 'accept-new';
  /** The program p4: a path, or a name that is looked for in the usual folders. */
  scmP4Program: string;
  /** What instances of Perforce mean that say no address, user or password of their own; '' for none. The password goes to this address only. */
  scmP4Address: string;
  scmP4User: string;
  scmP4Password: string;
  /** Trusted keys of Perforce servers, by host:port. */
  scmP4Fingerprints: ReadonlyMap<string, string>;
  /** The browser that prints reports as PDF; '' looks in the usual places. */
  chromium: string;
  /** Whether an address is a proxy with a trusted X-Forwarded-For and -Proto. */
  isTrustedProxy: TrustedProxies;
}

/** A file on another disk, a log server, or an address that takes a POST. `address` is for people. */
export type AuditWitness = { address: string } & (
  | { kind: 'file'; path: string }
  | { kind: 'syslog'; host: string; port: number; transport: 'tcp' | 'udp' }
  | { kind: 'webhook'; url: string }
);

/** An unusable configuration. The message names the variable and what would be right. */
export class ConfigError extends Error {}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const TEN_GB = 10 * 1024 ** 3;

export function readConfig(env: Record<string, string | undefined>): Config {
  return {
    port: integer(env, 'PORT', 8888, 0, 65_535),
    host: env.HOST?.trim() || '127.0.0.1',
    dataFolder: resolve(env.ASSAY_DATA_DIR?.trim() || './data'),
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    storeUrl: storeUrl(env),
    adminPassword: password(env, 'ASSAY_ADMIN_PASSWORD'),
    logLevel: oneOf(env, 'ASSAY_LOG_LEVEL', LOG_LEVELS, 'info'),
    scanThreads: integer(env, 'ASSAY_SCAN_THREADS', availableParallelism(), 1, 256),
    maxUploadBytes: integer(env, 'ASSAY_MAX_UPLOAD_BYTES', TEN_GB, 1, Number.MAX_SAFE_INTEGER),
    eventStreamSeconds: integer(env, 'ASSAY_EVENT_STREAM_SECONDS', 3600, 0, 86_400),
    bodyPatienceMs: integer(env, 'ASSAY_BODY_PATIENCE_MS', 20_000, 1, 3_600_000),
    auditHeadMinutes: integer(env, 'ASSAY_AUDIT_HEAD_MINUTES', 60, 0, 10_080),
    auditWitnesses: witnesses(env, 'ASSAY_AUDIT_WITNESS'),
    reportScripts: folder(env, 'ASSAY_REPORT_SCRIPTS_DIR'),
    reportMinutes: integer(env, 'ASSAY_REPORT_MINUTES', 60, 1, 10_080),
    reportMemoryMb: integer(env, 'ASSAY_REPORT_MEMORY_MB', 2048, 16, 1_048_576),
    reportDiskMb: integer(env, 'ASSAY_REPORT_DISK_MB', 2048, 1, 1_048_576),
    reportProcesses: integer(env, 'ASSAY_REPORT_PROCESSES', 256, 8, 65_536),
    outgoingAllow: allowList(env, 'ASSAY_OUTGOING_ALLOW'),
    scmAddresses: {
      protocols: protocols(env, 'ASSAY_SCM_PROTOCOLS'),
      fileFolders: folders(env, 'ASSAY_SCM_FILE_FOLDERS'),
    },
    insecureRegistries: registries(env, 'ASSAY_INSECURE_REGISTRIES'),
    imageKeys: folder(env, 'ASSAY_IMAGE_KEYS'),
    scmSshFolder: folder(env, 'ASSAY_SCM_SSH_FOLDER'),
    scmSshHostKeys: oneOf(env, 'ASSAY_SCM_SSH_HOST_KEYS', ['known', 'accept-new'], 'known'),
    scmP4Program: folder(env, 'ASSAY_SCM_P4_PROGRAM') || 'p4',
    scmP4Address: perforceServer(env, 'ASSAY_SCM_P4_ADDRESS'),
    scmP4User: env.ASSAY_SCM_P4_USER?.trim() ?? '',
    scmP4Password: env.ASSAY_SCM_P4_PASSWORD ?? '',
    scmP4Fingerprints: fingerprints(env, 'ASSAY_SCM_P4_FINGERPRINTS'),
    chromium: env.ASSAY_CHROMIUM?.trim() ?? '',
    isTrustedProxy: proxyList(env, 'ASSAY_TRUSTED_PROXIES'),
  };
}

/** '' if it is not given. A weak one is refused before anything is made. */
function password(env: Record<string, string | undefined>, name: string): string {
  const given = env[name] ?? '';
  if (given !== '' && !meetsPasswordRule(given)) throw new ConfigError(`${name} must have ${PASSWORD_RULE}.`);
  return given;
}

function allowList(env: Record<string, string | undefined>, name: string): AllowRule[] {
  try {
    return parseAllowList(env[name] ?? '');
  } catch (error) {
    if (error instanceof AllowListError) throw new ConfigError(`${name} ${error.message}.`);
    throw error;
  }
}

function proxyList(env: Record<string, string | undefined>, name: string): TrustedProxies {
  try {
    return parseTrustedProxies(env[name] ?? '');
  } catch (error) {
    if (error instanceof ProxyListError) throw new ConfigError(`${name} ${error.message}.`);
    throw error;
  }
}

function integer(
  env: Record<string, string | undefined>,
  name: string,
  fallback: number,
  least: number,
  most: number,
): number {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least || value > most) {
    throw new ConfigError(`${name} is "${text}", but must be a whole number from ${least} to ${most}.`);
  }
  return value;
}

const SYSLOG_PORT = 601;
const SYSLOG_UDP_PORT = 514;
const SYSLOG_TRANSPORTS: Readonly<Record<string, 'tcp' | 'udp'>> = {
  'syslog:': 'tcp',
  'syslog+tcp:': 'tcp',
  'syslog+udp:': 'udp',
};

/** Paths and addresses, separated by commas or blanks. */
function witnesses(env: Record<string, string | undefined>, name: string): AuditWitness[] {
  const texts = (env[name] ?? '').split(/[\s,]+/).filter((text) => text !== '');
  return texts.map((text): AuditWitness => {
    if (isAbsolute(text)) return { kind: 'file', address: text, path: text };
    const { protocol, hostname, port, origin, pathname } = URL.parse(text) ?? {};
    const transport = SYSLOG_TRANSPORTS[protocol ?? ''];
    if (hostname && transport !== undefined) {
      const standard = transport === 'tcp' ? SYSLOG_PORT : SYSLOG_UDP_PORT;
      return { kind: 'syslog', address: text, host: hostname, port: Number(port) || standard, transport };
    }
    if (hostname && (protocol === 'https:' || protocol === 'http:'))
      // User, password and query may be secrets.
      return { kind: 'webhook', address: `${origin}${pathname}`, url: text };
    throw new ConfigError(
      `${name} names "${text}", but each witness must be the absolute path of a file, https://HOST/PATH, syslog://HOST:PORT (TCP), or syslog+udp://HOST:PORT.`,
    );
  });
}

function protocols(env: Record<string, string | undefined>, name: string): string[] {
  const texts = list(env[name] ?? scmProtocols.join(','));
  const wrong = texts.find((text) => !scmProtocols.some((known) => known === text));
  if (wrong !== undefined)
    throw new ConfigError(`${name} names "${wrong}", but can name only ${scmProtocols.join(', ')}.`);
  return texts;
}

function perforceServer(env: Record<string, string | undefined>, name: string): string {
  const text = env[name]?.trim() ?? '';
  if (text !== '' && isRefusal(perforceAddress(text)))
    throw new ConfigError(`${name} is "${text}", but must be written tcp:HOST:PORT or ssl:HOST:PORT.`);
  return text;
}

/** `host:port=AA:BB:…`, separated by commas. */
function fingerprints(env: Record<string, string | undefined>, name: string): Map<string, string> {
  const entries = list(env[name] ?? '').map((text) => {
    const [, server, fingerprint] = /^(\S+:\d{1,5})=((?:[0-9a-f]{2}:){15,31}[0-9a-f]{2})$/i.exec(text) ?? [];
    if (server === undefined || fingerprint === undefined)
      throw new ConfigError(`${name} names "${text}", but each entry must be HOST:PORT=AA:BB:…, the fingerprint of that server's key.`); // biome-ignore format: one claim
    return [server.toLowerCase(), fingerprint.toUpperCase()] as const;
  });
  return new Map(entries);
}

function folders(env: Record<string, string | undefined>, name: string): string[] {
  const texts = list(env[name] ?? '');
  const wrong = texts.find((text) => !isAbsolute(text) || resolve(text) === '/');
  if (wrong !== undefined)
    throw new ConfigError(`${name} names "${wrong}", but must name absolute paths of folders, separated by commas.`);
  return texts.map((text) => resolve(text));
}

function registries(env: Record<string, string | undefined>, name: string): string[] {
  const texts = list(env[name] ?? '').map((text) => text.toLowerCase());
  const wrong = texts.find((text) => !/^([a-z0-9][a-z0-9.-]*|\[[0-9a-f:.]+\])(:\d{1,5})?$/.test(text));
  if (wrong !== undefined)
    throw new ConfigError(`${name} names "${wrong}", but must name registries such as registry.example:5000, separated by commas.`); // biome-ignore format: one claim
  return texts;
}

const list = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function folder(env: Record<string, string | undefined>, name: string): string {
  const text = env[name]?.trim();
  return text ? resolve(text) : '';
}

function oneOf<T extends string>(
  env: Record<string, string | undefined>,
  name: string,
  values: readonly T[],
  fallback: T,
): T {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = values.find((candidate) => candidate === text);
  if (!value) throw new ConfigError(`${name} is "${text}", but must be one of ${values.join(', ')}.`);
  return value;
}

function url(env: Record<string, string | undefined>, name: string, protocols: string[]): string {
  const text = env[name]?.trim();
  if (!text) return '';
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new ConfigError(
      `${name} must be an address like ${protocols[0]}//user:password@host:5432/database, beginning with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    );
  }
  return text;
}

/** A folder, as a path or a file: address. Object storage is refused by name rather than taken for a folder called "s3:". */
function storeUrl(env: Record<string, string | undefined>): string {
  const text = env.ASSAY_STORE_URL?.trim();
  if (!text) return '';
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) && !text.startsWith('file:')) {
    throw new ConfigError(
      `ASSAY_STORE_URL is "${text}", but this version keeps its store in a folder: give a path or a file: address.`,
    );
  }
  return text;
}
