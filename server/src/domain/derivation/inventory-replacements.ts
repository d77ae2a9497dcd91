// Which other version of a component a scan found where a file lies. Pure.

import { parentOf } from '../paths.ts';
import type { WantedItem } from './inventory-findings.ts';

/**
 * Says which other version of the component of an item a scan found in the place of a file: in the file itself, or in the nearest folder that is one of a
 * package. Nothing if the version of the item is there as well.
 */
export function replacementsIn(wanted: readonly WantedItem[]) {
  const byComponent = Map.groupBy(
    wanted.filter(({ componentPurl }) => componentPurl !== ''),
    ({ componentPurl }) => componentPurl,
  );
  const ofFolder = Map.groupBy(
    wanted.flatMap((item) => (item.folders ?? []).map((folder) => ({ folder, item }))),
    ({ folder }) => folder,
  );
  return (
    { componentPurl, versionName }: { componentPurl: string; versionName: string },
    path: string,
  ): string | undefined => {
    const namesakes = byComponent.get(componentPurl) ?? [];
    if (namesakes.length === 0) return undefined;
    const owned = nearest(path, ofFolder).map(({ item }) => item);
    const here = namesakes.filter((item) => owned.includes(item) || item.files.includes(path));
    if (here.some((item) => item.versionName === versionName)) return undefined;
    return here[0] === undefined ? undefined : `${here[0].componentName} ${here[0].versionName}`.trim();
  };
}

function nearest<T>(path: string, ofFolder: ReadonlyMap<string, T[]>): T[] {
  for (let folder = parentOf(path); ; folder = parentOf(folder)) {
    const here = ofFolder.get(folder);
    if (here !== undefined || folder === '') return here ?? [];
  }
}
