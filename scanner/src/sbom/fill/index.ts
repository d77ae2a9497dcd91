// Fills in what an SBOM lacks and other sources know, into a copy of it: package URLs, licenses, suppliers, digests, copyrights and dependencies of
// components. Nothing that the document says is changed, and each filled field says where it came from. CycloneDX, SPDX 2 and SPDX 3 in their JSON form.
import { own } from '../../items.ts';
import { checkDocument, checkedDocument } from '../check/index.ts';
import type { EditableFields, Filled, Filling } from './additions.ts';
import { type FillSource, knowledgeOf } from './known.ts';
import { fillCycloneDx } from './of-cyclonedx.ts';
import { fillSpdx2 } from './of-spdx-2.ts';
import { fillSpdx3 } from './of-spdx-3.ts';

export type { Filled, FilledField } from './additions.ts';
export type { FillSource, KnownPart } from './known.ts';

/** Undefined for a document of another format. */
export function fillDocument(
  document: Readonly<EditableFields>,
  sources: readonly FillSource[],
  filling: Filling,
): Filled | undefined {
  const knowledge = knowledgeOf(sources);
  if (own(document, 'bomFormat') === 'CycloneDX') return fillCycloneDx(document, knowledge);
  if (/^SPDX-2\./.test(String(own(document, 'spdxVersion')))) return fillSpdx2(document, knowledge, filling);
  return Array.isArray(own(document, '@graph')) ? fillSpdx3(document, knowledge, filling) : undefined;
}

export interface FilledScore {
  standard: string;
  before: number;
  after: number;
}

/** What the standards say of a document and of its filled copy. */
export function scoresOfFilling(before: unknown, after: unknown): FilledScore[] {
  const [one, two] = [before, after].map((document) => {
    const read = checkedDocument(document);
    return read === undefined ? [] : checkDocument(read).standards;
  });
  return (one ?? []).map(({ name, version, score }, at) => ({
    standard: `${name} ${version}`,
    before: score,
    after: two?.[at]?.score ?? score,
  }));
}
