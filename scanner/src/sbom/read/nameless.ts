// What a document says without naming anything by it, in every format: package URLs that are none, and no component at all.
import { canonicalPurl } from '../../purl/purl.ts';
import { MOST_ISSUES, type ReadSbom } from './model.ts';

export function tellWhatNamesNothing(sbom: ReadSbom): void {
  const say = (place: string, message: string) => {
    sbom.issueCount++;
    if (sbom.issues.length < MOST_ISSUES) sbom.issues.push({ code: 'not-understood', place, message });
  };
  for (const { place, purl, morePurls } of sbom.parts)
    for (const one of [purl, ...morePurls]) {
      const fault = one === '' ? undefined : faultOf(one);
      if (fault !== undefined)
        say(`${place}.purl`, `"${one.slice(0, 200)}" is no package URL (${fault}). Its component goes by its name.`);
    }
  const { parts, analyses, findings, statesVulnerabilities } = sbom;
  if (parts.length + analyses.length + findings.length === 0 && !statesVulnerabilities)
    say('document', 'The document names no component and no vulnerability.');
}

function faultOf(purl: string): string | undefined {
  const read = canonicalPurl(purl);
  return 'value' in read ? undefined : read.problem;
}
