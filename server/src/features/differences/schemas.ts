// Schemas of comparisons.
import { DIFFERENCE_KINDS } from '@assay/scanner/sbom';
import { sideKinds } from '../../domain/differences/side.ts';
import { Enumeration, Flag, Model, OneOf, PageQuery, Text, Type } from '../../http/models/schemas.ts';

const DifferenceKind = Enumeration('DifferenceKind', DIFFERENCE_KINDS);

const Side = Model('ComparedSide', {
  kind: OneOf([...sideKinds, 'upload'], 'What it is'),
  id: Type.Integer({
    description: 'Of the project, the imported SBOM, the scan or the release; 0 for a document that was sent',
  }),
  projectId: Type.Integer({ description: 'The project that it belongs to' }),
  title: Type.String({ description: 'For people' }),
  components: Type.Integer({ description: 'How many components were compared' }),
  notCompared: Type.Integer({
    description: 'For so many of them, nobody knows whether they have vulnerabilities; a missing one is not gone',
  }),
  statesVulnerabilities: Type.Boolean({
    description: 'False if it says nothing of vulnerabilities: a document without them, or a former scan',
  }),
  byNameAlone: Type.Integer({
    description:
      'Items of a former scan that were deleted since: the history may know only their names, by which they are compared',
  }),
  statesFiles: Type.Boolean({
    description:
      'False if its files are not compared: no side is a release, it is a document or a former scan, or it has more than 200,000',
  }),
  statesDependencies: Type.Boolean({
    description:
      'False if it says of no component what it needs or contains, as a former scan and releases of former versions of Assay do, or if it has more than 500,000 of such relations',
  }),
  statesServices: Type.Boolean({ description: 'True for CycloneDX documents; nothing else has a place for services' }),
  statesDecisions: Type.Boolean({ description: 'False if it has no reviews: a document' }),
});

const Row = Model('DifferenceRow', {
  kind: DifferenceKind('What differs'),
  component: Type.String({
    description:
      'Package URL without version, or the name; with the version if only that is meant. Of rows about dependencies, what needs or contains the other, or (the product); about services, the service; about files, the path; of decisions that are no reviews, what they are about',
  }),
  before: Type.Array(Type.String(), {
    description:
      'Versions, license expressions, states of analyses or of reviews, obligations, holders that this side has alone, the component that is needed or contained, version, addresses and protection of a service that this side states alone, digests of files; empty if this side has nothing',
  }),
  after: Type.Array(Type.String()),
  vulnerability: Type.String({ description: 'Blank in rows about no vulnerability' }),
  why: Type.String({
    description:
      'Why a vulnerability is new or gone: component (came or went), version (another one), match (same version, other data); of one that was not compared, the side that nobody compared: before or after. Of a dependency: component (an end came or went), version (what needs it has another version), unstated (the other side names nothing that it needs). Of a review or another decision, its ground as a sentence',
  }),
});

const Counts = Model('DifferenceCounts', Object.fromEntries(DIFFERENCE_KINDS.map((kind) => [kind, Type.Integer()])), {
  description: 'How many rows of each kind there are, on all pages',
});

export const Difference = Model('DifferencePage', {
  data: Type.Array(Row),
  before: Side,
  after: Side,
  tellsDecisions: Type.Boolean({
    description:
      'Whether the rows tell what became of decisions that are no reviews, such as marks of files: from a release to a later one, or to the project as it is now',
  }),
  counts: Counts,
});

const SIDE = `inventory (the present one of this project), ${sideKinds.map((one) => `${one}:ID`).join(', ')}`;

export const beforeQuery = {
  of: Text(
    40,
    `What is compared, as the earlier side: ${SIDE}. Of another project only with the right to see its inventory`,
    {
      default: 'inventory',
    },
  ),
  published: Flag(false, 'Only published items, as in an exported SBOM'),
};

export const withQuery = {
  ...beforeQuery,
  with: Text(40, `With what, as the later side: ${SIDE}`),
};

export const rowsQuery = {
  kind: Type.Optional(DifferenceKind('Only rows of this kind')),
  ...PageQuery,
};
