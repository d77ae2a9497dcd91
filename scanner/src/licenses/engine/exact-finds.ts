// Results of the exact stage for the approximate stage.

/** A license. Exact matching found its name at token `start`. */
export interface NamedLicense {
  expression: string;
  start: number;
  kind: string;
}

/** A rule that matches word for word. */
export interface ExactMatch {
  rule: number;
  start: number;
  end: number;
}
