// Searching the component library: what each way of searching needs. The forges of the search form are those of forges.ts. Pure.
//
// Decided here, because the interface is silent:
// - Of a forge's own fields all are needed; a forge that has no fields listed is searched by `projectName`.
// - CPE names of recognised libraries are known. Of other components, `vendor` is looked for in namespace and address, `product` in the name.
import { nameOfVendor, purlsOfCpeName, readCpeName } from '@assay/scanner/advisories';
import { present } from '@assay/scanner/items';
import { type ForgeField, searchForges } from '../forges.ts';
import { type Refusal, refuse } from '../refusal.ts';

export const searchFields = ['NAME', 'URL', 'CPE', 'FORGE'] as const;
export const searchFilters = ['ALL_TERMS', 'ANY_TERM', 'BEGINS_WITH', 'EXACT_MATCH'] as const;

const NAMESPACE_FIELDS: readonly ForgeField[] = ['groupId', 'vendorName', 'author'];

export interface SearchInput extends Partial<Record<ForgeField, string>> {
  searchBy: (typeof searchFields)[number];
  filter: (typeof searchFilters)[number];
  searchTerm?: string;
  vendor?: string;
  product?: string;
  forgeName?: string;
}

/** The query for the library. Every text is trimmed and not empty. */
export type ComponentQuery =
  /** The library as a list. Without terms, all components match. */
  | { by: 'list'; terms: string[]; onlyCustom: boolean }
  | { by: 'name'; filter: (typeof searchFilters)[number]; text: string; terms: string[] }
  | { by: 'url'; text: string }
  | ({ by: 'cpe'; text?: string } & CpeFilter)
  | { by: 'forge'; forgeId?: number; purlType?: string; namespace?: string; name: string };

export function componentQuery(input: SearchInput): ComponentQuery | Refusal {
  const text = trimmed(input.searchTerm);
  switch (input.searchBy) {
    case 'NAME':
      if (text === undefined) return needs('searchTerm', 'a search by NAME');
      return { by: 'name', filter: input.filter, text, terms: text.split(/\s+/) };
    case 'URL':
      return text === undefined ? needs('searchTerm', 'a search by URL') : { by: 'url', text };
    case 'CPE':
      return cpeQuery({ vendor: trimmed(input.vendor), product: trimmed(input.product), text });
    case 'FORGE':
      return forgeQuery(input);
  }
}

function cpeQuery({ vendor, product, text }: { vendor?: string; product?: string; text?: string }) {
  if (vendor === undefined && product === undefined && text === undefined)
    return needs('vendor", "product" or "searchTerm', 'a search by CPE');
  const written = text === undefined ? undefined : readCpeName(text);
  if (written !== undefined) {
    const { vendor: writtenVendor, product: writtenProduct } = written;
    if (writtenVendor === undefined && writtenProduct === undefined)
      return refuse('invalid', 'The CPE in the query parameter "searchTerm" must name a vendor or a product');
    return cpeQuery({ vendor: writtenVendor ?? vendor, product: writtenProduct ?? product });
  }
  return {
    by: 'cpe' as const,
    text,
    ...cpeFilter({ vendor, product }),
    purls: purlsOfCpeName({ vendor, product: product ?? text }),
  };
}

/** Components by the vendor and the product of their CPE. */
export interface CpeFilter {
  vendor?: string;
  product?: string;
  /** Of the components whose CPE is known and fits. */
  purls: string[];
}

export function cpeFilter({ vendor, product }: { vendor?: string; product?: string }): CpeFilter {
  return {
    // `libpng_project` makes libpng.
    vendor: vendor && nameOfVendor(vendor.toLowerCase()),
    product,
    purls: purlsOfCpeName({ vendor, product }),
  };
}

function forgeQuery(input: SearchInput): ComponentQuery | Refusal {
  const wanted = trimmed(input.forgeName);
  if (wanted === undefined) return needs('forgeName', 'a search by FORGE');
  const found = searchForges.find((one) => one.name.toLowerCase() === wanted.toLowerCase());
  if (!found) {
    const names = searchForges.map((one) => one.name).join(', ');
    return refuse('invalid', `The query parameter "forgeName" must be one of ${names}`);
  }
  const missing = found.fields.find((field) => trimmed(input[field]) === undefined);
  if (missing) return needs(missing, `a search at ${found.name}`);
  const namespaceField = found.fields.find((field) => NAMESPACE_FIELDS.includes(field));
  const names = found.fields.filter((field) => !NAMESPACE_FIELDS.includes(field)).map((field) => trimmed(input[field]));
  return {
    by: 'forge',
    forgeId: found.forgeId,
    purlType: found.purlType,
    ...(namespaceField ? { namespace: trimmed(input[namespaceField]) } : {}),
    name: present(names[0], `name that is looked for at ${found.name}`),
  };
}

function trimmed(text: string | undefined): string | undefined {
  return text?.trim() || undefined;
}

function needs(field: string, purpose: string): Refusal {
  return refuse('invalid', `The query parameter "${field}" is required for ${purpose}`);
}
