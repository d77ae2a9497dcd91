// Derives the wanted inventory of a scan from its findings (packages of the tree, licenses of files): one item for each
// component and version, License Only items for licensed files that belong to no component, and the dependency links
// between them. Pure, linear, and in the same order for the same input. inventory-merge.ts compares it with the existing inventory.
//
// Which item a licensed file belongs to:
// - A package owns the files below its folder, except those below a nested package's folder.
// - Of a third-party package (below node_modules, vendor, ...) all licensed files belong to the package.
// - A package of the code base itself gets only licensed files with a license that its own license covers. An audit looks for the
//   other files, so they become License Only items, like files that no package owns.

import { expressionKey, licensesOf } from '@assay/scanner/expressions';
import { shorten, storableText } from '@assay/scanner/foreign-text';
import { valueFor } from '@assay/scanner/items';
import { licenseFileRole } from '@assay/scanner/licenses';
import { agreedDigests } from '@assay/scanner/package-facts';
import { meaningOfDeclaration } from '@assay/scanner/packages';
import type { Confidence, DependencyLevel } from '../inventories/inventory.ts';
import { itemName, systemCreators } from '../inventories/inventory.ts';
import { NO_PACKAGE_FACTS } from '../inventories/package-facts.ts';
import type { LicenseChoice } from '../licenses/license-choice.ts';
import { chooseLicense, isNoLicense } from '../licenses/license-choice.ts';
import {
  bundledFacts,
  type LicenseFact,
  licenseFact,
  NO_LICENSE_FACT,
  type SettleChoice,
} from '../licenses/license-facts.ts';
import { baseOf, parentOf } from '../paths.ts';
import type { DerivedComponent } from './derived-components.ts';
import {
  componentNameOf,
  gatherComponents,
  levelsOf,
  linksBetween,
  ownerOf,
  ownersByFolder,
  ownersOfFiles,
} from './derived-components.ts';
import { listed, statementSentences, vendoredSentence } from './detection-statements.ts';
import {
  DEFAULT_DERIVATION_OPTIONS,
  type DerivationOptions,
  type InventoryPackage,
  type LicensedFile,
  type WantedInventory,
  type WantedItem,
  type WantedLink,
} from './inventory-findings.ts';

export function deriveInventory(
  packages: readonly InventoryPackage[],
  licensedFiles: readonly LicensedFile[],
  options: DerivationOptions = DEFAULT_DERIVATION_OPTIONS,
): WantedInventory {
  const components = gatherComponents(packages, options);
  const owners = ownersByFolder(components);
  const ownersByFile = ownersOfFiles(components);
  const unowned: LicensedFile[] = [];
  for (const file of licensedFiles) {
    const owner = ownersByFile.get(file.path) ?? ownerOf(file.path, owners);
    if (owner === undefined) unowned.push(file);
    else (isLicenseFileOf(file, owner, owners) ? owner.licenseFiles : owner.otherFiles).push(file);
  }
  // Components that the options leave out still own their files, so that these files do not become items of others.
  const wanted = new Map([...components].filter(([, component]) => component.isWanted));
  const links = linksBetween(wanted);
  const levels = levelsOf(wanted, links);
  const licenses = new LicenseOnlyItems();
  for (const file of unowned) licenses.add(file, file.expressions);
  const items = [...wanted.values()].map((component) => {
    const level = valueFor(levels, component.identity);
    const item = componentItem(component, level, chooseLicenseOf(component, options), licenses);
    return options.tiesRelatedFiles ? item : withoutRelatedFiles(item, component);
  });
  for (const item of licenses.items(options.settleChoice)) items.push(item);
  return { items: items.sort(byIdentity), links: links.sort(byParentThenChild) };
}

function licenseIdentity(expression: string): string {
  return `license:${expressionKey(expression)}`;
}

/** The folder itself may be one of the owner's, as that with the metadata of a wheel is. */
function isLicenseFileOf(
  { path, licensedFolder }: LicensedFile,
  owner: DerivedComponent,
  owners: Map<string, DerivedComponent>,
): boolean {
  if (licensedFolder === undefined) return false;
  return owners.get(licensedFolder) === owner || owners.get(parentOf(path)) === owner;
}

