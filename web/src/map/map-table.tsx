// What the picture shows of the folder, as a table: the same facts, for those who read rather than look.
import type { MapEntry } from '../api/models.ts';
import { visible } from '../elements/hidden-characters.ts';
import { countText, sizeText } from '../elements/quantities.ts';
import { type Category, categoryOf, exposureWords, licenseWords } from './categories.ts';
import { contentOf, type Shown, weightOf } from './layout.ts';
import classes from './map.module.css';
import type { Coloring } from './search.ts';
import { keyOf, nameOf } from './treemap.tsx';

interface MapTableProps {
  entries: readonly MapEntry[];
  coloring: Coloring;
  licenses: readonly string[];
  isByFiles: boolean;
  hrefOf: (entry: Shown) => string;
  onGo: (entry: Shown) => void;
}

export function MapTable({ entries, coloring, licenses, isByFiles, hrefOf, onGo }: MapTableProps) {
  const [folder] = entries;
  const rows = contentOf(entries, folder).sort((a, b) => weightOf(b, isByFiles) - weightOf(a, isByFiles));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls the table
    <section className={classes.tableBox} aria-label="Folders and files" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className={classes.figure}>
              Size
            </th>
            <th scope="col" className={classes.figure}>
              Files
            </th>
            <th scope="col" className={classes.figure}>
              Open
            </th>
            <th scope="col">Licenses</th>
            <th scope="col">Vulnerabilities</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entry) => (
            <tr key={keyOf(entry)}>
              <th scope="row">
                <Dot category={categoryOf(entry, coloring, licenses)} />
                <a
                  href={hrefOf(entry)}
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                    event.preventDefault();
                    onGo(entry);
                  }}
                >
                  {entry.kind === 'folder' ? `${visible(entry.name)}/` : nameOf(entry)}
                </a>
              </th>
              <td className={classes.figure}>{sizeText(entry.sizeBytes)}</td>
              <td className={classes.figure}>{countText(entry.files)}</td>
              <td className={classes.figure}>{entry.open > 0 ? countText(entry.open) : ''}</td>
              <td>{licenseWords(entry)}</td>
              <td>{exposureWords(entry)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Dot({ category }: { category: Category }) {
  return <i className={classes.dot} style={{ background: `var(--map-${category.token})` }} title={category.label} />;
}
