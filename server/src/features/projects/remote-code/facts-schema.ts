// The shape of facts that an agent sends, member by member as in the scanner's `findings.ts`. What derives inventories trusts its input, so everything
// is checked here. Members that this version does not know are refused: a newer agent must not lose something without a word.
import { dependencyScopes, type FileFacts, fileKinds, licenseRoles, packageRoles } from '@assay/scanner';
import { Ajv, type ValidateFunction } from 'ajv';
import { type TProperties, type TSchema, Type } from 'typebox';
import { confidences } from '../../../domain/inventories/inventory.ts';

const LONGEST_TEXT = 1_000_000;
const MOST_ROWS = 1_000_000;

const Text = Type.String({ maxLength: LONGEST_TEXT });
/** Also stored as a column, which cannot hold every character. */
const Plain = Type.String({ maxLength: 255, pattern: '^\\P{Cc}*$' });
const Expression = Type.String({ minLength: 1, maxLength: 10_000, pattern: '^[\\x20-\\x7e]+$' });
const Line = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Percent = Type.Number({ minimum: 0, maximum: 100 });
const Digest = (digits: number) => Type.String({ pattern: `^[0-9a-f]{${digits}}$` });
const Shape = (members: TProperties) => Type.Object(members, { additionalProperties: false });
const List = (of: TSchema) => Type.Array(of, { maxItems: MOST_ROWS });
const May = (of: TSchema) => Type.Optional(of);
const OneOf = (values: readonly string[]) => Type.Union(values.map((value) => Type.Literal(value)));
const True = Type.Literal(true);
const Pairs = List(Type.Array(Text, { minItems: 2, maxItems: 2 }));

const Scope = OneOf(dependencyScopes);
const TextAtLine = Shape({ value: Text, line: Line });

const LicenseMatch = Shape({
  expression: Expression,
  startLine: Line,
  endLine: Line,
  score: Percent,
  coverage: Percent,
  rule: Text,
  kind: OneOf(['text', 'notice', 'reference', 'tag', 'intro', 'mention']),
  role: May(OneOf(licenseRoles)),
  sentence: May(Text),
  via: May(Text),
});

const MavenRequest = Shape({
  name: Text,
  version: Text,
  scope: Text,
  isOptional: May(True),
  line: May(Line),
});
const Catalogued = Shape({ alias: Text, name: Text, version: Text, line: May(Line) });
const Definitions = Shape({
  maven: May(
    Shape({
      groupId: Text,
      artifactId: Text,
      version: Text,
      parent: May(Shape({ groupId: Text, artifactId: Text, version: Text, relativePath: Text })),
      properties: Pairs,
      managed: List(MavenRequest),
      unnamed: List(MavenRequest),
      scoped: May(List(Text)),
      inherited: May(List(MavenRequest)),
    }),
  ),
  gradle: May(
    Shape({
      references: List(Shape({ accessor: Text, scope: Scope, line: Line })),
      open: List(Shape({ notation: Text, scope: Scope, line: Line })),
      variables: Pairs,
      managed: May(Pairs),
      project: May(
        Shape({
          group: Text,
          version: Text,
          sharedGroup: Text,
          sharedVersion: Text,
          rootName: Text,
          includes: List(Text),
          line: Line,
        }),
      ),
    }),
  ),
  catalog: May(
    Shape({
      libraries: List(Catalogued),
      plugins: List(Catalogued),
      bundles: List(Shape({ alias: Text, libraries: List(Text) })),
    }),
  ),
  properties: May(Pairs),
  goWork: May(Shape({ uses: List(Text), replaced: List(Shape({ from: Text, path: Text, version: Text })) })),
  cargo: May(
    Shape({
      shared: Pairs,
      dependencies: List(Shape({ key: Text, fullName: Text, requirement: Text, isLocal: May(True) })),
      inherits: List(Text),
      inheritsDependencies: List(Text),
    }),
  ),
  terraform: May(Shape({ required: List(Text), used: List(Shape({ name: Text, line: Line })) })),
  nuget: May(Shape({ versions: List(Shape({ name: Text, version: Text, line: Line })), properties: Pairs })),
  requirements: May(Shape({ includes: List(Text), constraints: List(Text) })),
  installs: May(List(Text)),
  names: May(
    List(
      Shape({
        path: Text,
        manifest: Text,
        line: Line,
        isFromOuterFolder: May(True),
        isOptional: May(True),
        scope: May(Scope),
      }),
    ),
  ),
  jar: May(Pairs),
  recipe: May(List(Shape({ name: Text, operator: Text, value: Text, line: Line }))),
  licensed: May(Shape({ name: Text, license: Text })),
  project: May(Shape({ version: Text, line: Line, isInParts: May(True) })),
  isNamedByFile: May(True),
});

const requestDetails = { extras: May(Text), marker: May(Text) };
const Package = Shape({
  ...requestDetails,
  purl: Text,
  type: Text,
  namespace: Text,
  name: Text,
  version: Text,
  role: OneOf(packageRoles),
  scope: Scope,
  isDirect: May(Type.Boolean()),
  declaredLicense: Text,
  licensePath: May(Text),
  description: Text,
  homepageUrl: Text,
  repositoryUrl: Text,
  downloadUrl: Text,
  integrity: Text,
  supplier: May(Text),
  requirement: May(Text),
  line: May(Line),
  defines: May(Definitions),
  proof: May(Text),
  confidence: May(OneOf(confidences)),
  folder: May(Text),
  inNotice: May(True),
  within: May(Text),
  isPresent: May(Type.Boolean()),
  provides: May(List(Text)),
  like: May(List(Shape({ id: Text, words: List(Text) }))),
  dependencies: List(
    Shape({
      ...requestDetails,
      purl: Text,
      requirement: Text,
      scope: Scope,
      isDirect: Type.Boolean(),
      line: May(Line),
    }),
  ),
});

const Facts = Shape({
  sizeBytes: Count,
  md5: Digest(32),
  sha1: Digest(40),
  sha256: Digest(64),
  kind: OneOf(fileKinds),
  mediaType: Text,
  language: Plain,
  lines: Shape({ total: Count, code: Count, comment: Count, blank: Count }),
  spdx: List(Expression),
  licenses: List(LicenseMatch),
  licenseReferences: List(Shape({ target: Text, line: Line, rule: Text })),
  copyrights: List(Shape({ statement: Text, holder: Text, years: Text, startLine: Line, endLine: Line })),
  authors: List(TextAtLine),
  emails: List(TextAtLine),
  urls: List(TextAtLine),
  searchTerms: List(Shape({ term: Text, count: Count, line: Line })),
  packages: List(Package),
});

/** Compiled with the first facts: most servers never get any. */
let validator: ValidateFunction<FileFacts> | undefined;

/** What is wrong with facts, as the end of a sentence; undefined for good ones. */
export function wrongInFacts(facts: unknown): string | undefined {
  validator ??= new Ajv({ strict: false }).compile<FileFacts>(Facts);
  if (validator(facts)) return undefined;
  const [error] = validator.errors ?? [];
  const where = error === undefined || error.instancePath === '' ? 'they' : `"${error.instancePath.slice(1)}"`;
  return `${where} ${error?.message ?? 'cannot be understood'}`;
}
