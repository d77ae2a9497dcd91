// Reads the SBOMs that build tools put into wheels (`.dist-info/sboms/`). They list the libraries that were copied into
// the wheel, as CycloneDX in JSON or XML, or as SPDX in JSON.
// Specification: PEP 770, https://packaging.python.org/en/latest/specifications/recording-installed-packages/
import type { PackageFinding } from '../../findings.ts';
import { parsePurl } from '../../purl/purl.ts';
import { cycloneDxOfXml, isUtf16 } from '../../sbom/read/cyclonedx/xml.ts';
import { isEcosystem, packageOf } from '../identity.ts';
import { createLineCursor } from '../lines.ts';
import type { ManifestMember } from '../member.ts';
import { asFields, asList, asText, isFields, own, type Problems, readSafely, textOf } from '../problems.ts';

const MAX_COMPONENTS = 100_000;

export const pypiWheelSbom: ManifestMember = {
  name: 'pypi-wheel-sbom',
  wants: (path) => /\.dist-info\/sboms\/[^/]+\.(?:json|xml)$/i.test(path),
  read: (bytes) =>
    readSafely('The SBOM', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const isXml = /^\s*</.test(text) || isUtf16(bytes);
      const document = asFields(isXml ? xmlDocument(bytes) : JSON.parse(text), 'SBOM', problems);
      const lineOf = createLineCursor(text);
      const found = new Map<string, PackageFinding>();
      for (const { purl, license } of [...cycloneDx(document, problems), ...spdx(document, problems)]) {
        const line = lineOf(purl);
        const made = findingOf(purl, license, line, problems);
        if (made !== undefined && !found.has(made.purl)) found.set(made.purl, made);
      }
      return [...found.values()];
    }),
};

function xmlDocument(bytes: Uint8Array): unknown {
  const read = cycloneDxOfXml(bytes);
  if (read === undefined) throw new Error('it is XML, but not CycloneDX');
  return read.document;
}

interface Listed {
  purl: string;
  license: string;
}

/** Components may contain components. */
function cycloneDx(document: Record<string, unknown>, problems: Problems): Listed[] {
  const listed: Listed[] = [];
  const waiting = [...asList(own(document, 'components'), 'components', problems)].reverse();
  for (let next = waiting.pop(); next !== undefined && listed.length < MAX_COMPONENTS; next = waiting.pop()) {
    const fields = asFields(next, 'components', problems);
    const purl = asText(own(fields, 'purl'), 'components.purl', problems);
    const [license] = asList(own(fields, 'licenses'), 'components.licenses', problems);
    if (purl !== '') listed.push({ purl, license: isFields(license) ? licenseOf(license, problems) : '' });
    for (const inner of asList(own(fields, 'components'), 'components.components', problems)) waiting.push(inner);
  }
  return listed;
}

function licenseOf(choice: Record<string, unknown>, problems: Problems): string {
  const license = asFields(own(choice, 'license'), 'components.licenses.license', problems);
  return asText(
    own(choice, 'expression') ?? own(license, 'id') ?? own(license, 'name'),
    'components.licenses',
    problems,
  );
}

function spdx(document: Record<string, unknown>, problems: Problems): Listed[] {
  return asList(own(document, 'packages'), 'packages', problems).flatMap((value) => {
    const fields = asFields(value, 'packages', problems);
    const license = asText(own(fields, 'licenseDeclared'), 'packages.licenseDeclared', problems);
    return asList(own(fields, 'externalRefs'), 'packages.externalRefs', problems).flatMap((reference) => {
      const about = asFields(reference, 'packages.externalRefs', problems);
      if (own(about, 'referenceType') !== 'purl') return [];
      const purl = asText(own(about, 'referenceLocator'), 'packages.externalRefs.referenceLocator', problems);
      return purl === '' ? [] : [{ purl, license: /^(NOASSERTION|NONE)$/.test(license) ? '' : license }];
    });
  });
}

function findingOf(
  written: string,
  declaredLicense: string,
  line: number | undefined,
  problems: Problems,
): PackageFinding | undefined {
  const parts = parsePurl(written);
  if ('problem' in parts) {
    problems.add(`"purl" of a component should be a package URL; it was left out. ${parts.problem}`);
    return undefined;
  }
  const { type, namespace, name, version, qualifiers, subpath } = parts.value;
  if (!isEcosystem(type)) {
    problems.add(`"purl" of a component has the unknown type "${type.slice(0, 50)}"; it was left out.`);
    return undefined;
  }
  const separator = type === 'maven' || type === 'clojars' ? ':' : '/';
  const fullName = namespace === null ? name : `${namespace}${separator}${name}`;
  const about = { role: 'locks' as const, version: version ?? '', isDirect: false, declaredLicense };
  return packageOf(
    type,
    fullName,
    {
      ...about,
      ...(qualifiers === null ? {} : { qualifiers }),
      ...(subpath === null ? {} : { subpath }),
      ...(line === undefined ? {} : { line }),
    },
    problems,
  );
}
