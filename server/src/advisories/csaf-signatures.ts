// Checks the OpenPGP signatures of documents of a CSAF provider. It uses the program gpgv of the system and the keys
// that the provider-metadata.json names. A library is not used, because no maintained OpenPGP library has a suitable
// license. Without gpgv or without keys, nothing is checked, and the source says so.
// https://docs.oasis-open.org/csaf/csaf/v2.0/os/csaf-v2.0-os.html#7119-requirement-19-signatures
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bytesAt, type CrawlOptions, listIn, textIn } from './answers.ts';

const run = promisify(execFile);

export interface SignatureCheck {
  /** Whether signatures of documents are fetched and checked. */
  isPossible: boolean;
  /** A sentence for the source: that signatures are checked, or why they are not. */
  words: string;
  /** Returns '' if a key of the provider has signed exactly these bytes, else what is wrong. */
  problemOf(bytes: Uint8Array, signature: Uint8Array): Promise<string>;
}

const MOST_KEYS = 50;
const KEY_BYTES = 1024 * 1024;
const GPGV_MS = 60_000;
/** gpgv gets this path, and no variable of the server's environment. */
const PATHS = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';

export async function signatureCheck(
  metadata: unknown,
  location: string,
  options: CrawlOptions & { program?: string },
): Promise<SignatureCheck> {
  const program = options.program ?? 'gpgv';
  const keys = listIn(metadata, 'public_openpgp_keys').slice(0, MOST_KEYS);
  if (keys.length === 0) return unchecked('the provider names no OpenPGP keys');
  if (!(await isInstalled(program))) return unchecked('gpgv is not installed on this server');
  const folder = join(options.folder, 'signatures');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const rings: Buffer[] = [];
  const fingerprints = new Set<string>();
  const missing: string[] = [];
  for (const key of keys) {
    const address = new URL(textIn(key, 'url'), location).href;
    try {
      rings.push(withoutArmor(await bytesAt(address, KEY_BYTES, options)));
    } catch (error) {
      if (options.signal?.aborted) throw error;
      missing.push(`${address}: ${(error as Error).message}`);
      continue;
    }
    const fingerprint = textIn(key, 'fingerprint').replace(/\s+/g, '').toUpperCase();
    if (fingerprint !== '') fingerprints.add(fingerprint);
  }
  if (rings.length === 0) return unchecked(`no OpenPGP key of the provider could be fetched (${missing.join(' ')})`);
  const ring = join(folder, 'keys.gpg');
  await writeFile(ring, Buffer.concat(rings), { mode: 0o600 });
  return {
    isPossible: true,
    words: `Checked against ${rings.length} of the ${keys.length} OpenPGP keys that the provider names.`,
    problemOf: (bytes, signature) => problemOf({ program, folder, ring, fingerprints }, bytes, signature),
  };
}

function unchecked(why: string): SignatureCheck {
  return { isPossible: false, words: `Not checked: ${why}.`, problemOf: async () => '' };
}

async function isInstalled(program: string): Promise<boolean> {
  return run(program, ['--version'], { timeout: GPGV_MS, env: { PATH: PATHS } }).then(
    () => true,
    () => false,
  );
}

interface Ring {
  program: string;
  folder: string;
  ring: string;
  /** In upper case. Empty if the provider states no fingerprints. */
  fingerprints: ReadonlySet<string>;
}

async function problemOf(
  { program, folder, ring, fingerprints }: Ring,
  bytes: Uint8Array,
  signature: Uint8Array,
): Promise<string> {
  const [document, detached] = [join(folder, 'document'), join(folder, 'document.asc')];
  await writeFile(document, bytes, { mode: 0o600 });
  await writeFile(detached, signature, { mode: 0o600 });
  const args = ['--homedir', folder, '--keyring', ring, '--status-fd', '1', '--', detached, document];
  const told = await run(program, args, {
    timeout: GPGV_MS,
    maxBuffer: 1024 * 1024,
    env: { PATH: PATHS, LC_ALL: 'C' },
  }).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string; killed?: boolean; message: string }) => {
      if (error.killed || error.stdout === undefined) throw new Error(`gpgv did not answer: ${error.message}`);
      return error.stdout;
    },
  );
  return problemIn(told, fingerprints);
}

/** The status lines of gpgv: https://github.com/gpg/gnupg/blob/master/doc/DETAILS */
export function problemIn(status: string, fingerprints: ReadonlySet<string>): string {
  const lines = status.split('\n').map((line) =>
    line
      .replace(/^\[GNUPG:\] /, '')
      .trim()
      .split(' '),
  );
  const lineOf = (wanted: string) => lines.find(([word]) => word === wanted);
  const valid = lineOf('VALIDSIG');
  const bad = Object.entries(REASONS).find(([word]) => lineOf(word) !== undefined);
  if (bad) return bad[1];
  if (!valid)
    return lineOf('ERRSIG')
      ? 'its OpenPGP signature was made with a key that the provider does not name.'
      : 'its OpenPGP signature could not be read.';
  const [, key = '', , madeAt = ''] = valid;
  // A signature that was made before the key expired is still valid.
  if (lineOf('EXPKEYSIG') && Number(madeAt) >= Number(lineOf('KEYEXPIRED')?.[1] ?? 0))
    return 'the key of its OpenPGP signature had already expired when the signature was made.';
  const primary = valid[10] ?? key;
  if (fingerprints.size > 0 && !fingerprints.has(primary) && !fingerprints.has(key))
    return `its OpenPGP signature was made with the key ${primary}, but the provider does not state this fingerprint.`;
  return '';
}

const REASONS = {
  BADSIG: 'its OpenPGP signature does not match it: the document or the signature was changed.',
  EXPSIG: 'its OpenPGP signature has expired.',
  REVKEYSIG: 'the key of its OpenPGP signature was revoked.',
} as const;

/**
 * Converts keys to the binary form, because gpgv reads no other. A file may contain several blocks. Their checksums are
 * ignored, because the fingerprints are compared.
 */
export function withoutArmor(file: Buffer): Buffer {
  const text = file.toString('latin1');
  const blocks = text.split('-----BEGIN PGP PUBLIC KEY BLOCK-----').slice(1);
  if (blocks.length === 0) return file;
  return Buffer.concat(
    blocks.map((block) => {
      const [body = ''] = block.split('-----END PGP PUBLIC KEY BLOCK-----');
      const lines = body.split(/\r?\n/).map((line) => line.trim());
      const start = lines.indexOf('', 1);
      const data = lines.slice(start + 1).filter((line) => line !== '' && !/^=[A-Za-z0-9+/]{4}$/.test(line));
      return Buffer.from(data.join(''), 'base64');
    }),
  );
}
