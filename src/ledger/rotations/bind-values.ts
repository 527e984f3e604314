import { PayrunError } from '../../errors.ts';
import { appendEvent } from '../audit/audit-chain.ts';
import { digestUnkeyedEvents } from '../audit/unkeyed-events.ts';
import type { Ledger } from '../ledger.ts';
import { keyedContentHash } from '../runs/sheet.ts';
import { hasOldValues, resealAll } from './reseal.ts';

/**
 * Binds every sealed value of a database of an earlier version to its merchant, column and row, once. After that, no
 * unbound value opens. An interruption loses nothing: the next process to open the database continues.
 * `vault` opens the unbound values. Throws `vault_damaged` if the audit says that they are already bound: if the mark
 * is gone, somebody removed it to bring back unbound values.
 */
export async function bindValues(ledger: Pick<Ledger, 'db' | 'tx' | 'vault'>, at: Date): Promise<void> {
  const { db, vault } = ledger;
  const { rows } = await db.query(
    `select from payrun.event where chain = 'system' and kind = 'vault_resealed' and data ? 'bound' limit 1`,
  );
  if (rows.length > 0) {
    // Another process may have finished just now.
    if (await isBound(ledger)) return;
    throw new PayrunError('vault_damaged');
  }
  for (let values = 0; ; ) {
    values += await resealAll(ledger);
    await keyContentHashes(ledger);
    const ended = await ledger.tx(async (inside) => {
      const { rows: vaults } = await inside.query<{ bound: boolean }>(
        'select bound_at is not null as bound from payrun.vault for update',
      );
      if (vaults[0]!.bound) return true;
      if (await hasOldValues(inside, vault)) return false;
      await inside.query('update payrun.vault set bound_at = $1', [at]);
      await appendEvent(inside, {
        chain: 'system',
        at,
        actor: 'payrun',
        kind: 'vault_resealed',
        data: {
          key: vault.prefix.toString('hex'),
          values,
          bound: true,
          plainEvents: await digestUnkeyedEvents(inside),
        },
      });
      return true;
    });
    if (ended) return;
  }
}

async function isBound({ db }: Pick<Ledger, 'db'>): Promise<boolean> {
  return (await db.query('select from payrun.vault where bound_at is not null')).rows.length > 0;
}

const SHEETS = 500;

async function keyContentHashes({ tx, vault }: Pick<Ledger, 'tx' | 'vault'>): Promise<void> {
  for (;;) {
    const keyed = await tx(async (db) => {
      const { rows } = await db.query<{ id: string; hash: Buffer }>(
        `select id, content_hash as hash from payrun.sheet where not content_keyed order by id limit ${SHEETS} for update`,
      );
      await db.query(
        `update payrun.sheet s set content_hash = x.hash, content_keyed = true
         from unnest($1::uuid[], $2::bytea[]) x (id, hash) where s.id = x.id`,
        [rows.map(({ id }) => id), rows.map(({ hash }) => keyedContentHash(vault, hash))],
      );
      return rows.length;
    });
    if (keyed < SHEETS) return;
  }
}
