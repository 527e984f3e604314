import { type Agent as HttpAgent, request as httpRequest } from 'node:http';
import { type Agent as HttpsAgent, request as httpsRequest } from 'node:https';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Parses an http or https URL; null if it is invalid. */
export function targetUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '' ? url : null;
}

/** Whether the sandbox may send to a URL: only to this machine. */
export function isLoopback(url: URL): boolean {
  return LOOPBACK.test(url.hostname);
}

export interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

/** The target's status; null if it does not answer within `timeoutMs`. Redirects are not followed. */
export function postToTarget(
  agents: Agents,
  target: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  timeoutMs: number,
): Promise<number | null> {
  const secure = target.protocol === 'https:';
  return new Promise((resolve) => {
    const request = (secure ? httpsRequest : httpRequest)(target, {
      method: 'POST',
      agent: secure ? agents.https : agents.http,
      headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), ...headers },
    });
    const timer = setTimeout(() => request.destroy(), timeoutMs);
    const end = (status: number | null) => {
      clearTimeout(timer);
      resolve(status);
    };
    request.on('response', (response) => {
      // The body is ignored, but must be read so that the connection can be reused.
      response.on('end', () => end(response.statusCode ?? null));
      response.on('close', () => end(response.statusCode ?? null));
      response.on('error', () => end(null));
      response.resume();
    });
    request.on('error', () => end(null));
    request.on('close', () => end(null));
    request.end(body);
  });
}
