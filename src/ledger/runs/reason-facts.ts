/**
 * SQL for a stable code of why payment `p` was not paid. Failures in the payout service have no code, only the state.
 */
export const REASON_CODE = `case when p.state = 'invalid' then coalesce(jsonb_path_query_first(p.problems, '$[*] ? (@.severity == "error").code')#>>'{}', p.reason_code, 'invalid')
  when p.reason_code = 'account_changed' and p.account_uncertain then 'account_uncertain'
  when p.reason_code not in ('failed', 'returned') then p.reason_code end`;
/** SQL for the service's sentence of payment `p`, for reasons without a code; else empty. */
export const REASON_SENTENCE = `case when p.reason_code is null or p.reason_code in ('failed', 'returned') then left(coalesce(p.reason, ''), 200) else '' end`;

/**
 * SQL that counts why payments of each run were not paid, by state and reason, most frequent first: `ReasonFact`s with
 * the run. Reasons beyond the `most` most frequent of each state are counted together, without a sentence.
 *
 * @param of SQL condition on payment `p`
 * @param most number of reasons per state
 */
export function reasonFacts({ of, most }: { of: string; most: number }): string {
  return `
select run, state, case when nth <= ${most} then code else 'other_reasons' end as code,
  case when nth <= ${most} then sentence else '' end as sentence, sum(n)::int as payments
from (
  select run, state, code, sentence, n, row_number() over (partition by run, state order by n desc, code, sentence) as nth
  from (
    select p.run_id as run, p.state, ${REASON_CODE} as code, ${REASON_SENTENCE} as sentence, count(*)::int as n
    from payrun.payment p where ${of} group by 1, 2, 3, 4) counted) ranked
group by 1, 2, 3, 4 order by 1, 2, payments desc, 3, 4`;
}
