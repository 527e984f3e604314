import type { Answer, Call } from '../call.ts';
import { readFields } from '../read-fields.ts';

const COLORS = [
  'primary',
  'success',
  'error',
  'warning',
  'border',
  'heading',
  'text',
  'inputText',
  'inputBorder',
  'subText',
  'background',
] as const;
const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Changes the colors of the recipient widget; omitted ones do not change. */
export function putWidgetColors({ store, body, sandbox }: Call): Answer {
  const fields = readFields(body);
  const sent = fields.object('colors');
  if (sent === undefined || sent === null) fields.wrong('empty_field', 'colors', 'colors is required');
  const inner = readFields(sent ?? {});
  const colors: Record<string, unknown> = { ...store.setting.get('colors')?.value };
  for (const name of COLORS) {
    const color = inner.text(name);
    if (typeof color !== 'string') continue;
    if (HEX.test(color)) colors[name] = color;
    else inner.wrong('invalid_field', name, `${name} must be a color of three or six hex digits, like #1a2b3c`);
  }
  for (const { code, field, message } of inner.errors) fields.wrong(code, `colors.${field}`, message);
  fields.refuse();
  sandbox.state.put('setting', { id: 'colors', merchantId: store.merchant.id, value: colors });
  return { colors };
}
