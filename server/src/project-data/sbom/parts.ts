// Turns the parts of an SBOM into items in the form of project data.
import { purlOfCpe, type StatedPackage } from '@assay/scanner/advisories';
import { readExpression } from '@assay/scanner/expressions';
import { shorten } from '@assay/scanner/foreign-text';
import type { Issues } from '@assay/scanner/member-reader';
import { factsOfPart } from '@assay/scanner/package-facts';
import type { SbomPart } from '@assay/scanner/sbom-read';
import { forgeIdOfPurl, forgeOf } from '../../domain/forges.ts';
import { componentPurlOf } from '../../domain/inventories/inventory.ts';
import { hasPackageFacts } from '../../domain/inventories/package-facts.ts';
import { licenseFact, NO_LICENSE_FACT } from '../../domain/licenses/license-facts.ts';
import { distributionOf, itemOf, NO_NOTES } from '../foreign/model.ts';
import { type IncomingItem, lastOfPurl, purlOf } from '../incoming.ts';

export interface NamedPart {
  name: string;
  /** Canonical; '' if it has none that is one. */
  purl: string;
  /** One that advisories can be compared with; only of a part without a package URL. */
  cpe: string;
}

export function nameOfPart(part: SbomPart, issues: Issues): NamedPart {
  const purl =
    [part.purl, ...part.morePurls].map((one) => purlOf(one, part.place, issues)).find((one) => one !== '') ?? '';
  const name = [part.group, part.name].filter((one) => one !== '').join('/') || lastOfPurl(purl);
  const cpe = purl === '' ? (part.cpes.find((one) => purlOfCpe(one) !== '') ?? part.cpes[0] ?? '') : '';
  return { name: shorten(name, 255), purl, cpe };
}

/** Concluded licenses come before declared ones. Many documents write ids in capitals, `APACHE-2.0`. */
export const licenseOfPart = ({ concluded, declared }: SbomPart): string =>
  readExpression(concluded || declared).canonical;

export function itemOfPart(part: SbomPart, { name, purl, cpe }: NamedPart, stated: StatedPackage): IncomingItem {
  const item = itemOf({
    place: part.place,
    name,
    type: 'COMPONENT',
    description: part.description,
    url: shorten(part.url, 2400),
    component: { name, purl: componentPurlOf(purl), version: shorten(part.version, 255) },
    purl,
    ...(purl === '' ? { cpe } : distributionOf(stated)),
    licenseExpression: licenseOfPart(part),
    notes: { ...NO_NOTES, noticeText: part.copyright, auditorReviewNotes: part.comment },
  });
  const packageFacts = factsOfPart(part);
  return hasPackageFacts(packageFacts) ? { ...item, packageFacts } : item;
}

/** The same with what an import of an SBOM as such says of its source. */
export function sbomItemOf(part: SbomPart, named: NamedPart, stated: StatedPackage, source: string): IncomingItem {
  const item = itemOfPart(part, named, stated);
  const license = licenseOfPart(part);
  const declared = readExpression(part.declared).canonical;
  const possible = [declared, readExpression(part.concluded).canonical].filter((one) => one !== '' && one !== license);
  return {
    ...item,
    id: part.place,
    dependencyLevel: 'N/A',
    dependencyScope: part.scope === 'required' ? 'Runtime' : part.scope === 'excluded' ? 'Non Runtime' : '',
    possibleLicenses: possible,
    licenseFacts: {
      declared: declared === '' ? NO_LICENSE_FACT : licenseFact(declared, 'manifest', `${source} declares it.`),
      concluded:
        license === ''
          ? NO_LICENSE_FACT
          : licenseFact(license, 'manifest', `${source} ${part.concluded === '' ? 'declares' : 'concludes'} it.`),
      bundled: [],
    },
    notes: { ...item.notes, detectionNotes: detectionNotes(named, source) },
    keepsNotes: true,
  };
}

/** Clients read forge and package URL here. */
function detectionNotes({ purl, cpe }: NamedPart, source: string): string {
  const forge = purl === '' ? '' : forgeOf(forgeIdOfPurl(purl)).name;
  return [
    `Imported from ${source}.`,
    ...(purl === '' ? [] : [`Forge: ${forge}`, `purl: ${purl}`]),
    ...(cpe === '' ? [] : [`CPE: ${cpe}`]),
  ].join('\n');
}
