/** The folder of the license rules, scanner/rules. */
export const RULES_FOLDER = new URL('../../../rules/', import.meta.url);
