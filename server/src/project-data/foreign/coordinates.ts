// ORT's names of packages: `NPM:@babel:core:7.0.0`, with four fields of which the second may be empty.
import { formatPurl, purlTypeOf } from '@assay/scanner/packages';

export interface Coordinates {
  name: string;
  version: string;
  /** '' for ecosystems without a purl type. */
  purl: string;
}

/** Undefined if the text does not have four fields. */
export function coordinatesOf(id: string): Coordinates | undefined {
  const fields = id.split(':').map((field) => {
    try {
      return decodeURIComponent(field);
    } catch {
      return field;
    }
  });
  const [type = '', namespace = '', name = '', version = ''] = fields;
  if (fields.length < 3 || name === '') return undefined;
  const purlType = purlTypeOf('ort', type);
  // If the name of a module is a path, its folders are the namespace of the purl.
  const path = [namespace, name].filter(Boolean).join('/');
  const cut = purlType === 'golang' ? path.lastIndexOf('/') : namespace.length || -1;
  // NuGet packages have no namespace, but ORT splits their names at a dot: join them again.
  const parts =
    purlType === 'nuget'
      ? { name: [namespace, name].filter(Boolean).join('.') }
      : { namespace: cut > 0 ? path.slice(0, cut) : undefined, name: path.slice(cut + 1) };
  const answer =
    purlType === undefined ? undefined : formatPurl({ type: purlType, ...parts, version: version || undefined });
  const purl = answer !== undefined && 'value' in answer ? answer.value : '';
  return { name: purlType === 'nuget' ? parts.name : path, version, purl };
}
