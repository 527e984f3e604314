/**
 * `fetch` that stops waiting when it is told to only where `hangs` says so of the call ("POST /v1/batches"); for every other
 * answer it waits. So a short time limit is for the call that is never answered, and no other has to be quicker than it.
 */
export function patientFetch(hangs: (call: string) => boolean): typeof fetch {
  return (input, init) => {
    const call = `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`;
    return fetch(input, hangs(call) ? init : { ...init, signal: null });
  };
}