function chooseLicenseOf(component: DerivedComponent, options: DerivationOptions): LicenseChoice {
  return chooseLicense(
    {
      remembered: options.rememberedLicenses.get(`${component.componentPurl}@${component.version}`) ?? '',
      // Curated facts do not apply to packages of the code base itself.
      ...(component.curated && !component.isOwn && { curated: component.curated }),
      declared: declaredFact(component),
      ...(component.primary && { primary: primaryFact(component.primary, component.licenseSource) }),
      licenseFiles: component.licenseFiles,
      otherFiles: component.otherFiles.flatMap((file) => file.expressions),
    },
    options.settleChoice,
  );
}

function declaredFact({
  declared,
  declaredText,
  licensePath,
  licenseSource,
  statements,
}: DerivedComponent): LicenseFact {
  const text = declaredText.replace(/\s+/g, ' ').trim();
  if (isNoLicense(declared) && isNoLicense(text)) return NO_LICENSE_FACT;
  const source = licenseSource === '' ? 'manifest' : 'registry';
  const who = licenseSource || licensePath || 'The package';
  if (isNoLicense(declared)) return licenseFact('', source, declarationSentence(who, text));
  const written = text === '' || text === declared ? '' : `, written as “${shorten(text, QUOTED_CHARACTERS)}”`;
  // A lockfile repeats what the package declares.
  const verb = licenseSource === '' && statements.get(licensePath)?.role === 'locks' ? 'records' : 'declares';
  return licenseFact(declared, source, `${who} ${verb} ${declared}${written}.`);
}

function primaryFact(primary: NonNullable<DerivedComponent['primary']>, licenseSource: string): LicenseFact {
  const { expression, reasons, source = licenseSource === '' ? 'none' : 'registry' } = primary;
  return licenseFact(expression, source, `${reasons.join('; ')}.`);
}

function componentItem(
  component: DerivedComponent,
  level: DependencyLevel,
  choice: LicenseChoice,
  licenses: LicenseOnlyItems,
): WantedItem {
  const name = componentNameOf(component.purl);
  const { concluded } = choice;
  const confidence = component.confidence ?? confidenceOf(component);
  const related = tieFiles(component, choice, licenses);

  return {
    identity: component.identity,
    type: 'COMPONENT',
    name: itemName(name, component.version, choice.selected),
    description: component.description,
    url: component.url,
    componentPurl: component.componentPurl,
    componentName: name,
    versionName: component.version,
    purl: component.purl,
    ...(component.like && { like: component.like }),
    licenseExpression: choice.selected,
    ...(choice.person === undefined ? {} : { isLicenseRemembered: true }),
    possibleLicenses: related.possible,
    licenseFacts: {
      declared: declaredFact(component),
      concluded,
      bundled: bundledFacts([...component.licenseFiles, ...component.otherFiles], concluded.expression),
      ...(choice.choice && { choice: choice.choice }),
      ...(choice.person && { person: choice.person }),
    },
    packageFacts: { ...component.facts, digests: agreedDigests(component.facts.digests) },
    isOwn: component.isOwn,
    confidence,
    dependencyScope: component.isRuntime ? 'Runtime' : 'Non Runtime',
    foundScope: component.scope,
    dependencyLevel: level,
    detectionNotes: detectionNotes(component, choice, related.possible),
    createdBy: systemCreators[confidence],
    ...(component.ownedFolders.length > 0 && { folders: component.ownedFolders }),
    files: [...new Set([...component.manifests, ...related.files])].sort(),
    licenseFiles: component.licenseFiles.map((file) => file.path).sort(),
  };
}

/**
 * Removes the other files from the item. Their licenses still count for the component. License files of its parts (LICENSE-3RD-PARTY.txt) stay,
 * because notices need their texts.
 */
function withoutRelatedFiles(item: WantedItem, component: DerivedComponent): WantedItem {
  const ofParts = item.files.filter((path) => licenseFileRole(baseOf(path)) === 'aside');
  return { ...item, files: [...new Set([...component.manifests, ...item.licenseFiles, ...ofParts])].sort() };
}

/** Decides which licensed files stay with the component; the others become License Only items. */
function tieFiles(component: DerivedComponent, choice: LicenseChoice, licenses: LicenseOnlyItems) {
  const licenseFiles = component.licenseFiles.map((file) => file.path);
  if (!component.isOwn) {
    return { files: [...licenseFiles, ...component.otherFiles.map((file) => file.path)], possible: choice.possible };
  }
  const own = new Set(
    [choice.selected, choice.concluded.expression, component.declared].flatMap(licensesOf).map(expressionKey),
  );
  const covers = (expression: string) => licensesOf(expression).every((one) => own.has(expressionKey(one)));
  const files = [...licenseFiles];
  for (const file of component.otherFiles) {
    const foreign = file.expressions.filter((expression) => !covers(expression));
    if (foreign.length > 0) licenses.add(file, foreign);
    if (foreign.length < file.expressions.length) files.push(file.path);
  }
  const fromLicenseFiles = component.licenseFiles.flatMap((file) => file.expressions);
  const possible = new Set(
    [choice.selected, choice.concluded.expression, component.declared, ...fromLicenseFiles].flatMap(licensesOf),
  );
  return { files, possible: [...possible] };
}

