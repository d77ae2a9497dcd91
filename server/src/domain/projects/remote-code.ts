// The limits of what scan agents send (docs/adr/0041), and which of the agent's issues say that a file was not understood.

export const REMOTE_LIMITS = {
  files: 1_000_000,
  filesOfPart: 10_000,
  /** Of the facts in one request, as JSON; also those of one file. */
  factsOfPartBytes: 32 * 1024 * 1024,
  factsBytes: 4 * 1024 ** 3,
  aliases: 100,
  issues: 3_000,
} as const;

export interface RemoteIssue {
  code: string;
  path: string;
  message: string;
}
