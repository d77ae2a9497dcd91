// One value per operation. The Fastify route, validation, the access check, the OpenAPI entry, the row of the access matrix and the comparison with
// the interface document come from it. This file knows no feature.
import type { Static, TObject, TSchema } from 'typebox';
import type { Config } from '../config.ts';
import type { Access } from './access.ts';
import { LARGEST_BODY, LARGEST_OF_STRANGERS } from './bodies.ts';
import type { Call } from './call.ts';
import { checkVersioned, type Entity } from './entities.ts';
import type { EnvelopeFamily } from './error-bodies.ts';
import { withFreshnessMembers } from './models/freshness-model.ts';
import type { Reply } from './replies.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/** The prefixes of all operations: the one of existing clients, and the short one. */
export const API_PREFIXES = ['/codeinsight/api', '/api'] as const;

export interface ResponseSpec {
  description: string;
  schema?: TSchema;
  /** For answers that are not JSON. */
  mediaType?: string;
  /** Descriptions of headers by name. Paged lists have the paging headers, unless they name their own (or none). */
  headers?: Record<string, string>;
}

interface RawBody {
  /** What the bytes must be. */
  raw: string;
  /** The size of an uploaded archive if absent. */
  largestBytes?: number;
}

/** A JSON body with its schema, the raw bytes of the request, or a multipart form. */
export type BodySpec = TSchema | RawBody | { form: Record<string, FormPart> };

export interface FormPart {
  description: string;
  isFile?: boolean;
  mayBeText?: boolean;
  isOptional?: boolean;
  /** The named list that the text is one of. */
  values?: TSchema;
}

export interface Route {
  id: string;
  method: Method;
  /** As in the interface document: `/projects/{projectId}`. */
  path: string;
  /** Further paths of the same operation for existing clients. */
  aliases: string[];
  /** The heading in the interface document. */
  group: string;
  summary: string;
  description: string;
  family: EnvelopeFamily;
  access: Access;
  params?: TObject;
  query?: TObject;
  body?: BodySpec;
  responses: Record<number, ResponseSpec>;
  /** The operation to use instead. */
  deprecated?: string;
  /** True for operations that the interface document does not have. */
  isExtra: boolean;
  /** True for paths that stand as they are, without the API's prefixes. */
  isAtRoot: boolean;
  /** True if the caller's token may also come in the header X-Api-Key, as programs of another system send it. */
  takesApiKey: boolean;
  /** For operations that the site switches on. While one is off, its address is answered like one that does not exist. */
  isOn?(app: Call<unknown, unknown, unknown>['app']): Promise<boolean>;
  /** True for reads that hand out data to keep (reports, exports): the audit log records them like changes. */
  isAudited: boolean;
  /** True if secrets could be guessed: limits the calls per minute from one address. */
  isGuessable: boolean;
  /** The most calls in a minute from one address, for operations of strangers that are called often. */
  callsPerMinute?: number;
  /** True for what would outlast an API token: only a sign-in with the password may do it. */
  needsPassword: boolean;
  /** True for data of the caller's account, which tokens limited to some projects do not show. */
  isPersonal: boolean;
  /** True if a secret is part of the address: logs have the path with the name of the parameter. */
  hidesAddress: boolean;
  /** True if it stores the result of a report, which the token of a report's script may do. */
  takesReport: boolean;
  /**
   * Set it if the answer has vulnerabilities or their counts. The answer then also has the age of the data: in members, or in headers for operations
   * of the interface document.
   */
  statesDataAge: boolean;
  /** Headers of every answer, also of refusals. */
  always?: Record<string, string>;
  /** Headers of the answer to OPTIONS at this address, for clients that ask what a protocol offers here. */
  discovery?(config: Config): Record<string, string>;
  /** The limits of a JSON body. */
  largestBodyBytes: number;
  /** The entity that a GET shows, one or a list: the answer has its version. */
  shows?: Entity;
  /** The entity that a change edits: refused if the caller's version is stale. */
  edits?: Entity;
  run(call: Call<unknown, unknown, unknown>): Promise<Reply>;
}

type StaticOf<T> = T extends TSchema ? Static<T> : undefined;

interface RouteInput<P, Q, B> {
  id: string;
  method: Method;
  path: string;
  aliases?: string[];
  group: string;
  summary: string;
  description?: string;
  family?: EnvelopeFamily;
  access: Access;
  params?: P;
  query?: Q;
  body?: B;
  responses: Record<number, ResponseSpec>;
  deprecated?: string;
  isExtra?: boolean;
  isAtRoot?: boolean;
  takesApiKey?: boolean;
  isOn?(app: Call<unknown, unknown, unknown>['app']): Promise<boolean>;
  isAudited?: boolean;
  isGuessable?: boolean;
  callsPerMinute?: number;
  needsPassword?: boolean;
  isPersonal?: boolean;
  takesReport?: boolean;
  hidesAddress?: boolean;
  statesDataAge?: boolean;
  always?: Record<string, string>;
  discovery?(config: Config): Record<string, string>;
  /** For operations that accept more than the default megabyte. */
  largestBodyBytes?: number;
  shows?: Entity;
  edits?: Entity;
  run(call: Call<StaticOf<P>, StaticOf<Q>, StaticOf<B>>): Promise<Reply>;
}

/** Connects the types of the schemas with those of `run`. Throws if a model lacks the version of an edited entity. */
export function route<
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends BodySpec | undefined = undefined,
>(input: RouteInput<P, Q, B>): Route {
  if (input.shows) checkVersioned(input.id, input.responses[200]?.schema);
  if (input.edits) checkVersioned(input.id, input.body as TSchema | undefined);
  const responses = input.statesDataAge && input.isExtra ? agedResponses(input.id, input.responses) : input.responses;
  return {
    aliases: [],
    description: '',
    family: 'standard',
    isExtra: false,
    isAtRoot: false,
    takesApiKey: false,
    isAudited: false,
    isGuessable: false,
    statesDataAge: false,
    needsPassword: false,
    isPersonal: false,
    takesReport: false,
    hidesAddress: false,
    largestBodyBytes: input.access.needsSignIn ? LARGEST_BODY : LARGEST_OF_STRANGERS,
    ...input,
    responses: input.edits ? editResponses(responses, input.params !== undefined) : responses,
  } as unknown as Route;
}

type Responses = Record<number, ResponseSpec>;

function agedResponses(id: string, responses: Responses): Responses {
  const answer = responses[200];
  if (answer?.schema === undefined)
    throw new Error(`${id} tells the age of its data, but has no schema of its answer.`);
  return { ...responses, 200: { ...answer, schema: withFreshnessMembers(answer.schema) } };
}

/** Before an operation changes an object, the current object is read: the path may name an object that does not exist. */
function editResponses(responses: Responses, mayBeMissing: boolean): Responses {
  const stale = 'The sent version (entityVersion) is not the current one; data has the current object';
  const missing: Responses = mayBeMissing ? { 404: { description: 'What is to be edited does not exist' } } : {};
  return {
    ...missing,
    ...responses,
    409: { ...responses[409], description: [responses[409]?.description, stale].filter(Boolean).join('; or: ') },
    412: { description: 'The version in If-Match is not the current one' },
  };
}

export function isRawBody(body: BodySpec | undefined): body is RawBody {
  return body !== undefined && 'raw' in body;
}

export function isFormBody(body: BodySpec | undefined): body is Extract<BodySpec, { form: unknown }> {
  return body !== undefined && 'form' in body;
}
