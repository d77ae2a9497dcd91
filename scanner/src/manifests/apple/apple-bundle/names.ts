// Which files have this format.
const IN_BUNDLE =
  /\.(app|appex|framework|bundle|xpc|plugin)\/(Contents\/|(Versions\/[^/]+\/)?Resources\/)?Info\.plist$/;

export function appleBundleWants(path: string): boolean {
  return IN_BUNDLE.test(path);
}
