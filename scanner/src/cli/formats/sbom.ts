// Passes a scan's items to an SBOM writer, which needs the files first and then the rest.
import { present } from '../../items.ts';
import type { SbomComponent, SbomFile, SbomWriter } from '../../sbom/index.ts';
import type { DescribedPackage, Inventory, ScanItem } from '../../scan/index.ts';
import type { ScanSubject } from './subject.ts';

/** Makes an output format from an SBOM writer. */
export function formatSbom(writer: SbomWriter) {
  return (items: AsyncIterable<ScanItem>, subject: ScanSubject): AsyncGenerator<string, void> => {
    let inventory: Inventory | undefined;
    let incompleteness = '';
    async function* files(): AsyncGenerator<SbomFile, void> {
      for await (const item of items) {
        if (item.type === 'file') yield { path: item.path, facts: item.facts };
        else if (item.type === 'inventory') inventory = item.inventory;
        else if (item.type === 'end') incompleteness = item.reason;
      }
    }
    return writer.write({
      subject: { ...subject, version: '' },
      files: files(),
      contents: () => {
        const { components, licenses } = present(inventory, 'inventory, which comes before the end of a scan');
        return { components: components.map(sbomComponent), licenses, incompleteness };
      },
    });
  };
}

function sbomComponent(found: DescribedPackage): SbomComponent {
  return {
    purl: found.purl,
    type: found.type,
    namespace: found.namespace,
    name: found.name,
    version: found.version,
    scope: found.scope,
    licenseExpression: found.licenseExpression,
    description: found.description,
    homepageUrl: found.homepageUrl,
    repositoryUrl: found.repositoryUrl,
    downloadUrl: found.downloadUrl,
    evidence: found.files,
    dependsOn: found.dependencies.map(({ purl }) => purl),
    isDirect: found.isDirect,
  };
}
