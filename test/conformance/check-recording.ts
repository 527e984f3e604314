import { z } from 'zod';
import { whatIsWrong } from '../../src/service/build-request.ts';
import type { Endpoint } from '../../src/service/shapes/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../src/service/shapes/endpoints.ts';
import { tolerate, withoutOddRecords } from '../../src/service/shapes/tolerances.ts';

const recording = z.object({
  payrun: z.literal(1),
  answers: z.array(z.object({ call: z.enum(Object.keys(ENDPOINTS)), status: z.number(), body: z.unknown() })),
});

const errors = z.looseObject({
  ok: z.literal(false),
  errors: z.array(z.looseObject({ code: z.string(), message: z.string() })),
});

/** Whether each recorded answer is read as the client reads it: the fields that are wrong, or null. */
export function checkRecording(content: unknown): readonly { readonly call: string; readonly fault: string | null }[] {
  return recording.parse(content).answers.map(({ call, status, body }) => {
    const endpoint: Endpoint = ENDPOINTS[call as EndpointName];
    const read = tolerate(body);
    const { odd } = withoutOddRecords(call as EndpointName, read);
    // A record that the client leaves out is still one that is not of the known form.
    const parsed = (status === 200 ? endpoint.answer : errors).safeParse(read);
    const left = odd.length > 0 ? ` (${odd.length} records left out)` : '';
    return {
      call: `${endpoint.method} ${endpoint.path}, ${status}${left}`,
      fault: parsed.success ? null : whatIsWrong(parsed.error),
    };
  });
}
