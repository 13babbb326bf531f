import { createHash } from 'node:crypto'
import { type ContractPayload, contractPayload } from '@quincena/domain/contracts/schema'
import { contractTextNameOf } from '@quincena/domain/contracts/values'
import type { Day } from '@quincena/domain/dates'
import { formatPeriod } from '@quincena/domain/format'
import type { Lender } from '@quincena/domain/lender/schema'
import { beneficiary } from '@quincena/domain/loans/limits'
import { presentRow } from '@quincena/domain/loans/schedule'
import { bankName } from '@quincena/domain/mexico/banks'
import { type Cents, containedTax } from '@quincena/domain/money'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Actor, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { acceptsMarketing } from '../../../people/legal/queries.ts'
import { textsInForce } from '../../../people/texts/queries/versions.ts'
import { type LoanPlan, planLoan } from '../../loans/queries/terms.ts'

type TextInForce = ContractPayload['texts'][number]

/**
 * Reads the parties of a loan's contract, and the texts in force on the business day. Throws `loan.not_found` (404), also
 * for another worker's loan.
 */
export async function findParties(
  db: Db | Trx,
  actor: Actor,
  { loan_id, today }: { loan_id: number; today: Day },
) {
  return db
    .selectFrom('loan')
    .innerJoin('app_user as u', 'u.id', 'loan.user_id')
    .leftJoin('company', 'company.id', 'loan.company_id')
    .select([
      'loan.id',
      'loan.folio',
      'loan.type',
      'loan.state',
      'loan.amount_cents',
      'loan.commission_cents',
    ])
    .select(['loan.interest_rate', 'loan.tax_rate', 'loan.tax_added', 'loan.frequency', 'loan.term'])
    .select(['loan.grace_bank_days', 'loan.offer_expires_on', 'loan.user_id'])
    .select(['u.first_name', 'u.last_name', 'u.curp', 'u.rfc', 'u.email', 'u.phone', 'u.address'])
    .select(['u.neighborhood', 'u.city', 'u.state as region', 'u.zip_code', 'u.bank', 'u.debit_card_number'])
    .select(['company.name as company_name', acceptsMarketing('loan.user_id').as('accepts_marketing')])
    .select(
      sql<
        TextInForce[]
      >`(select coalesce(json_agg(json_build_object('document', document, 'version', version, 'sha256', sha256)), '[]')
        from ${textsInForce(today)} as in_force)`.as('texts_in_force'),
    )
    .where('loan.id', '=', loan_id)
    .$if(!isStaff(actor), (own) => own.where('loan.user_id', '=', actor.id))
    .executeTakeFirstOrThrow(() => new AppError('loan.not_found', 404))
}

/** The data of loan, worker and company that a contract states. */
export type ContractParties = Awaited<ReturnType<typeof findParties>>

/** A contract before it is rendered and stored. */
export interface ContractDraft {
  payload: ContractPayload
  /** SHA-256 of the payload in its wire format: equal contracts have equal hashes. */
  content_sha256: string
  /** The whole account number; the contract shows its last four digits. */
  account: string
  text_version: string
}

/**
 * Versions of the contract's own text and of the legal texts in force beside it. They do not prove what the worker
 * accepted: the consents do, and the evidence page prints them.
 */
function textsOf({
  type,
  texts_in_force,
}: Pick<ContractParties, 'type' | 'texts_in_force'>): ContractPayload['texts'] {
  const legal = type === 'advance' ? ['terms', 'advance_terms', 'privacy'] : ['terms', 'privacy']
  return [contractTextNameOf(type), ...legal].flatMap((document) =>
    texts_in_force.filter((text) => text.document === document),
  )
}

/** The texts that a contract of this type of loan names on a business day. */
export async function listContractTexts(
  db: Db | Trx,
  { type, today }: { type: ContractParties['type']; today: Day },
): Promise<ContractPayload['texts']> {
  const { rows: texts_in_force } = await sql<TextInForce>`
    select document, version, sha256 from ${textsInForce(today)} as in_force`.execute(db)
  return textsOf({ type, texts_in_force })
}

/** The VAT of a plan in centavos: the sum of its rows where it is added, else the part that the charge contains. */
function taxOf(
  { schedule }: LoanPlan,
  price: { charge: Cents; tax_rate: number; tax_added: boolean },
): Cents {
  if (price.tax_added) return schedule.reduce((sum, { tax }) => sum + tax, 0)
  return containedTax(price.charge, price.tax_rate)
}

function loanPart(parties: ContractParties, today: Day): ContractPayload['loan'] {
  const { id, folio, type, amount_cents: amount } = parties
  const { tax_rate, tax_added, frequency, grace_bank_days } = parties
  const plan = planLoan(parties, today)
  const total = plan.total_debt_cents
  return {
    id,
    folio,
    type,
    amount,
    total_debt: total,
    final_value: total,
    monthly_payment: plan.monthly_payment_cents,
    interest_rate: parties.interest_rate,
    commission: parties.commission_cents,
    tax_rate,
    tax: taxOf(plan, { charge: total - amount, tax_rate, tax_added }),
    ...{ frequency, tax_added, grace_bank_days },
    cat: plan.cat,
    period: formatPeriod(type, plan.term),
    installments: plan.schedule.length,
    payment_deadline: plan.payment_deadline,
    schedule: plan.schedule.map((row) => ({ ...presentRow(row), paid: false })),
  }
}

function borrowerPart(parties: ContractParties): ContractPayload['borrower'] {
  const { address, neighborhood, city, region, zip_code } = parties
  return {
    full_name: `${parties.first_name} ${parties.last_name}`.trim(),
    curp: parties.curp ?? '',
    rfc: parties.rfc ?? '',
    address: [address, neighborhood, city, region, zip_code && `C.P. ${zip_code}`].filter(Boolean).join(', '),
    email: parties.email,
    phone: parties.phone ?? '',
    company_name: parties.company_name ?? 'su empleador',
  }
}

function receivingAccount({
  bank,
  debit_card_number,
}: ContractParties): ContractPayload['receiving_account'] {
  const { account, account_type } = beneficiary(debit_card_number) ?? {
    account: '',
    account_type: 40 as const,
  }
  const bank_name = bankName(bank) === '-' ? bankName(account.slice(0, 3)) : bankName(bank)
  return { bank, bank_name, account_last4: account.slice(-4), account_type }
}

/** SHA-256 that identifies the content of a contract; a stored payload gives the same hash as when it was drafted. */
export function contentHash(payload: ContractPayload): string {
  return createHash('sha256')
    .update(JSON.stringify(z.encode(contractPayload, payload)))
    .digest('hex')
}

/** Drafts the contract of an offer for a signature `today`: period, dates and CAT depend on the day. */
export function draftContract(parties: ContractParties, lender: Lender, today: Day): ContractDraft {
  const texts = textsOf(parties)
  const payload: ContractPayload = {
    loan: loanPart(parties, today),
    borrower: borrowerPart(parties),
    lender,
    receiving_account: receivingAccount(parties),
    business_day: today,
    texts,
    // Only where it is given: contracts of before, which say nothing, keep their hash.
    ...(parties.accepts_marketing && { marketing_consent: true }),
  }
  return {
    payload,
    content_sha256: contentHash(payload),
    account: parties.debit_card_number ?? '',
    text_version: texts.map(({ document, version }) => `${document} ${version}`).join(', '),
  }
}
