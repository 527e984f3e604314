import { openApi } from '../../service/shapes/open-api.ts';

/** The version of the interface, as in its path prefix /v1. */
const VERSION = '1';

let document: Readonly<Record<string, unknown>> | null = null;

/** The interface of the payout service as an OpenAPI 3.1 document, built once from the client's own tables. */
export function interfaceDocument(): Readonly<Record<string, unknown>> {
  document ??= openApi(VERSION);
  return document;
}
