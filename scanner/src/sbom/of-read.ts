// Documents that were read as the source of a document, so that the one writer writes an SBOM of any format with all that an item has a place for.
import { readExpression } from '../expressions/index.ts';
import { stated, subjectRefsOf } from './compared.ts';
import type { SbomComponent, SbomSource, SbomSubject, SbomText } from './model.ts';
import { factsOfPart } from './package-facts.ts';
import type { ReadSbom, SbomPart } from './read/model.ts';

/** @param subject for a document that does not say what it is about, and if there are several */
export function sourceOfRead(
  sboms: readonly ReadSbom[],
  subject: Omit<SbomSubject, 'version' | 'purl' | 'context'>,
): SbomSource {
  const [first, ...more] = sboms;
  const about = more.length === 0 ? first?.subject : undefined;
  const components = componentsOf(sboms);
  return {
    subject: {
      ...subject,
      name: about?.name || subject.name,
      version: about?.version ?? '',
      purl: about?.purl ?? '',
      context: 'analyzed',
    },
    listsFiles: false,
    files: (async function* () {})(),
    contents: () => ({ licenses: [], incompleteness: '', comparison: '' }),
    async *components() {
      yield* components;
    },
  };
}

function componentsOf(sboms: readonly ReadSbom[]): SbomComponent[] {
  const taken = new Set<string>();
  return sboms.flatMap((sbom) => {
    const subjects = subjectRefsOf(sbom.parts, sbom.subject);
    const parts = sbom.parts.filter(({ ref, kind }) => kind !== 'file' && !(ref !== '' && subjects.has(ref)));
    const keys = new Map(parts.map((part) => [part, keyOf(part, taken)]));
    const keyOfRef = new Map(parts.flatMap((part) => (part.ref === '' ? [] : [[part.ref, keys.get(part) ?? '']])));
    const needs = new Map<string, Set<string>>();
    const ofSubject = new Set<string>();
    const needed = new Set<string>();
    for (const { from, to, kind } of sbom.edges) {
      const [parent, child] = [keyOfRef.get(from), keyOfRef.get(to)];
      if (child === undefined) continue;
      if (parent === undefined) {
        if (sbom.subject.refs.includes(from)) ofSubject.add(child);
      } else if (kind === 'depends' && parent !== child) {
        needs.set(parent, (needs.get(parent) ?? new Set()).add(child));
        needed.add(child);
      }
    }
    return parts.map((part) => {
      const key = keys.get(part) ?? '';
      const isIndirect = needed.has(key) && !ofSubject.has(key);
      return { ...componentOf(part, key, sbom.licenseTexts), dependsOn: [...(needs.get(key) ?? [])], tie: isIndirect ? 'indirect' : 'direct' }; // biome-ignore format: one claim
    });
  });
}

/** Its reference, which names it in the document that was read. */
function keyOf(part: SbomPart, taken: Set<string>): string {
  const wanted = part.ref || part.purl || part.place;
  let key = wanted;
  for (let at = 2; taken.has(key); at++) key = `${wanted}-${at}`;
  taken.add(key);
  return key;
}

const SCOPES: Readonly<Record<string, SbomComponent['scope']>> = { optional: 'optional', excluded: 'development' };

/** The texts that the document has for licenses of the part. */
function textsOf({ declared, concluded }: SbomPart, texts: ReadonlyMap<string, string> = new Map()): SbomText[] {
  if (texts.size === 0) return [];
  const named = [declared, concluded].flatMap((one) => [one, ...readExpression(one).ids]);
  return [...new Set(named)].flatMap((id) => {
    const text = texts.get(id);
    return text === undefined ? [] : [{ role: 'main', path: '', expressions: [id], text }];
  });
}

function componentOf(
  part: SbomPart,
  key: string,
  texts: ReadonlyMap<string, string> | undefined,
): Omit<SbomComponent, 'dependsOn' | 'tie'> {
  const { references, ...facts } = factsOfPart(part);
  return {
    key,
    ...{ purl: part.purl, cpe: part.cpes[0] ?? '', namespace: part.group, name: part.name, version: part.version },
    scope: SCOPES[part.scope] ?? 'runtime',
    ...{ declared: stated(part.declared), concluded: stated(part.concluded), description: part.description },
    ...facts,
    references: [...(part.url === '' ? [] : [{ type: 'website' as const, url: part.url }]), ...references],
    copyrights: part.copyright.split('\n').filter((line) => line !== ''),
    ...{ texts: textsOf(part, texts), evidence: [], notCompared: '', isRejected: false },
  };
}
