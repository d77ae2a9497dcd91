// Schema of the answer to a dry run of an import of an SBOM, and of the parameter that asks for one.
import { freshnessMembers } from '../../http/models/freshness-model.ts';
import { ChangeOf, FateOf } from '../../http/models/sbom-model.ts';
import { Model, OneOf, Type } from '../../http/models/schemas.ts';
import { MOST_DRY_ELEMENTS } from './sbom-dry-run.ts';

/** Also a name without a value asks for it: whoever writes `?dryRun` must not get an import. */
export const dryRunQuery = {
  dryRun: Type.Optional(
    OneOf(
      ['true', 'false', ''],
      `Answers what the import would do, and stores nothing; the name alone means true. For at most ${MOST_DRY_ELEMENTS} components`,
    ),
  ),
};

export const isDryRun = ({ dryRun }: { dryRun?: string }): boolean => dryRun === 'true' || dryRun === '';

export const SbomDryRun = Model('SbomDryRun', {
  documents: Type.Array(
    Model('DryRunDocument', {
      path: Type.String({ description: 'Path in the archive that was sent' }),
      format: Type.String(),
      specVersion: Type.String(),
      subject: Type.String(),
      subjectVersion: Type.String(),
      counts: Type.Record(Type.String(), Type.Integer(), { description: 'Number of elements by fate and change' }),
    }),
  ),
  components: Type.Array(
    Model('DryRunComponent', {
      path: Type.String(),
      place: Type.String({ description: 'In the document; blank for what it no longer names' }),
      name: Type.String(),
      version: Type.String(),
      purl: Type.String(),
      license: Type.String(),
      fate: FateOf('What would become of it'),
      why: Type.String({ description: 'Why it would be left out, or which element it is the same as' }),
      change: ChangeOf('Against the document before'),
      status: Type.String({ description: 'Status of its item after the import; blank if it would become no item' }),
      policy: Type.String({
        description: 'What the policy of the project says of it: APPROVED, REJECTED or UNDECIDED',
      }),
      policyReasons: Type.Array(Type.String(), { description: 'A sentence for each rule that was met' }),
      notCompared: Type.String({
        description:
          'Why it was not compared with advisories; blank if it was. Without a comparison, no finding means nothing',
      }),
      undetermined: Type.Integer({ description: 'Vulnerabilities of which it is undetermined whether they affect it' }),
    }),
    { description: 'All elements of the documents, and those that a document of the same subject named before' },
  ),
  findings: Type.Array(
    Model('DryRunFinding', {
      component: Type.String(),
      version: Type.String(),
      purl: Type.String(),
      vulnerability: Type.String(),
      aliases: Type.Array(Type.String()),
      severity: Type.String(),
      score: Type.Union([Type.Number(), Type.Null()]),
      summary: Type.String(),
      fixedIn: Type.Array(Type.String()),
    }),
    { description: 'Vulnerabilities by the advisories of this server, the most severe first' },
  ),
  leftOut: Type.Array(Model('DryRunLeftOut', { path: Type.String(), why: Type.String() }), {
    description: 'Files of the archive that are no SBOMs',
  }),
  issues: Type.Array(
    Model('DryRunIssue', { path: Type.String(), code: Type.String(), place: Type.String(), message: Type.String() }),
    { description: 'The first 1,000' },
  ),
  issueCount: Type.Integer(),
  ...freshnessMembers,
});
