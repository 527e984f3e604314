import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { AppContext } from '../engine/context/app-context.ts';
import { inboxState } from '../engine/inbox/inbox-state.ts';
import { queueState } from '../engine/queue/queue-state.ts';
import type { Feature } from '../http/feature.ts';
import { FORWARDED, getRequestOrigin } from '../http/request-origin.ts';
import { ledgerFigures } from '../ledger/operations/metrics.ts';
import { refusal } from './app.ts';
import { isEqual } from './constant-time-equal.ts';
import type { Installation, Metrics } from './metrics-registry.ts';

export interface MetricsOptions {
  readonly appContext: AppContext;
  readonly figures: Metrics;
  /**
   * The time that the metrics of the installation are cached, in ms. Slow queries are cached longer, so that collecting
   * takes at most a twentieth of the time.
   */
  readonly cacheMs?: number;
}

const CACHE_MS = 5_000;
const SHARE = 20;
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/**
 * `GET /metrics`: all metrics in the Prometheus text format. Requires the setting `metricsToken` as a bearer token. If
 * it is not set, only clients on this machine may read, under a host name of the pages and not through a proxy.
 */
export function metrics({ appContext, figures, cacheMs = CACHE_MS }: MetricsOptions): Feature {
  const { clock, config, log } = appContext;
  let looking: Promise<void> | null = null;
  let until = Number.NEGATIVE_INFINITY;

  const collect = async () => {
    const startedAt = clock.now();
    const installation = await lookAt(appContext).catch((error: unknown) => {
      log.warn({ code: (error as { code?: unknown }).code }, 'the metrics of the installation could not be read');
      return null;
    });
    const now = clock.now();
    figures.show(installation, now);
    until = now + Math.max(cacheMs, (now - startedAt) * SHARE);
  };

  return (app) => {
    app.get('/metrics', async (context) => {
      const isProven = config.metricsToken !== undefined && mayRead(context, config.metricsToken);
      // A page of another site could ask under a name of its own for this machine, but no browser sends the token
      // automatically: a monitoring system that has it may use the address of a machine or a container.
      if (!isProven && !getRequestOrigin(context, config).isOwn)
        return context.json(refusal('invalid_field', 'This host name isn’t allowed.'), 400);
      if (!isProven && !mayRead(context, config.metricsToken))
        return context.json(refusal('not_authorized', 'You don’t have access to these metrics.'), 401, {
          'WWW-Authenticate': 'Bearer',
        });
      // Concurrent requests share one collection. The second condition drops the cache if the clock was set back.
      if (clock.now() >= until || until - clock.now() > 3_600_000)
        looking ??= collect().finally(() => {
          looking = null;
        });
      await looking;
      return context.body(await figures.registry.metrics(), 200, {
        'Content-Type': figures.registry.contentType,
        'Cache-Control': 'no-store',
      });
    });
  };
}

async function lookAt(appContext: AppContext): Promise<Installation> {
  const ledger = await ledgerFigures(appContext.ledger.db, appContext.config.returnDays);
  return { ledger, queue: await queueState(appContext), inbox: await inboxState(appContext) };
}

function mayRead(context: Context, token: string | undefined): boolean {
  if (token !== undefined) return isEqual(context.req.header('Authorization') ?? '', `Bearer ${token}`);
  const forwarded = FORWARDED.some((name) => context.req.header(name) !== undefined);
  return !forwarded && LOOPBACK.test(addressOf(context));
}

function addressOf(context: Context): string {
  try {
    return getConnInfo(context).remote.address ?? '';
  } catch {
    return '';
  }
}
