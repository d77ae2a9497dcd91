// Reads the head of a GGUF file, the format of models of llama.cpp: name, version, license, origin.
// Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
import type { PackageFinding } from '../../findings.ts';
import { packageOf } from '../../manifests/shared/identity.ts';
import { readSafely } from '../../manifests/shared/problems.ts';
import type { BinaryMember } from '../member.ts';
import { modelIdentity } from '../model-identity.ts';

const STRING = 8;
const ARRAY = 9;
/** Bytes of a value by its type. Strings and arrays have no fixed size. */
const SIZES = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];
const MAX_PAIRS = 10_000;
const MAX_TEXT = 65_536;

export const modelGguf: BinaryMember = {
  name: 'model-gguf',
  reads: 'head',
  sniff: (head) => head[0] === 0x47 && head[1] === 0x47 && head[2] === 0x55 && head[3] === 0x46,
  read: (bytes) =>
    readSafely('The head of the GGUF file', (problems): PackageFinding[] => {
      const values = readPairs(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      const value = (name: string): string => values.get(`general.${name}`)?.trim() ?? '';
      const origin = value('repo_url') || value('source.huggingface.repository') || value('source.repo_url');
      const identity = modelIdentity(value('name') || value('basename'), origin);
      if (identity === undefined) {
        problems.add('The GGUF file should have "general.name"; no model was read from it.');
        return [];
      }
      const found = packageOf(
        identity.type,
        identity.fullName,
        {
          role: 'locks',
          isPresent: true,
          version: value('version'),
          declaredLicense: value('license') || value('license.name'),
          description: value('description'),
          homepageUrl: value('url'),
          repositoryUrl: origin,
        },
        problems,
      );
      return found === undefined ? [] : [found];
    }),
};

/** The texts of the head. Ends silently with the given bytes, because they are only the beginning of the file. */
function readPairs(bytes: Buffer): Map<string, string> {
  const values = new Map<string, string>();
  const isBig = bytes.length > 8 && bytes.readUInt32LE(4) > 65_535;
  const u32 = (at: number): number => (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  const u64 = (at: number): number => Number(isBig ? bytes.readBigUInt64BE(at) : bytes.readBigUInt64LE(at));
  try {
    const count = Math.min(u64(16), MAX_PAIRS);
    let at = 24;
    for (let i = 0; i < count; i++) {
      const keyLength = u64(at);
      const key = bytes.toString('utf8', at + 8, at + 8 + Math.min(keyLength, MAX_TEXT));
      at += 8 + keyLength;
      const type = u32(at);
      at += 4;
      if (type === STRING) {
        const length = u64(at);
        values.set(key, bytes.toString('utf8', at + 8, at + 8 + Math.min(length, MAX_TEXT)));
        at += 8 + length;
      } else if (type === ARRAY) {
        const inner = u32(at);
        const items = u64(at + 4);
        at += 12;
        if (inner === STRING) for (let j = 0; j < items; j++) at += 8 + u64(at);
        else at += items * (SIZES[inner] ?? 0);
      } else at += SIZES[type] ?? 0;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return values;
}
