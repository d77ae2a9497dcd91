// The findings of a Dependency-Track project with the decisions on them (its file packaging format, "FPF").
// https://docs.dependencytrack.org/integrations/file-formats/
import { isFields, itemAt, own } from '@assay/scanner/items';
import { type Issues, MemberReader, type Members } from '@assay/scanner/member-reader';
import { purlOf } from '../../incoming.ts';
import { type ForeignFormat, membersStay, stays } from '../model.ts';

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
    const given = read.objects('findings');
    const findings = given.map((finding, at) => findingOf(finding, `findings[${at}]`, issues));
    const isDecided = ({ state, isSuppressed }: { state: string; isSuppressed: boolean }) =>
      isSuppressed || (state !== '' && state !== 'NOT_SET');
    const decided = findings.filter(isDecided);
    const carried = given.filter((_, at) => isDecided(itemAt(findings, at)));
    stays(
      issues,
      findings.length - decided.length,
      'findings without a decision',
      'this server matches vulnerabilities itself',
    );
    membersStay(issues, carried, TAKEN.finding, 'findings with a decision');
    for (const name of ['component', 'vulnerability', 'analysis'] as const)
      membersStay(issues, membersOf(carried, name), TAKEN[name], `the ${name} of findings with a decision`);
    const name = [project.text('name', 255), project.text('version', 255)].filter(Boolean).join(' ');
    return {
      source: `findings of Dependency-Track${name ? `, project ${name}` : ''}`,
      items: [],
      files: [],
      analyses: decided,
    };
  },
};

/** Members that the reader uses, or that only identify something in the other system. */
const TAKEN = {
  finding: ['component', 'vulnerability', 'analysis', 'matrix'],
  component: ['uuid', 'project', 'name', 'group', 'version', 'purl'],
  vulnerability: ['uuid', 'vulnId', 'source', 'aliases'],
  analysis: ['state', 'justification', 'response', 'details', 'detail', 'isSuppressed'],
};

function membersOf(findings: readonly Members[], name: string): Members[] {
  return findings.flatMap((one) => {
    const inner = own(one, name);
    return isFields(inner) ? [inner] : [];
  });
}

/** `[{ cveId, ghsaId, … }]` */
function aliasesOf(vulnerability: MemberReader): string[] {
  return vulnerability
    .objects('aliases')
    .flatMap((one) => Object.values(one))
    .flatMap((id) => (typeof id === 'string' && id !== '' ? [id.slice(0, 255)] : []));
}

function findingOf(finding: Members, place: string, issues: Issues) {
  const read = new MemberReader(finding, place, issues);
  const component = new MemberReader(read.object('component'), `${place}.component`, issues);
  const vulnerability = new MemberReader(read.object('vulnerability'), `${place}.vulnerability`, issues);
  const analysis = new MemberReader(read.object('analysis'), `${place}.analysis`, issues);
  const state = analysis.text('state', 50).toUpperCase();
  return {
    place,
    advisory: vulnerability.text('vulnId', 255),
    aliases: aliasesOf(vulnerability),
    purl: purlOf(component.text('purl', 4000), place, issues),
    state,
    justification: analysis.text('justification', 50).toUpperCase(),
    response: analysis.text('response', 50).toUpperCase(),
    detail: analysis.text('details') || analysis.text('detail'),
    isSuppressed: analysis.flag('isSuppressed'),
  };
}
