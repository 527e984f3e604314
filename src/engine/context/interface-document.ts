import { openApi } from '../../service/shapes/open-api.ts';

/** The version of the interface: that of its path prefix, /v1. */
const VERSION = '1';

let made: Readonly<Record<string, unknown>> | null = null;

/** The interface of the service as an OpenAPI 3.1 document, as the client knows it. Made once. */
export function interfaceDocument(): Readonly<Record<string, unknown>> {
  made ??= openApi(VERSION);
  return made;
}
