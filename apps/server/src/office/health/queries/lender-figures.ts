import { UNRESOLVED_TRANSFERS } from '@quincena/domain/transfers/rules'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { countUnsealed } from '../../../lending/contracts/queries/contracts.ts'
import { countUnsealedLetters } from '../../../lending/letters/queries/letters.ts'
import { countUndelivered } from '../../../platform/notifications/queries/deliveries.ts'
import { readSetting } from '../../../platform/settings/queries.ts'
import { balanceMatterCounts } from '../../../treasury/balance-checks/queries/balance-state.ts'
import { findLastBackup } from '../../backups/queries.ts'
import { countEndpoints, findOldestWaiting } from '../../webhooks/queries.ts'
import { countUnresolvedTransfers } from './readiness.ts'

/** A value with its labels; null leaves the sample out. */
type Sample = readonly [value: number | null, labels?: Record<string, string>]

/** Figures of the whole lender under one name, as every process tells them. */
export interface Family {
  name: `quincena_${string}`
  help: string
  labels?: readonly string[]
  samples: readonly Sample[]
}

const secondsSince = (now: Temporal.Instant, instant: string | null | undefined): number | null =>
  instant == null ? null : (now.epochMilliseconds - Date.parse(instant)) / 1000

async function transferFigures({ db }: Deps): Promise<Family[]> {
  const open = await countUnresolvedTransfers(db)
  const countOf = (status: string) => open.find((row) => row.status === status)?.count ?? 0
  return [
    {
      name: 'quincena_transfers_open',
      help: 'Orders to STP that are not settled, by status',
      labels: ['status'],
      samples: Object.keys(UNRESOLVED_TRANSFERS).map((status): Sample => [countOf(status), { status }]),
    },
  ]
}

interface JobCount {
  job: string
  waiting: number
  retrying: number
  failed: number
  oldest_s: number | null
}

async function jobFigures({ db }: Deps): Promise<Family[]> {
  const { rows } = await sql<JobCount>`
    select name as job, count(*) filter (where state = 'created' and start_after <= now())::int as waiting,
      count(*) filter (where state = 'retry')::int as retrying,
      count(*) filter (where state = 'failed' and completed_on > now() - interval '24 hours')::int as failed,
      extract(epoch from now() - min(start_after) filter (where state <> 'failed' and start_after <= now()))::float8
        as oldest_s
    from pgboss.job where state in ('created', 'retry', 'failed') group by name order by name`.execute(db)
  const states = ['waiting', 'retrying', 'failed'] as const
  return [
    {
      name: 'quincena_jobs',
      help: 'Jobs that are due and wait, that are tried again, and that failed for good in 24 hours',
      // Not `job`: that is Prometheus' own label of what it scrapes.
      labels: ['name', 'state'],
      samples: rows.flatMap(({ job: name, ...row }) =>
        states.map((state): Sample => [row[state], { name, state }]),
      ),
    },
    {
      name: 'quincena_job_oldest_seconds',
      help: 'Time since the oldest waiting job was due; 0 where none waits',
      samples: [[Math.max(0, ...rows.map(({ oldest_s }) => oldest_s ?? 0))]],
    },
  ]
}

async function sealFigures({ db, clock }: Deps): Promise<Family[]> {
  const [{ count, oldest_s }, letters] = await Promise.all([
    countUnsealed(db, clock()),
    countUnsealedLetters(db, clock()),
  ])
  return [
    {
      name: 'quincena_contracts_unsealed',
      help: 'Signed contracts of loans paid out that are not sealed',
      samples: [[count]],
    },
    {
      name: 'quincena_contract_unsealed_oldest_seconds',
      help: 'Time since the oldest payout whose signed contract is not sealed; 0 where all are',
      samples: [[oldest_s ?? 0]],
    },
    {
      name: 'quincena_letters_unsealed',
      help: 'Valid letters (no debt, interest) that are not sealed',
      samples: [[letters.count]],
    },
    {
      name: 'quincena_letter_unsealed_oldest_seconds',
      help: 'Time since the oldest letter without a seal was made; 0 where all are sealed',
      samples: [[letters.oldest_s ?? 0]],
    },
  ]
}

const proofHours = 24

async function noticeFigures({ db, clock }: Deps): Promise<Family[]> {
  const { failing, given_up } = await countUndelivered(db, clock().subtract({ hours: proofHours }).toString())
  return [
    {
      name: 'quincena_notices_undelivered',
      help: 'Mails and messages that are tried again, and that were given up in 24 hours',
      labels: ['state'],
      samples: [
        [failing, { state: 'failing' }],
        [given_up, { state: 'given_up' }],
      ],
    },
  ]
}

