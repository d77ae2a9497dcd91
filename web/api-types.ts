// Writes from docs/openapi.json what the page knows of the server: src/api/schema.d.ts, the types of its calls, and src/api/described.ts, the values of
// lists and the fields of inventory items: `npm run -w web types`.
// Left out is what the page never reads: answers to errors (the client throws those), headers (read by name), examples,
// operations that are deprecated, and members that there cannot be.
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString, COMMENT_HEADER, type OpenAPI3 } from 'openapi-typescript';

const DESCRIPTION = new URL('../docs/openapi.json', import.meta.url);
export const TYPES_FILE = new URL('src/api/schema.d.ts', import.meta.url);

export const LISTS_FILE = new URL('src/api/described.ts', import.meta.url);

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

/** The lists whose values the page names one by one. */
const LISTS = [
  ...[
    'AnalysisRuleState',
    'FileGrouping',
    'FileKind',
    'FileMatchingCriteria',
    'FileSimilarity',
    'Frequency',
    'InventoryPriority',
    'InventoryType',
    'JobStatus',
    'LicenseRole',
    'MailState',
    'ProjectOrder',
    'ProjectRole',
  ],
  ...[
    'SbomFormat',
    'Severity',
    'StatementState',
    'SystemPermission',
    'TaskPriority',
    'TaskType',
    'WebhookEvent',
    'Weekday',
  ],
];

interface Member {
  $ref?: string;
  enum?: string[];
  maxLength?: number;
  'x-item-field'?: Record<string, string>;
}

export function freshLists(): string {
  const { schemas } = JSON.parse(readFileSync(DESCRIPTION, 'utf8')).components as {
    schemas: Record<string, { enum?: string[]; properties?: Record<string, Member> } | undefined>;
  };
  const valuesOf = (name: string) => {
    const values = schemas[name]?.enum;
    if (values === undefined) throw new Error(`The API description has no list of values with the name ${name}.`);
    return values;
  };
  const constant = (name: string, value: unknown) =>
    `export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`;
  const fields = Object.entries(schemas.InventoryChange?.properties ?? {}).flatMap(([name, member]) => {
    const { $ref, maxLength: most, 'x-item-field': field } = member;
    const values = field && $ref && { values: valuesOf($ref.slice($ref.lastIndexOf('/') + 1)) };
    return field ? [{ name, ...field, ...(most !== undefined && { most }), ...values }] : [];
  });
  return [
    '// Generated from docs/openapi.json by `npm run -w web types`. Do not change it by hand.\n',
    ...LISTS.map((name) => constant(`${name.charAt(0).toLowerCase()}${name.slice(1)}Values`, valuesOf(name))),
    constant('ITEM_FIELDS', fields),
  ].join('\n');
}

if (import.meta.main) {
  writeFileSync(LISTS_FILE, freshLists());
  writeFileSync(TYPES_FILE, await freshTypes());
}
