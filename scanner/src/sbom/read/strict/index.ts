// Whether a document keeps the rules of its format: CycloneDX by its published schema, piece by piece, so that a large document is not in memory as a
// whole; SPDX and Syft by the members that their specifications require.
import { own } from '../../../items.ts';
import type { Validator } from '../model.ts';
import { cycloneDxValidator } from './cyclonedx.ts';
import { spdxValidator } from './spdx.ts';

export function createValidator(format: string, head: Readonly<Record<string, unknown>>, encoding: string): Validator {
  if (format === 'cyclonedx') return cycloneDxValidator(String(own(head, 'specVersion') ?? ''), encoding);
  if (format === 'spdx') return spdxValidator();
  return {
    take: () => undefined,
    end: () => [`No rules for a strict import of this format are known here: import it leniently.`],
  };
}
