import { randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';
import { authorityOf } from '../../engine/maintenance/authority-of.ts';
import { EXIT } from '../../errors.ts';
import { type DoctorLine, look, unwell, well } from './doctor-checks.ts';

const CHECK = 'time stamps';

/** Asks the time-stamping authority for a time stamp over random bytes. Empty if none is set. */
export async function checkTimestamps(config: Config): Promise<readonly DoctorLine[]> {
  try {
    const authority = authorityOf(config);
    if (!authority) return [];
    const { host } = new URL(authority.url);
    const { requestTimestamp } = await import('../../platform/timestamps/request-timestamp.ts');
    const stamped = await requestTimestamp(randomBytes(32), authority);
    if ('fault' in stamped)
      return [
        {
          check: CHECK,
          ok: false,
          detail: `${host} gives no time stamp: ${stamped.fault}.`,
          next: 'Correct PAYRUN_TIMESTAMP_URL or PAYRUN_TIMESTAMP_CA_FILE. Anchors are written without; the next asks again.',
          exit: EXIT.outOfReach,
        },
      ];
    const given = `${host} gives time stamps`;
    if (authority.trusted !== null) return [well(CHECK, `${given}, by a certificate of a trusted authority`)];
    return [
      look(
        CHECK,
        `${given}, and nobody checks whose they are.`,
        "Name the authority's root certificate in PAYRUN_TIMESTAMP_CA_FILE.",
      ),
    ];
  } catch (error) {
    return [unwell(CHECK, error)];
  }
}
