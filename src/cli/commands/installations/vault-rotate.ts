import { text } from 'node:stream/consumers';
import { loadConfig, secretFrom } from '../../../config.ts';
import { type Rotated, rotateVault } from '../../../engine/maintenance/rotate-vault.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createCommandLog } from '../../../platform/log.ts';
import { usageError } from '../../../references/usage-error.ts';
import { actingUser } from '../../acting-user.ts';
import { type Command, type Options, optionText } from '../../command.ts';

/** Changes the vault key while nothing else of Payrun runs. */
export const vaultRotate: Command = async ({ options, terminal }) => {
  const config = loadConfig();
  const rotated = await rotateVault(
    { config, log: createCommandLog(config), clock: systemClock },
    {
      next: await keyOf(options),
      by: (ledger) => actingUser({ ledger, config }, 'rotate_vault', { options, terminal }),
    },
  );
  return { document: rotated, lines: [inWords(rotated)] };
};

async function keyOf(options: Options): Promise<Buffer | null> {
  const variable = optionText(options, 'newKeyEnv');
  if (variable === undefined && options.newKeyStdin !== true) return null;
  const given = variable === undefined ? (await text(process.stdin)).trim() : secretFrom(variable);
  const key = Buffer.from(given, 'base64');
  if (key.length !== 32 || key.toString('base64') !== given) throw usageError('new_key_invalid');
  return key;
}

function inWords({ what, values, place }: Rotated): string {
  if (what === 'nothing_left') return 'The database already has this key.';
  const done = `Key changed. ${values} values were re-encrypted, and the old key no longer opens them.`;
  const next =
    place === 'vault.key'
      ? 'The new key is in vault.key in PAYRUN_HOME. Keep a copy elsewhere.'
      : 'Set PAYRUN_VAULT_KEY, or the file that PAYRUN_VAULT_KEY_FILE names, to the new key on every machine, and start Payrun again.';
  return `${done}\n${next}\nEarlier backups open only with the old key, so keep it as long as you keep them.`;
}
