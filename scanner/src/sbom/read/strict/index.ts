// Whether a document keeps the rules of its format: CycloneDX by its published schema, piece by piece, so that a large document is not in memory as a
// whole, or by its XML schema; SPDX by the members and values of its specifications; Syft by what the schemas of all its versions require.
import { own } from '../../../items.ts';
import type { Validator } from '../model.ts';
import { cycloneDxValidator } from './cyclonedx.ts';
import { CycloneDxXmlValidator } from './cyclonedx-xml.ts';
import { spdxValidator } from './spdx.ts';
import { Spdx3Validator } from './spdx-3.ts';
import { SyftValidator } from './syft.ts';

/** How a document is read that must keep the rules of its format. */
export const STRICT_READING = {
  validatorOf: createValidator,
  xmlValidator: () => new CycloneDxXmlValidator(),
};

function createValidator(format: string, head: Readonly<Record<string, unknown>>, encoding: string): Validator {
  // XML was checked by its own schema while it was parsed.
  if (format === 'cyclonedx' && encoding === 'XML') return { take: () => undefined, end: () => [] };
  if (format === 'cyclonedx') return cycloneDxValidator(String(own(head, 'specVersion') ?? ''));
  if (format === 'spdx') return spdxValidator(encoding);
  if (format === 'spdx3') return new Spdx3Validator();
  if (format === 'syft') return new SyftValidator();
  throw new Error(`There are no rules for a strict reading of ${format}.`);
}
