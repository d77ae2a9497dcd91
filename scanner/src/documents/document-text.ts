// The result of the document readers.

/** Text of a document, or a sentence on why there is none. `note` names parts that were left out. */
export type DocumentText = { text: string; note?: string } | { reason: string };