async function webhookFigures({ db, clock }: Deps): Promise<Family[]> {
  const [{ active, failing, paused, failing_since }, oldest] = await Promise.all([
    countEndpoints(db),
    findOldestWaiting(db),
  ])
  const secondsOf = (instant: string | null) => secondsSince(clock(), instant) ?? 0
  return [
    {
      name: 'quincena_webhook_endpoints',
      help: 'Endpoints of webhooks that get their events, whose last try failed, and that are paused',
      labels: ['state'],
      samples: [
        [active, { state: 'active' }],
        [failing, { state: 'failing' }],
        [paused, { state: 'paused' }],
      ],
    },
    {
      name: 'quincena_webhook_failing_seconds',
      help: 'Time since the first failed try of the endpoint that fails longest; 0 where none fails',
      samples: [[secondsOf(failing_since)]],
    },
    {
      name: 'quincena_webhook_oldest_seconds',
      help: 'Time since the oldest event that waits for an endpoint of the state happened; 0 where none waits',
      labels: ['state'],
      samples: [
        [secondsOf(oldest.active), { state: 'active' }],
        [secondsOf(oldest.failing), { state: 'failing' }],
      ],
    },
  ]
}

async function proofFigures({ db, clock }: Deps): Promise<Family[]> {
  const now = clock()
  const [proof, backup, paused, audit] = await Promise.all([
    readSetting(db, 'ledger_proof'),
    findLastBackup(db),
    readSetting(db, 'payouts_paused'),
    db.selectFrom('audit_check').select(['finished_at', 'broken_audit_id']).executeTakeFirst(),
  ])
  return [
    {
      name: 'quincena_ledger_differences',
      help: 'Differences that the last proof of the ledger found; absent before the first',
      samples: [[proof?.value.differences ?? null]],
    },
    {
      name: 'quincena_ledger_proof_age_seconds',
      help: 'Time since the ledger was last proved; absent before the first proof',
      samples: [[secondsSince(now, proof?.value.proved_at)]],
    },
    {
      name: 'quincena_audit_broken',
      help: '1 where the last check of the audit trail found a changed or missing row; absent before the first',
      samples: [[audit?.finished_at == null ? null : Number(audit.broken_audit_id !== null)]],
    },
    {
      name: 'quincena_audit_check_age_seconds',
      help: 'Time since the audit trail was last checked; absent before the first check',
      samples: [[secondsSince(now, audit?.finished_at)]],
    },
    {
      name: 'quincena_backup_age_seconds',
      help: 'Time since the last complete backup by npm run backup began; absent where there was none',
      samples: [[secondsSince(now, backup)]],
    },
    {
      name: 'quincena_payouts_paused',
      help: '1 while payouts are paused',
      samples: [[Number(paused?.value.paused ?? false)]],
    },
  ]
}

interface TreasuryRow {
  days_with_differences: number
  days_failed: number
  balance_cents: number | null
  balance_at: string | null
  queries: number
  open_cases: number
  suspense: number
  verified_at: string | null
}

async function treasuryFigures({ db, clock, env }: Deps): Promise<Family[]> {
  const { rows } = await sql<TreasuryRow>`
    select
      (select count(*) from reconciliation where open_differences > 0) as days_with_differences,
      (select count(*) from reconciliation where state = 'failed') as days_failed,
      (select balance_cents from stp_balance) as balance_cents,
      (select asked_at from stp_balance) as balance_at,
      (select count(*) from stp_query where asked_at > now() - interval '1 hour') as queries,
      (select max(checked_at) from balance_check where verdict = 'verified') as verified_at,
      balance.*
    from ${balanceMatterCounts} as balance`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('A select without a condition returned no row')
  const now = clock()
  return [
    {
      name: 'quincena_reconciliation_days_open',
      help: 'Operating days whose comparison with STP has differences, or failed',
      labels: ['reason'],
      samples: [
        [row.days_with_differences, { reason: 'differences' }],
        [row.days_failed, { reason: 'failed' }],
      ],
    },
    {
      name: 'quincena_stp_balance_pesos',
      help: 'Balance of the account at STP as last answered; absent before the first answer',
      samples: [[row.balance_cents === null ? null : row.balance_cents / 100]],
    },
    {
      name: 'quincena_stp_balance_age_seconds',
      help: 'Time since STP answered the balance; absent before the first answer',
      samples: [[secondsSince(now, row.balance_at)]],
    },
    {
      name: 'quincena_stp_queries_left',
      help: 'Queries that STP still answers in this hour',
      samples: [[Math.max(0, env.stp.queries_per_hour - row.queries)]],
    },
    {
      name: 'quincena_balance_proof_age_seconds',
      help: 'Time since STP’s balance last equalled the books; absent before the first time',
      samples: [[secondsSince(now, row.verified_at)]],
    },
    {
      name: 'quincena_balance_matters',
      help: 'Open differences of the balance, and movements that nobody explained',
      labels: ['kind'],
      samples: [
        [row.open_cases, { kind: 'case' }],
        [row.suspense, { kind: 'unexplained' }],
      ],
    },
  ]
}

const parts = [
  transferFigures,
  jobFigures,
  sealFigures,
  noticeFigures,
  webhookFigures,
  proofFigures,
  treasuryFigures,
] as const

/** Reads the figures of the whole lender. Throws if the database does not answer. */
export async function readLenderFigures(deps: Deps): Promise<Family[]> {
  return (await Promise.all(parts.map((read) => read(deps)))).flat()
}
