// The values of projects. Their status has rules and therefore its own file.

export const projectTypes = ['STANDARD', 'INVENTORY_ONLY'] as const;
export type ProjectType = (typeof projectTypes)[number];

export const risks = ['HIGH', 'MEDIUM', 'LOW'] as const;
export type Risk = (typeof risks)[number];
