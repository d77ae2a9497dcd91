// The parser of YAML makes an error for each fault of a text, so a hostile text may have one for each character. To note the stack of calls for
// all of them takes up to two thirds of the time, and nobody reads it: what counts is the message and its place.

/** Runs a parser whose errors need no stack of calls. The work must not be asynchronous. */
export function withoutStacks<T>(parse: () => T): T {
  const usual = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return parse();
  } finally {
    Error.stackTraceLimit = usual;
  }
}
