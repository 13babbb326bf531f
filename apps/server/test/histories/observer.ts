import { LOAN_STATES, type LoanState, TRANSITIONS } from '@quincena/domain/loans/rules'
import { sql } from 'kysely'
import type { Db } from '../../src/db/types.ts'

/**
 * Creates table `test_move` and triggers that record each change of a loan's or order's state in the same transaction.
 */
export async function installObserver(db: Db) {
  const record = (name: string, state: (row: string) => string) => `
    create function note_${name}() returns trigger language plpgsql security definer as $$ begin
      if tg_op = 'INSERT' then
        insert into test_move (subject, subject_id, after) values ('${name}', new.id, ${state('new')});
      elsif ${state('old')} <> ${state('new')} then
        insert into test_move (subject, subject_id, before, after)
          values ('${name}', new.id, ${state('old')}, ${state('new')});
      end if;
      return null;
    end $$;
    create trigger note_${name} after insert or update on ${name} for each row execute function note_${name}();`
  await sql
    .raw(`create table test_move (
      id bigint generated always as identity primary key,
      subject text not null, subject_id bigint not null, before text, after text not null);
      grant select on test_move to public;
      ${record('loan', (row) => `${row}.state`)}
      ${record('transfer', (row) => `${row}.status || coalesce(' ' || ${row}.state, '')`)}`)
    .execute(db)
}

/** One state change; `before` is null for a new row. An order's state is its status and STP's state: `sent LQ`. */
export interface Move {
  id: number
  subject: 'loan' | 'transfer'
  subject_id: number
  before: string | null
  after: string
}

/** Allowed state changes of an order: status, then STP's final state if known. CN and D are final. */
const orderWays: Readonly<Record<string, readonly string[]>> = {
  '': ['pending'],
  pending: ['unknown', 'withdrawn'],
  unknown: ['sent', 'failed', 'review'],
  sent: ['sent LQ', 'sent CN', 'sent D', 'review'],
  'sent LQ': ['sent D', 'review LQ'],
  'duplicate LQ': ['duplicate D'],
  review: ['duplicate LQ', 'sent', 'review LQ', 'sent CN', 'sent D', 'failed'],
  'review LQ': ['sent LQ', 'sent D'],
  failed: ['review', 'sent', 'sent D', 'duplicate LQ'],
}

const born: readonly LoanState[] = ['requested', 'approved']

function isLoanMove(before: string | null, after: string): boolean {
  if (before === null) return born.some((state) => state === after)
  const from = LOAN_STATES.find((state) => state === before)
  return Object.values(TRANSITIONS).some(
    ({ from: sources, to }: { from: readonly LoanState[]; to: LoanState }) =>
      from !== undefined && sources.includes(from) && to === after,
  )
}

/** Whether the domain's `TRANSITIONS` (loans) or `orderWays` (orders) allow this state change. */
export function isAllowed({ subject, before, after }: Move): boolean {
  if (subject === 'loan') return isLoanMove(before, after)
  return orderWays[before ?? '']?.includes(after) ?? false
}
