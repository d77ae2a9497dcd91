// One call of another server by http or https, as a stream, through agents that check to which addresses they connect. Follows nothing by itself.
import { type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { type Agent as HttpsAgent, request as httpsRequest } from 'node:https';

export interface WayOut {
  http: HttpAgent;
  https: HttpsAgent;
  /** Asked before each call, if the agents cannot tell for hosts by number. Throws an error whose message is a sentence. */
  check?(host: string): Promise<void>;
}

export interface Call {
  method: 'GET' | 'HEAD';
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Longest time without a byte, from the first step on. */
  silenceMs: number;
}

/** The other server was silent for too long. */
export class SilenceError extends Error {}

const MOST_HEADER_BYTES = 64 * 1024;

/** The caller reads the body to its end or destroys it. Rejects with the error of the connection. */
export function call(wayOut: WayOut, url: URL, { method, headers, signal, silenceMs }: Call): Promise<IncomingMessage> {
  const isHttps = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const options = { method, headers, signal, maxHeaderSize: MOST_HEADER_BYTES };
    const asked = isHttps
      ? httpsRequest(url, { ...options, agent: wayOut.https })
      : httpRequest(url, { ...options, agent: wayOut.http });
    asked.setTimeout(silenceMs, () => asked.destroy(new SilenceError(`${url.host} has sent nothing for ${silenceMs / 1000} seconds.`))); // biome-ignore format: one claim
    asked.on('error', reject);
    asked.on('response', (answer) => {
      // Whoever reads gets the error; without a reader it must not end the process.
      answer.on('error', () => undefined);
      resolve(answer);
    });
    asked.end();
  });
}
