import { maskedEnd } from '@quincena/domain/masking'
import type { TokenRule } from './token-scopes.ts'

/** Fields whose last four characters are all that a token reads. */
const masked = new Set([
  ...['debit_card_number', 'bank_account_number', 'beneficiary_account', 'paying_account'],
  'rfc_curp_beneficiary',
])

/** What the answer about a loan says of its worker; the other personal data need the scope of workers. */
const shownOfBorrower = new Set([
  ...['id', 'key', 'first_name', 'last_name', 'user_type', 'type', 'date_joined', 'version'],
])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function withMasks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMasks)
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([name, field]) => [
    name,
    masked.has(name) && typeof field === 'string' ? maskedEnd(field) : withMasks(field),
  ])
  return Object.fromEntries(entries)
}

/** A field of a loan's worker that is hidden: empty in the form that the answer declares. */
function hidden(name: string, value: unknown): unknown {
  if (typeof value === 'boolean') return value
  if (Array.isArray(value)) return []
  return name === 'email' ? '' : null
}

/** A loan without its worker's personal data, who may work at another company now, and without the person's other loans. */
function withoutPerson({ user, background: _, ...loan }: Record<string, unknown>): Record<string, unknown> {
  if (!isRecord(user)) return { ...loan, user }
  const entries = Object.entries(user).map(([name, value]) => [
    name,
    shownOfBorrower.has(name) ? value : hidden(name, value),
  ])
  return { ...loan, user: { ...Object.fromEntries(entries), company_name: loan.company_name ?? null } }
}

/** An answer as a token reads it: no whole account, and in the detail of a loan no personal data of its worker. */
export function answerForToken({ hidesPerson }: TokenRule, payload: unknown): unknown {
  const shown = hidesPerson === true && isRecord(payload) ? withoutPerson(payload) : payload
  return withMasks(shown)
}
