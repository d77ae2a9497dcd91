// The lists that have saved views.
export const viewLists = ['ITEMS', 'FILES'] as const;
export type ViewList = (typeof viewLists)[number];
