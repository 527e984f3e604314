import type { Hono } from 'hono';
import { z } from 'zod';
import { getPermission, type RunAction } from '../actions/action.ts';
import { RUN_ACTIONS } from '../actions/actions.ts';
import { enqueue } from '../engine/queue/enqueue.ts';
import { contentHash } from '../engine/runs/content-hash.ts';
import { PayrunError } from '../errors.ts';
import { arraySchema, objectSchema, TEXT } from '../lists/documents/json-schema.ts';
import { hasRole } from '../permissions/access.ts';
import { permission } from '../permissions/permissions.ts';
import type { ApiDeps } from './api-deps.ts';
import { answeredOnce } from './idempotency.ts';
import { jsonBody } from './json-body.ts';
import { visibleRun } from './run-routes.ts';
import { refuseViewer } from './token-guard.ts';

/** The actions that programs may take. Decisions are for people. */
export const API_ACTIONS: readonly RunAction[] = RUN_ACTIONS.filter((action) => {
  const { role, decision } = permission(getPermission(action));
  return hasRole('maker', role) && decision !== true;
});

export const actionPath = ({ name }: RunAction): string => `/runs/:run/${name}`;

/** Fields that an action needs but its form does not ask for, because a page knows them. */
const SENT: Readonly<Record<string, z.ZodRawShape>> = {
  submit: {
    shown: z.string().describe('`toSubmit.shown` of the run: what was seen is what is paid.'),
    businesses: z
      .enum(['yes'])
      .optional()
      .describe('Rows without a type are paid as businesses where their names say so.'),
  },
  rerun: {
    state: z.string().optional().describe('Which rows: failed, returned, invalid, canceled; comma-separated.'),
    reference: z.string().optional().describe('Only these, comma-separated.'),
  },
  reschedule: { on: z.string().describe('The day, YYYY-MM-DD; empty: as soon as it is approved.') },
};

/** The body of an action: its fields, and the payments that it is about. */
export function actionBodySchema({ name, of, fields = {} }: RunAction): z.ZodObject {
  const asked = Object.entries(fields).map(([field, { label, isOptional }]) => {
    const text = z.string().describe(label);
    return [field, isOptional ? text.optional() : text] as const;
  });
  const about = of === 'payments' ? { references: z.array(z.string()).min(1).describe('Of the payments.') } : {};
  return z.strictObject({ ...about, ...Object.fromEntries(asked), ...SENT[name] });
}

export const DONE_SCHEMA = objectSchema('ActionDone', {
  done: [TEXT, 'what was done'],
  runs: [arraySchema(TEXT), 'the runs that continue'],
});

/** `POST /runs/:run/<action>`: takes the action and continues the run. */
export function actionRoutes(routes: Hono, { appContext }: ApiDeps): void {
  for (const action of API_ACTIONS) {
    const schema = actionBodySchema(action);
    routes.post(actionPath(action), async (context) => {
      const refused = refuseViewer(context);
      if (refused) return refused;
      const { actor, merchants } = context.get('program');
      const body = await jsonBody(context, schema);
      const { references = [], ...typed } = body as { references?: string[] } & Record<string, string | undefined>;
      if ('because' in typed && !typed.because?.trim()) throw new PayrunError('because_missing');
      const run = String(await visibleRun(appContext, merchants, context.req.param('run')));
      const about = () => contentHash(appContext.ledger.vault, null, { path: context.req.path, ...body });
      return answeredOnce(context, appContext, about, 200, async () => {
        const subject = { references, run };
        const applied = await action.apply(appContext, subject, typed, { by: actor, progress: () => {} });
        for (const one of applied.runs ?? []) await enqueue(appContext, { kind: 'run', run: String(one) });
        return { done: applied.note ?? applied.done ?? action.done, runs: (applied.runs ?? []).map(String) };
      });
    });
  }
}
