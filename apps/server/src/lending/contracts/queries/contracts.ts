import { type ContractPayload, contractPayload } from '@quincena/domain/contracts/schema'
import type { Day } from '@quincena/domain/dates'
import { type Lender, lender } from '@quincena/domain/lender/schema'
import { acceptanceBlocker } from '@quincena/domain/loans/rules'
import { sql } from 'kysely'
import type { Actor } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { type ContractParties, draftContract, findParties } from './draft.ts'

/** Throws `loan.not_an_offer`, `loan.already_accepted`, `offer_expired`, … (409) unless the loan is an offer today. */
export function requireOffer(parties: ContractParties, today: Day) {
  const { state, offer_expires_on, debit_card_number } = parties
  const conditions = {
    state,
    offer_expires_on: offer_expires_on ?? today,
    today,
    debit_card_number,
    payouts_paused: false,
  }
  const blocker = acceptanceBlocker(conditions)
  if (blocker !== null) throw new AppError(blocker, 409)
}

/** The contract of a loan that was shown last. */
export async function latestContract(db: Db | Trx, loan_id: number) {
  return db
    .selectFrom('contract')
    .select(['id', 'sha256', 'business_day', 'account', 'payload', 'storage_key', 'created_at'])
    .select(sql<string | null>`payload -> 'receiving_account' ->> 'bank'`.as('bank'))
    .where('loan_id', '=', loan_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

interface Signing {
  contract_sha256: string
  /** The business day. */
  today: Day
  /** The worker's `debit_card_number` and bank at this moment. */
  account: string | null
  bank: string | null
  /** What `listContractTexts` gives at this moment. */
  texts: ContractPayload['texts']
  /** What `acceptsMarketing` gives at this moment. */
  accepts_marketing: boolean
  /** The lender's data in force at this moment. */
  lender: Lender
}

const versionsOf = (texts: ContractPayload['texts']) =>
  texts.map(({ document, version }) => `${document} ${version}`).join()

/** True if a stored contract names exactly these texts. */
function namesTexts(payload: unknown, texts: ContractPayload['texts']): boolean {
  return versionsOf(contractPayload.pick({ texts: true }).parse(payload).texts) === versionsOf(texts)
}

/** Whether a stored contract states that the worker accepts advertising. */
const saysOfMarketing = (payload: unknown): boolean =>
  contractPayload.pick({ marketing_consent: true }).parse(payload).marketing_consent ?? false

/** True if a stored contract states this lender. */
const statesLender = (payload: unknown, now: Lender): boolean =>
  JSON.stringify(contractPayload.pick({ lender: true }).parse(payload).lender) ===
  JSON.stringify(lender.parse(now))

/**
 * The contract to sign: the one shown last, if it was shown today for the worker's current account and bank, and
 * names the texts and the lender's data that are in force and the worker's decision about advertising. Throws
 * `contract_changed` (409) if none was shown, or if one of these or the hash differs: a version can come into force on
 * the day on which it is published.
 */
export function requireContractToSign(
  latest: Awaited<ReturnType<typeof latestContract>>,
  signing: Signing,
): { id: number } {
  const same =
    latest?.sha256 === signing.contract_sha256 &&
    latest.business_day === signing.today &&
    latest.account === signing.account &&
    latest.bank === signing.bank &&
    namesTexts(latest.payload, signing.texts) &&
    saysOfMarketing(latest.payload) === signing.accepts_marketing &&
    statesLender(latest.payload, signing.lender)
  if (!same) throw new AppError('contract_changed', 409)
  return { id: latest.id }
}

/**
 * The data of a contract: as signed for an accepted loan, as of today for an offer. Amounts in centavos. Throws
 * `loan.not_found` (404), and `loan.not_an_offer` and the like (409) if the loan is neither.
 */
export async function getContractPayload(
  db: Db,
  actor: Actor,
  { loan_id, lender, today }: { loan_id: number; lender: Lender; today: Day },
): Promise<ContractPayload> {
  const parties = await findParties(db, actor, { loan_id, today })
  if (parties.state !== 'approved') {
    const signed = await db
      .selectFrom('signed_contract')
      .innerJoin('acceptance', 'acceptance.id', 'signed_contract.acceptance_id')
      .innerJoin('contract', 'contract.id', 'acceptance.contract_id')
      .select('contract.payload')
      .where('signed_contract.loan_id', '=', loan_id)
      .executeTakeFirst()
    if (signed !== undefined) return contractPayload.parse(signed.payload)
  }
  requireOffer(parties, today)
  return draftContract(parties, lender, today).payload
}

/** Finds the signed contract with this SHA-256 with its file and constancia; undefined if there is none. */
export async function findSealedContract(db: Db, signed_sha256: string) {
  return db
    .selectFrom('signed_contract')
    .innerJoin('loan', 'loan.id', 'signed_contract.loan_id')
    .select([
      'loan.folio',
      'signed_contract.accepted_at',
      'signed_contract.signed_storage_key',
      'signed_contract.constancia_storage_key',
      'signed_contract.constancia_sha256',
    ])
    .where('signed_contract.signed_sha256', '=', signed_sha256)
    .executeTakeFirst()
}

/**
 * Finds the unsigned contract with this SHA-256 that a worker was shown, and whether it counts: it is the one that was
 * signed, or nothing is signed and no later one was shown. Undefined if there is none.
 */
export async function findShownContract(db: Db, sha256: string) {
  return db
    .selectFrom('contract')
    .innerJoin('loan', 'loan.id', 'contract.loan_id')
    .leftJoin('signed_contract', 'signed_contract.loan_id', 'contract.loan_id')
    .leftJoin('acceptance', 'acceptance.id', 'signed_contract.acceptance_id')
    .select(({ selectFrom }) => [
      'loan.folio',
      'contract.created_at',
      selectFrom('contract as later')
        .select((eb) => eb.fn.max('later.id').as('newest'))
        .whereRef('later.loan_id', '=', 'contract.loan_id')
        .as('newest_id'),
      'contract.id',
      'acceptance.contract_id as signed_id',
    ])
    .where('contract.sha256', '=', sha256)
    .whereRef('contract.sha256', '<>', 'contract.payload_sha256')
    .orderBy('contract.id', 'desc')
    .limit(1)
    .executeTakeFirst()
    .then((row) => row && { ...row, is_current: row.id === (row.signed_id ?? row.newest_id) })
}

interface Unsealed {
  count: number
  /** Instant when the oldest payout was sent, and its age in seconds; null if `count` is 0. */
  since: string | null
  oldest_s: number | null
}

/**
 * Counts signed contracts that are not sealed although the loan was paid out: the payout queues the sealing. Contracts
 * of the demo's history without a file (`sha256` is still the payload's) do not count.
 */
export async function countUnsealed(db: Db, now: Temporal.Instant): Promise<Unsealed> {
  const { rows } = await sql<{ count: number; since: string | null }>`
    select count(distinct signed_contract.loan_id)::int as count, min(transfer.sent_at) as since
    from signed_contract
    join acceptance on acceptance.id = signed_contract.acceptance_id
    join contract on contract.id = acceptance.contract_id and contract.sha256 <> contract.payload_sha256
    join transfer on transfer.loan_id = signed_contract.loan_id and transfer.sent_at is not null
    where signed_contract.sealed_at is null`.execute(db)
  const { count, since } = rows[0] ?? { count: 0, since: null }
  const oldest_s = since === null ? null : Math.round(now.since(since).total('seconds'))
  return { count, since, oldest_s }
}
