/**
 * `fetch` that obeys its abort signal only for calls that `hangs` selects ("POST /v1/batches"), so that a short time
 * limit affects only the call that is never answered.
 */
export function patientFetch(hangs: (call: string) => boolean): typeof fetch {
  return (input, init) => {
    const call = `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`;
    return fetch(input, hangs(call) ? init : { ...init, signal: null });
  };
}
