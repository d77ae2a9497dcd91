// The inventory items of a file, and the buttons that add the file to another item.
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { FileDetails } from '../api/models.ts';
import { Untie } from '../items/item-files.tsx';
import { openNewItem } from '../items/item-forms.tsx';
import { openTieToItem } from '../items/tie-forms.tsx';
import { useMay } from '../project/queries.ts';
import { Section } from './evidence-section.tsx';
import classes from './file-view.module.css';

export function FileItems({ projectId, file }: { projectId: number; file: FileDetails }) {
  const may = useMay();
  const navigate = useNavigate();
  const { inventories } = file;
  const mayTie = may('EDIT_INVENTORY');
  const paths = { filePaths: [file.filePath], folderPaths: [] };
  if (inventories.length === 0 && !mayTie) return null;
  return (
    <div data-testid="file-items">
      {inventories.length === 0 && <h3 className={classes.sectionTitle}>Not in the inventory</h3>}
      <Section title="In inventory" count={inventories.length}>
        {inventories.map((item) => (
          <div key={item.id} className={classes.tiedItem}>
            <Link
              to="/projects/$projectId/inventory"
              params={{ projectId }}
              search={{ item: item.id }}
              className={classes.itemLink}
            >
              {item.name}
            </Link>
            {mayTie && <Untie inventoryId={item.id} itemName={item.name} filePath={file.filePath} />}
          </div>
        ))}
      </Section>
      {mayTie && (
        <div className={classes.tying}>
          <Button size="compact-xs" variant="default" onClick={() => openTieToItem(projectId, paths)}>
            Add to item
          </Button>
          {may('CREATE_INVENTORY') && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() =>
                openNewItem(
                  projectId,
                  (item) =>
                    void navigate({
                      to: '/projects/$projectId/inventory',
                      params: { projectId },
                      search: { item, tab: 'files' },
                    }),
                  paths,
                )
              }
            >
              New item
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
