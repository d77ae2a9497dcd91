// Writes src/api/schema.d.ts, the types of the page's calls, from docs/openapi.json: `npm run -w web types`.
// Left out is what the page never reads: answers to errors (the client throws those), headers (read by name), examples,
// operations that are deprecated, and members that there cannot be.
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString, COMMENT_HEADER, type OpenAPI3 } from 'openapi-typescript';

const DESCRIPTION = new URL('../docs/openapi.json', import.meta.url);
export const TYPES_FILE = new URL('src/api/schema.d.ts', import.meta.url);

interface Operation {
  deprecated?: boolean;
  description?: string;
  parameters: { example?: unknown }[];
  responses: Record<string, object>;
}

interface Described {
  paths: Record<string, Record<string, Operation>>;
  components: { responses?: object; parameters: Record<string, { example?: unknown }> };
}

export async function freshTypes(): Promise<string> {
  const described: Described = JSON.parse(readFileSync(DESCRIPTION, 'utf8'));
  trim(described);
  const types = await openapiTS(described as unknown as OpenAPI3, { defaultNonNullable: false });
  return COMMENT_HEADER + withoutNever(astToString(types));
}

function trim({ paths, components }: Described): void {
  delete components.responses;
  for (const parameter of Object.values(components.parameters)) delete parameter.example;
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.deprecated) delete methods[method];
      // The summary stays.
      delete operation.description;
      for (const parameter of operation.parameters) delete parameter.example;
      for (const status of Object.keys(operation.responses))
        if (Number(status) >= 400) delete operation.responses[status];
    }
    if (Object.keys(methods).length === 0) delete paths[path];
  }
}

/** Without `never` members, and without the blocks of parameters and headers that say no more than that there may be any. */
function withoutNever(types: string): string {
  return types
    .replaceAll(/^ +\w+\?: never;\n/gm, '')
    .replaceAll(/^( +)headers: \{\n(?:\1 +.*\n)*?\1\};\n/gm, '')
    .replaceAll(/^ +parameters: \{\n +\};\n/gm, '');
}

if (import.meta.main) writeFileSync(TYPES_FILE, await freshTypes());
