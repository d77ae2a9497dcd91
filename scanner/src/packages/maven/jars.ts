// Names jars without a pom.xml by their file name and the attributes of their MANIFEST.MF. Pure.
import type { PackageFinding } from '../../findings.ts';
import { partyText } from '../../parties.ts';
import { formatPurl } from '../../purl/purl.ts';
import type { FilePackages } from '../files.ts';

const MANIFEST = /^(?:(.*)\/)?META-INF\/MANIFEST\.MF$/i;
/** An archive, or a folder that tools made of one. */
const JAR =
  /^(.*?)\.(?:jar|war|ear|aar|rar|sar|par|hpi|jpi|kar|nar|lpkg)(?:!|[-_.](?:extract|extracted|contents|dir))?$/i;
const VERSIONED = /^(.+?)[-_](\d[\w.+-]*)$/;
const KINDS = /[-.](sources|javadoc|tests?|test-sources|classes)$/;

export function completeJars(files: readonly FilePackages[]): FilePackages[] {
  const isManifest = ({ packages }: FilePackages) => packages.some(({ defines }) => defines?.jar !== undefined);
  if (!files.some(isManifest)) return [...files];
  // Maven's files inside a jar are more exact than its manifest.
  const named = new Set(
    files.flatMap(({ path, packages }) => {
      const root = /^(?:(.*)\/)?META-INF\/maven\/[^/]+\/[^/]+\/pom\.(?:xml|properties)$/.exec(path);
      return root !== null && packages.some(({ role }) => role === 'declares') ? [root[1] ?? ''] : [];
    }),
  );
  return files.map((file) => {
    const attributes = file.packages.find(({ defines }) => defines?.jar !== undefined)?.defines?.jar;
    const root = MANIFEST.exec(file.path)?.[1] ?? '';
    if (attributes === undefined || named.has(root)) return file;
    const found = jarOf(root, new Map(attributes));
    return found === undefined ? file : { path: file.path, packages: [found] };
  });
}

function jarOf(root: string, attributes: ReadonlyMap<string, string>): PackageFinding | undefined {
  const file = JAR.exec(root.slice(root.lastIndexOf('/') + 1))?.[1];
  const symbolicName = nameOf(attributes.get('bundle-symbolicname'));
  // In a folder of sources, only a bundle's manifest names it; other manifests there configure a program.
  if (file === undefined && symbolicName === '') return undefined;
  const [, byFile = '', versionByFile = ''] = VERSIONED.exec((file ?? '').replace(KINDS, '')) ?? [
    undefined,
    file ?? '',
  ];
  const moduleName = nameOf(attributes.get('automatic-module-name'));
  const title = nameOf(attributes.get('implementation-title'));
  const artifact = byFile || lastPart(symbolicName) || title || lastPart(moduleName);
  const group = groupOf(
    artifact,
    [symbolicName, moduleName, title],
    nameOf(attributes.get('implementation-vendor-id')),
  );
  const version =
    versionByFile.replace(KINDS, '') ||
    versionOf(attributes.get('implementation-version')) ||
    versionOf(attributes.get('bundle-version')) ||
    versionOf(attributes.get('specification-version'));
  const type = group === '' ? 'generic' : 'maven';
  const purl = formatPurl({ type, namespace: group, name: artifact, version });
  if (artifact === '' || !('value' in purl)) return undefined;
  const text = (name: string) => (attributes.get(name) ?? '').replace(/^%.*/, '');
  const supplier = partyText(text('bundle-vendor') || text('implementation-vendor'));
  return {
    role: 'declares',
    purl: purl.value,
    type,
    namespace: group,
    name: artifact,
    version,
    scope: 'runtime',
    declaredLicense: text('bundle-license').replace(/;.*$/s, ''),
    description: text('bundle-description') || text('bundle-name'),
    homepageUrl: text('bundle-docurl') || text('implementation-url'),
    repositoryUrl: '',
    downloadUrl: '',
    integrity: '',
    ...(supplier !== '' && { supplier }),
    dependencies: [],
  };
}

/** The vendor, if it has the form of a group; else the part before the artifact in a dotted name: `org.a.b` of `b`, `org.a` of `a-b`. */
function groupOf(artifact: string, names: readonly string[], vendor: string): string {
  if (/^[a-z][\w-]*(\.[\w-]+)+$/.test(vendor)) return vendor;
  const plain = artifact.toLowerCase().replace(/[^a-z0-9]/g, '');
  for (const name of names) {
    const parts = name.split('.');
    if (parts.length < 2) continue;
    // `org.apache.commons.lang3` is commons-lang3: remove the part that the artifact repeats.
    for (let length = parts.length - 1; length >= 1; length--) {
      const rest = parts
        .slice(length)
        .join('')
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '');
      if (length >= 2 || parts.length === 2) {
        if (rest === plain || plain.endsWith(rest)) return parts.slice(0, length).join('.');
      }
    }
    if (parts.length >= 3) return parts.slice(0, -1).join('.');
  }
  return '';
}

/** `org.a.b;singleton:=true` is org.a.b; titles for people are not names. */
function nameOf(text: string | undefined): string {
  const name = (text ?? '').replace(/;.*$/s, '').trim();
  return /^[\w.-]{1,200}$/.test(name) ? name : '';
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function versionOf(text: string | undefined): string {
  return /^v?(\d[\w.+-]{0,99})$/.exec((text ?? '').trim())?.[1] ?? '';
}
