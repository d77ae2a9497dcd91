// Checks a bill of materials against what standards ask of one.
import type { CheckedDocument } from './checked.ts';
import { checkedCycloneDx } from './of-cyclonedx.ts';
import { checkedSpdx2 } from './of-spdx-2.ts';
import { checkedSpdx3 } from './of-spdx-3.ts';

import { isFields, own } from './values.ts';

export { type CheckedRule, type CheckedStandard, checkDocument, type QualityReport, STANDARDS } from './report.ts';

/** The facts of a document that was read as JSON; undefined if it is none of the formats. */
export function checkedDocument(document: unknown): CheckedDocument | undefined {
  if (!isFields(document)) return undefined;
  if (own(document, 'bomFormat') === 'CycloneDX') return checkedCycloneDx(document);
  if (/^SPDX-2\./.test(String(own(document, 'spdxVersion')))) return checkedSpdx2(document);
  return Array.isArray(own(document, '@graph')) ? checkedSpdx3(document) : undefined;
}
