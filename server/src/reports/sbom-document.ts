// The page in the archive of an SBOM. It shows the content of the SBOM to people.
import type { ReportDocument } from '../documents/document.ts';
import { advisoryFacts } from './advisory-data.ts';
import { itemColumns, itemRow, mapped, projectFacts, subtitle } from './item-blocks.ts';
import type { ReportSource } from './report.ts';

export function sbomDocument(source: ReportSource, format: string): ReportDocument {
  return {
    title: `${format} of ${source.head.project.name}`,
    subtitle: subtitle(
      source,
      `The published components; rejected ones are marked. The SBOM itself is another file in the same archive.`,
    ),
    brand: source.brand,
    at: source.at,
    facts: [...projectFacts(source), ...advisoryFacts(source)],
    sections: [
      {
        id: 'components',
        title: 'Components',
        blocks: () => [
          {
            type: 'table',
            sheet: 'Components',
            columns: itemColumns,
            rows: mapped(source.list('inventoryItems'), (item) =>
              item.isPublished && item.type === 'Component' ? itemRow(item) : undefined,
            ),
            none: 'No component has been published yet.',
          },
        ],
      },
    ],
  };
}