/** A manifest of its own or a lockfile states component and version. A requirement states less, and a missing version is a guess. */
function confidenceOf(component: DerivedComponent): Confidence {
  if (component.version === '') return 'LOW';
  const isProved =
    component.ownedFolders.length > 0 ||
    [...component.statements.values()].some(({ pinsVersion }) => pinsVersion === true);
  return isProved ? 'HIGH' : 'MEDIUM';
}

function detectionNotes(component: DerivedComponent, choice: LicenseChoice, possible: string[]): string {
  const sentences: string[] = [];
  const { copied, statements, vendored } = component;
  const told = new Set([...(copied?.paths ?? []), ...(vendored === undefined ? [] : [vendored.licensePath])]);
  const ofOthers = [...statements].flatMap(([path, { otherVersion }]) => (otherVersion === undefined ? [] : [path]));
  const files = [...new Set([...component.manifests, ...ofOthers]).difference(told)].sort();
  const isOwn = component.ownedFolders.length > 0 && copied === undefined && vendored === undefined;
  if (vendored !== undefined) sentences.push(vendoredSentence(vendored));
  if (copied !== undefined && copied.paths.length > 0) sentences.push(copySentences(copied, component.version));
  if (component.versionSource === '') sentences.push(...statementSentences(files, statements));
  // The manifest itself does not ask for every version that would be installed.
  else
    sentences.push(
      `What ${listed(files)} asks for installs this version by what ${component.versionSource}; no lockfile pins it.`,
    );
  if (component.version === '') sentences.push(unknownVersion(component.requirement));
  if (component.places.length > 0)
    sentences.push(
      `Only folders of the kind ${component.places.join(', ')} name it, which are not part of the product; Administration › Installation lists them.`,
    );
  if (isOwn && component.isOwn) sentences.push('It is part of the code base itself.');
  sentences.push(...licenseSentences(component, choice));
  const { primary } = component;
  const isOverruled = choice.concluded.source === 'curation' || choice.concluded.source === 'person';
  const known = new Set(
    [choice.selected, choice.concluded.expression, isOverruled ? (primary?.expression ?? '') : ''].flatMap(licensesOf),
  );
  const others = possible.filter((one) => !known.has(one));
  // A single reason has been stated above already.
  const isDeclared = choice.concluded.source === 'manifest' || choice.concluded.source === 'registry';
  if (primary && primary.expression !== '' && (primary.reasons.length > 1 || !isDeclared)) {
    const what = isOverruled ? 'By its files alone, its license would be' : 'Its primary license is';
    sentences.push(`${what} ${primary.expression}: ${primary.reasons.join('; ')}.`);
  }
  if (others.length > 0) sentences.push(`Its files also name ${others.join(', ')}.`);
  return sentences.join(' ');
}

/** Shows which words of which file name the library, and whether its other files contradict. */
function copySentences(copied: NonNullable<DerivedComponent['copied']>, version: string): string {
  const { length } = copied.paths;
  const words = storableText(copied.words);
  const recognised =
    copied.line === undefined
      ? `Its files were copied into the code base: of ${copied.path} and those beside it, ${words}.`
      : `Its files were copied into the code base: ${copied.path} (line ${copied.line}) says “${words}”.`;
  // A sentence about matches by content already says how many files agree.
  if (copied.line === undefined) return recognised;
  if (version !== '' && copied.agreeing === 0)
    return length === 1
      ? `${recognised} It does not name this version.`
      : `${recognised} ${length} files were recognised, none of which names this version.`;
  if (length === 1) return recognised;
  const agreeing =
    version === '' ? '' : `, of which ${copied.agreeing} ${copied.agreeing === 1 ? 'names' : 'name'} this version`;
  return `${recognised} ${length} files were recognised${agreeing}.`;
}

