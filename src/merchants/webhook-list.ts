import { WEBHOOK_ACTIONS, WEBHOOK_MODELS } from '../service/shapes/partner-requests.ts';
import { splitItems, url } from './field-rules.ts';

const ACTIONS: readonly string[] = WEBHOOK_ACTIONS;
const MODELS: readonly string[] = WEBHOOK_MODELS;

export interface WantedWebhook {
  readonly model: string;
  readonly action: string;
  readonly target: string;
}

/**
 * Reads `payment processed https://...; batch * https://...`. Returns the subscriptions, or the error of the first bad
 * item.
 */
export function readWebhooks(cell: string): readonly WantedWebhook[] | string {
  const found: WantedWebhook[] = [];
  for (const item of splitItems(cell)) {
    const [model = '', action = '', target = '', ...rest] = item.split(/\s+/);
    if (target === '' || rest.length > 0) return `"${item.slice(0, 60)}" is not a model, an action and a web address`;
    if (!MODELS.includes(model)) return `"${model}" is not a model; the models are ${MODELS.join(', ')}`;
    if (!ACTIONS.includes(action)) return `"${action}" is not an action; the actions are ${ACTIONS.join(', ')}`;
    if (!url.holds(target)) return `the target of "${model} ${action}" is no ${url.expects.replace(/^a /, '')}`;
    if (!found.some((other) => other.model === model && other.action === action && other.target === target))
      found.push({ model, action, target });
  }
  return found.length > 0 ? found : 'it has none';
}
