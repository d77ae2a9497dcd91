// The data about the whole scan that a format receives.

export interface ScanSubject {
  /** Name of the folder or archive. */
  name: string;
  documentId: string;
  createdAt: Date;
  tool: { name: string; version: string };
  /** Path of the folder or archive, for license texts. */
  source: string;
  signal?: AbortSignal | undefined;
}
