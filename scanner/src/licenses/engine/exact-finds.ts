// Results of the exact stage for the approximate stage.

/** A license whose name exact matching found at token `start`. */
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
