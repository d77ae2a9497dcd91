// Reads the packages of stored facts. Facts are kept by digest and outlive the analyser that wrote them: files that scans skip keep those of older
// versions. So their form is checked and never assumed.
import { dependencyScopes, type PackageFinding, packageRoles } from '@assay/scanner';
import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';

const text = Type.String();
const texts = Type.Array(text);
const scope = Type.Union(dependencyScopes.map((one) => Type.Literal(one)));
const details = { extras: Type.Optional(text), marker: Type.Optional(text) };

/** Each field of a finding, so that a new one cannot be forgotten here. */
const fields = {
  purl: text,
  type: text,
  namespace: text,
  name: text,
  version: text,
  role: Type.Union(packageRoles.map((one) => Type.Literal(one))),
  scope,
  isDirect: Type.Optional(Type.Boolean()),
  declaredLicense: text,
  description: text,
  homepageUrl: text,
  repositoryUrl: text,
  downloadUrl: text,
  integrity: text,
  supplier: Type.Optional(text),
  requirement: Type.Optional(text),
  line: Type.Optional(Type.Integer()),
  // Its parts are read by the makers of packages, each of which expects its own.
  defines: Type.Optional(Type.Record(text, Type.Unknown())),
  proof: Type.Optional(text),
  confidence: Type.Optional(text),
  folder: Type.Optional(text),
  inNotice: Type.Optional(Type.Literal(true)),
  within: Type.Optional(text),
  isPresent: Type.Optional(Type.Boolean()),
  provides: Type.Optional(texts),
  like: Type.Optional(Type.Array(Type.Object({ id: text, words: texts }))),
  dependencies: Type.Array(
    Type.Object({
      purl: text,
      requirement: text,
      scope,
      isDirect: Type.Boolean(),
      line: Type.Optional(Type.Integer()),
      ...details,
    }),
  ),
  ...details,
} satisfies Record<keyof Omit<PackageFinding, 'licensePath'>, TSchema>;

const compileForm = () => Compile(Type.Object(fields));
/** Compiled with the first packages. */
let form: ReturnType<typeof compileForm> | undefined;
const formOfFinding = () => (form ??= compileForm());
const isFinding = (found: unknown): found is PackageFinding => formOfFinding().Check(found);

/**
 * The packages in stored facts. Those of another form are left out, and `problem` says so in a sentence.
 * @param found the stored JSON
 * @param analyzerVersion the version of the analyser that wrote it
 */
export function storedPackages(
  found: unknown,
  analyzerVersion: string,
): { packages: PackageFinding[]; problem?: string } {
  if (!Array.isArray(found)) return { packages: [], problem: problemOf('The packages', found, analyzerVersion) };
  const packages = found.filter(isFinding);
  const lost = found.length - packages.length;
  if (lost === 0) return { packages };
  const what = lost === 1 ? 'A package' : `${lost} packages`;
  return {
    packages,
    problem: problemOf(
      what,
      found.find((one) => !isFinding(one)),
      analyzerVersion,
    ),
  };
}

function problemOf(what: string, found: unknown, analyzerVersion: string): string {
  const [first] = formOfFinding().Errors(found);
  const place = first?.instancePath ? `"${first.instancePath.slice(1).replaceAll('/', '.')}" ` : '';
  return `${what} in the stored findings cannot be read, because version ${analyzerVersion} of the analyser wrote them in another form (${place}${first?.message ?? 'no list'}). A scan of the file makes them again.`;
}
