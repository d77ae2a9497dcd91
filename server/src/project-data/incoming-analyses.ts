// Reads one element of the list `analyses` in exported project data.
import { isFields } from '@assay/scanner/items';
import { type Issues, MemberReader } from '@assay/scanner/member-reader';
import type { ForeignAnalysis } from './foreign/model.ts';

/** Undefined, with an issue, if it is no object. The import reports missing members. */
export function readAnalysis(value: unknown, place: string, issues: Issues): ForeignAnalysis | undefined {
  if (!isFields(value)) {
    issues.push({ code: 'wrong-value', path: place, message: `${place} is not an object; it was left out.` });
    return undefined;
  }
  const read = new MemberReader(value, place, issues);
  const component = new MemberReader(read.object('component'), `${place}.component`, issues);
  const version = component.text('version', 255);
  const componentPurl = component.text('purl', 4000);
  return {
    place,
    advisory: read.text('vulnerability', 255),
    purl: read.text('purl', 4000) || (componentPurl === '' ? '' : `${componentPurl}@${encodeURIComponent(version)}`),
    state: read.text('state', 50),
    justification: read.text('justification', 50),
    response: read.text('response', 50),
    detail: read.text('detail'),
    isSuppressed: read.flag('suppressed'),
    exported: {
      componentName: component.text('name', 255),
      versionName: version,
      reason: read.text('reason', 50),
      remarks: read.text('remarks'),
      author: read.text('author', 300),
      rule: read.text('rule', 255),
      decidedOn: read.text('decidedOn', 50),
      expiresOn: read.text('expiresOn', 50),
      isEverywhere: read.flag('everywhere'),
    },
  };
}
