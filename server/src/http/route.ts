// One value per operation. From it come the Fastify route, validation, the access check, the OpenAPI entry, the row in the access
// matrix and the comparison with the interface document. This file knows no feature.
import type { Static, TObject, TSchema } from 'typebox';
import type { Access } from './access.ts';
import { LARGEST_BODY, LARGEST_OF_STRANGERS } from './bodies.ts';
import type { Call } from './call.ts';
import { checkVersioned, type Entity } from './entities.ts';
import type { EnvelopeFamily } from './error-bodies.ts';
import { withFreshnessMembers } from './freshness-model.ts';
import type { Reply } from './replies.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/** The prefixes under which every operation answers: the one existing clients call, and the short one. */
export const API_PREFIXES = ['/codeinsight/api', '/api'] as const;

export interface ResponseSpec {
  description: string;
  schema?: TSchema;
  /** For answers that are not JSON. */
  mediaType?: string;
  /** By name, what they hold. Lists that are paged have those of pages, unless they name their own (or none). */
  headers?: Record<string, string>;
}

/** A JSON body with its schema, the raw bytes of the request, or a multipart form. */
export type BodySpec =
  | TSchema
  | { raw: string }
  | { form: Record<string, { description: string; isFile?: boolean; isOptional?: boolean }> };

export interface Route {
  id: string;
  method: Method;
  /** As the interface document writes it: `/projects/{projectId}`. */
  path: string;
  /** Further paths of the same operation, kept for existing clients. */
  aliases: string[];
  /** The heading of the interface document. */
  group: string;
  summary: string;
  description: string;
  family: EnvelopeFamily;
  access: Access;
  params?: TObject;
  query?: TObject;
  body?: BodySpec;
  responses: Record<number, ResponseSpec>;
  /** What to use instead. */
  deprecated?: string;
  /** True for operations of ours that the interface document does not have. */
  isExtra: boolean;
  /** True for what stands outside the API's prefixes. */
  isAtRoot: boolean;
  /** True for reads that hand data out to be kept (reports, exports): they are recorded as changes are. */
  isAudited: boolean;
  /** True where secrets could be guessed: few calls a minute from one address. */
  isGuessable: boolean;
  /** True for changes that a report's script may not make in the name of whoever had it made: their effect would outlive its token. */
  refusesScripts: boolean;
  /** Set it if the answer has vulnerabilities or counts of them. It then has the age of the data too: in members, or in headers for operations of the interface document. */
  tellsDataAge: boolean;
  /** Of a JSON body. */
  largestBodyBytes: number;
  /** What a GET shows, one or a list of it: the answer carries its version. */
  shows?: Entity;
  /** What a change changes: refused when the caller's version of it is stale. */
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
  isAudited?: boolean;
  isGuessable?: boolean;
  /** Without a word, changes that are for system administrators. */
  refusesScripts?: boolean;
  tellsDataAge?: boolean;
  /** Named by operations that take more than the usual megabyte. */
  largestBodyBytes?: number;
  shows?: Entity;
  edits?: Entity;
  run(call: Call<StaticOf<P>, StaticOf<Q>, StaticOf<B>>): Promise<Reply>;
}

/** Ties the types of the schemas to those of `run`; throws where a model lacks the version of what people edit. */
export function route<
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends BodySpec | undefined = undefined,
>(input: RouteInput<P, Q, B>): Route {
  if (input.shows) checkVersioned(input.id, input.responses[200]?.schema);
  if (input.edits) checkVersioned(input.id, input.body as TSchema | undefined);
  const responses = input.tellsDataAge && input.isExtra ? agedResponses(input.id, input.responses) : input.responses;
  return {
    aliases: [],
    description: '',
    family: 'standard',
    isExtra: false,
    isAtRoot: false,
    isAudited: false,
    isGuessable: false,
    tellsDataAge: false,
    refusesScripts: input.method !== 'GET' && input.access.administers === true,
    largestBodyBytes: input.access.needsSignIn ? LARGEST_BODY : LARGEST_OF_STRANGERS,
    ...input,
    responses: input.edits ? editResponses(responses) : responses,
  } as unknown as Route;
}

type Responses = Record<number, ResponseSpec>;

function agedResponses(id: string, responses: Responses): Responses {
  const answer = responses[200];
  if (answer?.schema === undefined)
    throw new Error(`${id} tells the age of its data, but has no schema of its answer.`);
  return { ...responses, 200: { ...answer, schema: withFreshnessMembers(answer.schema) } };
}

function editResponses(responses: Responses): Responses {
  const stale = 'The version that was sent (entityVersion) is not the current one; data is what it is now';
  return {
    ...responses,
    409: { ...responses[409], description: [responses[409]?.description, stale].filter(Boolean).join('; or: ') },
    412: { description: 'The version that was sent as If-Match is not the current one' },
  };
}

export function isRawBody(body: BodySpec | undefined): body is { raw: string } {
  return body !== undefined && 'raw' in body;
}

export function isFormBody(body: BodySpec | undefined): body is Extract<BodySpec, { form: unknown }> {
  return body !== undefined && 'form' in body;
}
