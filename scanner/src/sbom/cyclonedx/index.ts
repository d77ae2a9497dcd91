// Writes CycloneDX 1.6 as JSON, piece by piece. https://cyclonedx.org/docs/1.6/json/
// Packages are components; files are only evidence for packages and for the licenses found.

import spdxIds from 'spdx-license-ids/index.json' with { type: 'json' };
import { valueFor } from '../../items.ts';
import type { SbomComponent, SbomContents, SbomSource, SbomSubject } from '../model.ts';

const LISTED = new Set<string>(spdxIds);
const ROOT = 'root';

/** The document in pieces of text. Deterministic except for the subject's id and time. */
export async function* writeCycloneDx({ subject, files, contents }: SbomSource): AsyncGenerator<string, void> {
  // The format does not list single files, but they must be consumed before the contents are known.
  for await (const _ of files);
  const { components, licenses, incompleteness, comparison = '' } = contents();
  const references = referencesOf(components);
  yield `{\n"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",\n"bomFormat": "CycloneDX",\n"specVersion": "1.6",\n`;
  yield `"serialNumber": "urn:uuid:${subject.documentId}",\n"version": 1,\n"metadata": ${JSON.stringify(metadata(subject, licenses, { 'assay:incompleteness': incompleteness, 'assay:advisories:coverage': comparison }))},\n`;
  yield '"components": [';
  for (const [index, component] of components.entries()) {
    yield `${index > 0 ? ',' : ''}\n${JSON.stringify(describe(component, valueFor(references, component)))}`;
  }
  yield '\n],\n"dependencies": [';
  yield `\n${JSON.stringify({ ref: ROOT, dependsOn: directReferences(components, references) })}`;
  // In reverse, so that others depend on the first of several components with one purl.
  const byPurl = new Map([...references].reverse().map(([component, reference]) => [component.purl, reference]));
  for (const component of components)
    yield `,\n${JSON.stringify(dependenciesOf(component, valueFor(references, component), byPurl))}`;
  yield '\n]';
  if (incompleteness !== '')
    yield `,\n"compositions": ${JSON.stringify([{ aggregate: 'incomplete', assemblies: [ROOT] }])}`;
  yield '\n}\n';
}

/** A reference for each component: its purl, which is readable, or a number when the purl is missing or not unique. */
function referencesOf(components: readonly SbomComponent[]): Map<SbomComponent, string> {
  const taken = new Set<string>([ROOT]);
  return new Map(
    components.map((component, index) => {
      const reference = component.purl === '' || taken.has(component.purl) ? `component-${index + 1}` : component.purl;
      taken.add(reference);
      return [component, reference];
    }),
  );
}

function metadata(
  subject: SbomSubject,
  licenses: SbomContents['licenses'],
  properties: Readonly<Record<string, string>>,
): object {
  return {
    timestamp: subject.createdAt.toISOString(),
    tools: { components: [{ type: 'application', name: subject.tool.name, version: subject.tool.version }] },
    component: {
      type: 'application',
      'bom-ref': ROOT,
      name: subject.name,
      ...given({ version: subject.version }),
      ...(licenses.length > 0
        ? { evidence: { licenses: licenses.map(({ expression }) => foundLicense(expression)) } }
        : {}),
    },
    ...propertiesOf(properties),
  };
}

/** A list of licenses may contain ids and names, but no expression beside others: an expression is written as a name. */
function foundLicense(expression: string): object {
  return { license: LISTED.has(expression) ? { id: expression } : { name: expression } };
}

function describe(component: SbomComponent, reference: string): object {
  const { namespace, name, version, purl, description, evidence, scope } = component;
  return {
    type: 'library',
    'bom-ref': reference,
    ...given({ group: namespace }),
    name,
    ...given({ version, description }),
    scope: scope === 'runtime' || scope === 'peer' ? 'required' : scope === 'optional' ? 'optional' : 'excluded',
    ...licensesOf(component),
    ...propertiesOf({
      'assay:declared-license': component.concludedExpression ? component.licenseExpression : '',
      'assay:advisories:notCompared': component.notCompared ?? '',
      'assay:review': component.isRejected ? 'rejected' : '',
    }),
    ...given({ purl }),
    ...externalReferences(component),
    ...(evidence.length > 0
      ? { evidence: { occurrences: [...new Set(evidence)].map((location) => ({ location })) } }
      : {}),
  };
}

/** The format takes one expression. The concluded one has priority; the declared one then becomes a property. */
function licensesOf({ licenseExpression: declared, concludedExpression: concluded = '' }: SbomComponent): object {
  if (concluded === '')
    return declared === '' ? {} : { licenses: [{ expression: declared, acknowledgement: 'declared' }] };
  return { licenses: [{ expression: concluded, acknowledgement: 'concluded' }] };
}

function propertiesOf(values: Readonly<Record<string, string>>): object {
  const properties = Object.entries(given(values)).map(([name, value]) => ({ name, value }));
  return properties.length > 0 ? { properties } : {};
}

function externalReferences({ homepageUrl, repositoryUrl, downloadUrl }: SbomComponent): object {
  const links = [
    { type: 'website', url: homepageUrl },
    { type: 'vcs', url: repositoryUrl },
    { type: 'distribution', url: downloadUrl },
  ].filter(({ url }) => isUrl(url));
  return links.length > 0 ? { externalReferences: links } : {};
}

/** Manifests may contain any text in place of URLs; the format accepts only IRIs. */
function isUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(text) && URL.canParse(text);
}

/** Direct dependencies of the subject: its own parts, which list the other dependencies, and its own requests. */
function directReferences(components: readonly SbomComponent[], references: Map<SbomComponent, string>): string[] {
  return components
    .filter((component) => component.isDirect !== false)
    .map((component) => valueFor(references, component));
}

function dependenciesOf(component: SbomComponent, reference: string, byPurl: ReadonlyMap<string, string>): object {
  const on = new Set<string>();
  for (const purl of component.dependsOn) {
    const dependency = byPurl.get(purl);
    if (dependency !== undefined && dependency !== reference) on.add(dependency);
  }
  return { ref: reference, dependsOn: [...on] };
}

/** The members that are not empty. */
function given(members: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''));
}
