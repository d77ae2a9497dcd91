// Administration: package registries that scans may ask for versions, licenses and descriptions of dependencies.
import { IconEraser, IconPencil, IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Registry } from '../../api/models.ts';
import { notifyDone, notifyRefused } from '../../elements/notify.ts';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { countText } from '../../elements/quantities.ts';
import { RowAction } from '../../elements/row-action.tsx';
import { LibraryBundles } from './library-bundles.tsx';
import { registriesQuery, useForgetLookups, useTestRegistry } from './queries.ts';
import { openEditRegistry } from './registry-form.tsx';

export function RegistriesPanel() {
  const registries = useQuery(registriesQuery);
  return (
    <div className={classes.column}>
      <PageHead
        title="Package registries"
        intro="Scans can ask these registries for facts about dependencies that the code base does not contain: versions if there is no lockfile, licenses, and descriptions. Scans ask no registry until you switch it on. Searches of the library ask them too if Installation › Settings allows it."
      />
      <Panel isFlush>
        {registries.isSuccess ? (
          <RegistryTable registries={registries.data} />
        ) : (
          <Waiting query={registries} rows={10} title="The registries could not be loaded" />
        )}
      </Panel>
      <LibraryBundles />
    </div>
  );
}

function RegistryTable({ registries }: { registries: Registry[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Registry</th>
          <th scope="col">Used by scans</th>
          <th scope="col">Address</th>
          <th scope="col">Packages found</th>
          <th scope="col">Not found</th>
          <th scope="col">Failed</th>
          <th scope="col" aria-label="Actions" />
        </tr>
      </thead>
      <tbody>
        {registries.map((registry) => (
          <tr key={registry.name}>
            <td>{registry.title}</td>
            <td>{registry.isAsked ? 'Yes' : 'No'}</td>
            <td className="mono">{registry.baseAddress || registry.publicAddress}</td>
            <td>{countText(registry.found)}</td>
            <td>{countText(registry.notFound)}</td>
            <td>{countText(registry.failed)}</td>
            <td>
              <Actions registry={registry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Actions({ registry }: { registry: Registry }) {
  const { name, title } = registry;
  const test = useTestRegistry(name);
  const forget = useForgetLookups(name);
  const tryIt = () =>
    test.mutate(undefined, {
      onSuccess: (told) =>
        notifyDone(`${title} answered: it has ${countText(told.versions)} versions of ${told.package}.`),
      onError: (error) => notifyRefused(`${title} was not reached`, error),
    });
  const askAnew = () =>
    forget.mutate(undefined, {
      onSuccess: ({ message }) => notifyDone(message),
      onError: (error) => notifyRefused('The stored answers were not deleted', error),
    });
  return (
    <div className={classes.cellActions}>
      <RowAction label="Test connection" name={`Test connection to ${title}`} loading={test.isPending} onClick={tryIt}>
        <IconPlugConnected size={15} />
      </RowAction>
      <RowAction label="Edit" name={`Edit ${title}`} onClick={() => openEditRegistry(registry)}>
        <IconPencil size={15} />
      </RowAction>
      <RowAction
        label="Delete stored answers"
        name={`Delete stored answers of ${title}`}
        loading={forget.isPending}
        onClick={askAnew}
      >
        <IconEraser size={15} />
      </RowAction>
    </div>
  );
}
