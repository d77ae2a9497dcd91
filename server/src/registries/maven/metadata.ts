// Reads the versions of an artifact from a Maven repository's list. Text that is not XML gives no versions.
import { child, type Element, listed, parseXml } from '@assay/scanner/xml';

/** Without those that say nothing. */
export function versionsOfMetadata(xml: string): string[] {
  const versioning = child(metadataOf(xml), 'versioning');
  return listed(versioning, 'versions', 'version')
    .map(({ text }) => text.replaceAll('\0', '').trim())
    .filter((version) => version !== '' && version.length <= LONGEST);
}

const LONGEST = 255;

function metadataOf(xml: string): Element | undefined {
  try {
    return parseXml(xml);
  } catch {
    return undefined;
  }
}
