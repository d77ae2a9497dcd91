// Signatures of CSAF documents: the results of gpgv as text, and how keys are read.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { problemIn, withoutArmor } from './csaf-signatures.ts';

const KEY = 'A'.repeat(40);
const OTHER = 'B'.repeat(40);
const valid = (key: string, primary = key) =>
  `[GNUPG:] VALIDSIG ${key} 2020-01-01 1577836800 0 4 0 22 10 00 ${primary}`;

type Case = [title: string, status: string, stated: string[], problem: string];
const cases: Case[] = [
  ['a key that the provider states', valid(KEY), [KEY], ''],
  ['a subkey of a key that the provider states', valid(OTHER, KEY), [KEY], ''],
  ['a provider that states no fingerprint', valid(KEY), [], ''],
  ['another key of the file', valid(OTHER), [KEY], `with the key ${OTHER}`],
  ['a changed document', '[GNUPG:] BADSIG 1234 Vendor', [KEY], 'does not match it'],
  ['an unknown key', '[GNUPG:] ERRSIG 1234 22 10 00 1577836800 9 -\n[GNUPG:] NO_PUBKEY 1234', [KEY], 'does not name'],
  ['two signatures, one by an unknown key', `[GNUPG:] ERRSIG 1234 22 10 00 1 9 -\n${valid(KEY)}`, [KEY], ''],
  ['two signatures, one of which does not match', `${valid(KEY)}\n[GNUPG:] BADSIG 12 V`, [KEY], 'does not match it'],
  ['signed before the key expired', `[GNUPG:] KEYEXPIRED 1609459200\n[GNUPG:] EXPKEYSIG 1 V\n${valid(KEY)}`, [KEY], ''],
  [
    'signed after',
    `[GNUPG:] KEYEXPIRED 1500000000\n[GNUPG:] EXPKEYSIG 1 V\n${valid(KEY)}`,
    [KEY],
    'had already expired',
  ],
  ['a revoked key', `[GNUPG:] REVKEYSIG 1 V\n${valid(KEY)}`, [KEY], 'was revoked'],
  ['no signature at all', '[GNUPG:] NODATA 4', [KEY], 'could not be read'],
  ['nothing', '', [KEY], 'could not be read'],
];

it.each(cases)('%s', (_title, status, stated, problem) => {
  const found = problemIn(`${status}\n`, new Set(stated));
  if (problem === '') expect(found).toBe('');
  else expect(found).toContain(problem);
});

it('keys are converted to the binary form with any line endings, and several blocks are joined', () => {
  const block = (text: string, end: string) =>
    [
      '-----BEGIN PGP PUBLIC KEY BLOCK-----',
      'Comment: x',
      '',
      Buffer.from(text).toString('base64'),
      '=4Bgx',
      '-----END PGP PUBLIC KEY BLOCK-----',
      '',
    ].join(end);
  expect(withoutArmor(Buffer.from(block('one', '\n') + block('two', '\r\n'))).toString()).toBe('onetwo');
  const binary = createHash('sha256').update('key').digest();
  expect(withoutArmor(binary)).toEqual(binary);
});
