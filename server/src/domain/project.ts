// The words for projects: value lists. Their status has a file of its own, because rules hang on it.

export const projectTypes = ['STANDARD', 'INVENTORY_ONLY'] as const;
export type ProjectType = (typeof projectTypes)[number];

export const risks = ['HIGH', 'MEDIUM', 'LOW'] as const;
export type Risk = (typeof risks)[number];