function unknownVersion(requirement: string): string {
  return requirement === ''
    ? 'Its version is not known.'
    : `Its version is not known; it is asked for as “${shorten(requirement.replace(/\s+/g, ' '), QUOTED_CHARACTERS)}”.`;
}

function licenseSentences(component: DerivedComponent, { concluded, choice, person }: LicenseChoice): string[] {
  const more = person ?? choice;
  return [...licenseSentence(component, concluded), ...(more === undefined ? [] : [more.words])];
}

/** A concluded license gets one sentence by its source; a primary license states its reasons itself. */
function licenseSentence(component: DerivedComponent, concluded: LicenseFact): string[] {
  switch (concluded.source) {
    case 'manifest':
      return [`The package declares the license ${concluded.expression}.`];
    case 'registry':
      return [`The license ${concluded.expression} is what ${component.licenseSource} tells.`];
    case 'person':
    case 'curation':
      return [concluded.words];
    case 'none':
      return [
        declarationSentence(
          component.licenseSource || 'The package',
          component.declaredText.replace(/\s+/g, ' ').trim(),
        ),
      ];
    default:
      return component.primary?.expression ? [] : [concluded.words];
  }
}

/** Some manifests contain a whole license text. */
const QUOTED_CHARACTERS = 200;

/** Quotes a declaration from which no license could be read. */
function declarationSentence(who: string, declared: string): string {
  if (isNoLicense(declared)) return 'No license is declared.';
  return `${who} declares “${shorten(declared, QUOTED_CHARACTERS)}”, ${meaningOfDeclaration(declared)}.`;
}

/** One item for each license expression, with the files that carry it. */
class LicenseOnlyItems {
  readonly #byKey = new Map<string, { expression: string; files: Set<string> }>();
  readonly #licenseFiles = new Set<string>();

  add({ path, licensedFolder }: LicensedFile, expressions: readonly string[]): void {
    if (licensedFolder !== undefined) this.#licenseFiles.add(path);
    for (const expression of expressions) {
      const key = expressionKey(expression);
      if (key === '') continue;
      const known = this.#byKey.get(key);
      if (known === undefined) this.#byKey.set(key, { expression, files: new Set([path]) });
      else known.files.add(path);
    }
  }

  items(settle: SettleChoice = () => undefined): WantedItem[] {
    return [...this.#byKey.values()].map(({ expression, files }) =>
      licenseItem(
        expression,
        [...files].sort().map((path) => ({ path, isLicenseFile: this.#licenseFiles.has(path) })),
        settle(expression),
      ),
    );
  }
}

/** The identity keeps the found expression, even if a choice in it is settled. */
function licenseItem(
  expression: string,
  found: readonly { path: string; isLicenseFile: boolean }[],
  choice: LicenseFact | undefined,
): WantedItem {
  const files = found.map(({ path }) => path);
  const selected = choice?.expression ?? expression;
  const place = `The license ${expression} was found in ${listed(files)}; no component with this license covers ${files.length === 1 ? 'this file' : 'these files'}.`;
  return {
    identity: licenseIdentity(expression),
    type: 'LICENSE',
    name: itemName(selected, '', ''),
    description: '',
    url: '',
    componentPurl: '',
    componentName: '',
    versionName: '',
    purl: '',
    licenseExpression: selected,
    possibleLicenses: [...new Set([selected, expression].flatMap(licensesOf))],
    licenseFacts: {
      declared: NO_LICENSE_FACT,
      concluded: licenseFact(expression, 'files', `${listed(files)} ${files.length === 1 ? 'says' : 'say'} so.`),
      bundled: [],
      ...(choice && { choice }),
    },
    packageFacts: NO_PACKAGE_FACTS,
    isOwn: false,
    confidence: 'MEDIUM',
    dependencyScope: 'Runtime',
    dependencyLevel: 'N/A',
    detectionNotes: choice === undefined ? place : `${place} ${choice.words}`,
    createdBy: systemCreators.MEDIUM,
    files,
    licenseFiles: found.flatMap(({ path, isLicenseFile }) => (isLicenseFile ? [path] : [])),
  };
}

function byIdentity(a: { identity: string }, b: { identity: string }): number {
  return a.identity < b.identity ? -1 : a.identity > b.identity ? 1 : 0;
}

function byParentThenChild(a: WantedLink, b: WantedLink): number {
  if (a.parent !== b.parent) return a.parent < b.parent ? -1 : 1;
  return a.child < b.child ? -1 : a.child > b.child ? 1 : 0;
}
