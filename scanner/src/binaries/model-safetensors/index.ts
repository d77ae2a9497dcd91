// Reads the head of a safetensors file: the `__metadata__` of its authors, with the keys of the model specification.
// Formats: https://huggingface.co/docs/safetensors, https://github.com/Stability-AI/ModelSpec
import type { PackageFinding } from '../../findings.ts';
import { packageOf } from '../../manifests/shared/identity.ts';
import { asFields, asText, own, readSafely } from '../../manifests/shared/problems.ts';
import type { BinaryMember } from '../member.ts';
import { modelIdentity } from '../model-identity.ts';

const LENGTH_SIZE = 8;
const MAX_HEAD = 8 * 1024 * 1024 - LENGTH_SIZE;

export const modelSafetensors: BinaryMember = {
  name: 'model-safetensors',
  reads: 'head',
  // The format has no magic: it begins with a length of eight bytes, of which the upper four are 0, and a JSON object.
  sniff: (head) =>
    head.length > 10 && head[8] === 0x7b && head[9] === 0x22 && head.subarray(4, 8).every((byte) => byte === 0),
  read: (given) =>
    readSafely('The head of the safetensors file', (problems): PackageFinding[] => {
      const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
      const length = Number(bytes.readBigUInt64LE(0));
      if (length > MAX_HEAD || length + LENGTH_SIZE > bytes.length) return [];
      const text = bytes.toString('utf8', LENGTH_SIZE, LENGTH_SIZE + length);
      const metadata = asFields(
        own(asFields(JSON.parse(text), 'head', problems), '__metadata__'),
        '__metadata__',
        problems,
      );
      const value = (name: string): string => asText(own(metadata, name), `__metadata__.${name}`, problems);
      const identity = modelIdentity(value('modelspec.title') || value('name'), value('modelspec.implementation'));
      // Most files name only their framework. Then the card beside them names the model.
      if (identity === undefined) return [];
      const found = packageOf(
        identity.type,
        identity.fullName,
        {
          role: 'locks',
          isPresent: true,
          version: value('modelspec.version'),
          declaredLicense: value('modelspec.license') || value('license'),
          description: value('modelspec.description'),
        },
        problems,
      );
      return found === undefined ? [] : [found];
    }),
};
