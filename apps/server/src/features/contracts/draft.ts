import { createHash } from 'node:crypto'
import { type ContractPayload, contractPayload, type Lender } from '@quincena/domain/contracts/schema'
import type { Day } from '@quincena/domain/dates'
import { formatPeriod } from '@quincena/domain/format'
import { beneficiary } from '@quincena/domain/loans/limits'
import type { LoanState } from '@quincena/domain/loans/rules'
import { bankName } from '@quincena/domain/mexico/banks'
import { containedTax } from '@quincena/domain/money'
import { z } from 'zod'
import { advanceTerms } from '../legal/texts/advance-terms.ts'
import { privacy } from '../legal/texts/privacy.ts'
import { terms } from '../legal/texts/terms.ts'
import { type LoanTerms, planLoan } from '../loans/terms.ts'
import { CONTRACT_TEXT_VERSION } from './texts/clauses.ts'

/** The loan, its worker and their company, as a contract needs them. */
export interface ContractParties extends LoanTerms {
  id: number
  folio: string
  state: LoanState
  tax_rate: number
  offer_expires_on: Day | null
  user_id: number
  first_name: string
  last_name: string
  curp: string | null
  rfc: string | null
  email: string
  phone: string | null
  address: string | null
  neighborhood: string | null
  city: string | null
  region: string | null
  zip_code: string | null
  bank: string | null
  debit_card_number: string | null
  company_name: string | null
}

export interface ContractDraft {
  payload: ContractPayload
  /** Of the payload as it is sent: equal contracts have equal hashes. */
  content_sha256: string
  /** In full; the contract itself shows the last four digits. */
  account: string
  text_version: string
}

/**
 * The contract's own text and the legal texts in force beside it, with their versions. It says nothing of what the
 * worker accepted: the consents do, and the evidence page prints those.
 */
function textsOf(type: LoanTerms['type']): ContractPayload['texts'] {
  const in_force = type === 'advance' ? [terms, advanceTerms, privacy] : [terms, privacy]
  return [
    { document: 'contract', version: CONTRACT_TEXT_VERSION },
    ...in_force.map(({ document, version }) => ({ document, version })),
  ]
}

function loanPart(parties: ContractParties, today: Day): ContractPayload['loan'] {
  const { id, folio, type, amount_cents: amount, tax_rate } = parties
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
    tax: containedTax(total - amount, tax_rate),
    cat: plan.cat,
    period: formatPeriod(type, plan.term),
    installments: plan.schedule.length,
    payment_deadline: plan.payment_deadline,
    schedule: plan.schedule.map((row) => ({ ...row, paid: false })),
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

/** The hash by which two contracts are the same; a stored payload gives the hash it had when it was new. */
export function contentHash(payload: ContractPayload): string {
  return createHash('sha256')
    .update(JSON.stringify(z.encode(contractPayload, payload)))
    .digest('hex')
}

/** The contract of an offer as it would be signed `today`: period, dates and CAT follow from the day. */
export function draftContract(parties: ContractParties, lender: Lender, today: Day): ContractDraft {
  const texts = textsOf(parties.type)
  const payload: ContractPayload = {
    loan: loanPart(parties, today),
    borrower: borrowerPart(parties),
    lender,
    receiving_account: receivingAccount(parties),
    business_day: today,
    texts,
  }
  return {
    payload,
    content_sha256: contentHash(payload),
    account: parties.debit_card_number ?? '',
    text_version: texts.map(({ document, version }) => `${document} ${version}`).join(', '),
  }
}
