// Whether items were compared with advisories, as it stands in addresses. Apart from the field that chooses it, because each page reads addresses.
export const COVERAGES = ['compared', 'not-compared'] as const;

export type Coverage = (typeof COVERAGES)[number];
