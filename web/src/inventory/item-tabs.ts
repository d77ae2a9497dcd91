// The tabs of an item as the address names them. Without one the details are open.
export const itemTabs = ['notes', 'files', 'history', 'tasks'] as const;
export type ItemTab = (typeof itemTabs)[number];
