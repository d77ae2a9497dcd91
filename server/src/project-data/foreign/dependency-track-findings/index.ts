// The findings of a Dependency-Track project with the decisions on them (its file packaging format, "FPF").
// https://docs.dependencytrack.org/integrations/file-formats/
import { isFields, own } from '@assay/scanner/items';
import { type Issues, MemberReader, type Members, purlOf } from '../../incoming.ts';
import { type ForeignFormat, stays } from '../model.ts';

export const dependencyTrackFindings: ForeignFormat = {
  name: 'dependency-track-findings',
  title: 'Findings of Dependency-Track (FPF)',
  recognizes(document) {
    const meta = own(document, 'meta');
    return (
      isFields(meta) && own(meta, 'application') === 'Dependency-Track' && Array.isArray(own(document, 'findings'))
    );
  },
  read(document, issues) {
    const read = new MemberReader(document, 'document', issues);
    const project = new MemberReader(read.object('project'), 'project', issues);
    const findings = read.objects('findings').map((finding, at) => findingOf(finding, `findings[${at}]`, issues));
    const decided = findings.filter(({ state, isSuppressed }) => isSuppressed || (state !== '' && state !== 'NOT_SET'));
    stays(
      issues,
      findings.length - decided.length,
      'findings without a decision',
      'this server matches vulnerabilities itself',
    );
    const name = [project.text('name', 255), project.text('version', 255)].filter(Boolean).join(' ');
    return {
      source: `findings of Dependency-Track${name ? `, project ${name}` : ''}`,
      items: [],
      files: [],
      analyses: decided,
    };
  },
};

function findingOf(finding: Members, place: string, issues: Issues) {
  const read = new MemberReader(finding, place, issues);
  const component = new MemberReader(read.object('component'), `${place}.component`, issues);
  const vulnerability = new MemberReader(read.object('vulnerability'), `${place}.vulnerability`, issues);
  const analysis = new MemberReader(read.object('analysis'), `${place}.analysis`, issues);
  const state = analysis.text('state', 50).toUpperCase();
  return {
    place,
    advisory: vulnerability.text('vulnId', 255),
    purl: purlOf(component.text('purl', 4000), place, issues),
    state,
    justification: analysis.text('justification', 50).toUpperCase(),
    response: analysis.text('response', 50).toUpperCase(),
    detail: analysis.text('details') || analysis.text('detail'),
    isSuppressed: analysis.flag('isSuppressed'),
  };
}
