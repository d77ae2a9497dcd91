// The signs that stand for license names in the text of a passage, so that the words of a name say nothing.

/** Stands for the name in question. */
export const THIS_NAME = '\uE000';
/** Stands for another license name. */
export const OTHER_NAME = '\uE001';
