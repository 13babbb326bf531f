import { useDebouncedValue } from '@mantine/hooks'
import { messageOf } from '@quincena/domain/messages'
import { useQuery } from '@tanstack/react-query'
import { type UniqueField, uniquenessQuery } from './api.ts'
import type { UserValues } from './user-values.ts'

const pause_ms = 500

const codes = {
  email: 'user.email_taken',
  key: 'user.key_taken',
  curp: 'user.curp_taken',
  rfc: 'user.rfc_taken',
  debit_card_number: 'user.debit_card_taken',
  bank_account_number: 'user.bank_account_taken',
} as const satisfies Record<UniqueField, string>

interface Question {
  values: UserValues
  initial: UserValues
  /** The invalid fields; their values are not checked on the server. */
  invalidFields: ReadonlySet<PropertyKey | undefined>
}

/**
 * Returns where a value must be unique: a key within its company, an account number within its bank, others everywhere;
 * null for a key without a company.
 */
function scopeOf(field: UniqueField, { company, bank }: UserValues): object | null {
  if (field === 'key') return company === '' ? null : { company }
  if (field === 'bank_account_number') return { bank }
  return {}
}

/** Asks the server, after a pause in typing, whether another user has the value; returns the message for the field. */
function useUniqueField(
  field: UniqueField,
  { values, initial, invalidFields }: Question,
): string | undefined {
  const value = values[field].trim()
  const [settledValue] = useDebouncedValue(value, pause_ms)
  const scope = scopeOf(field, values)
  const isNew = value !== initial[field] || (field === 'key' && values.company !== initial.company)
  const isChecked =
    scope !== null && isNew && value !== '' && settledValue === value && !invalidFields.has(field)
  const { data } = useQuery({ ...uniquenessQuery(field, value, scope ?? {}), enabled: isChecked })
  return isChecked && data?.taken === true ? messageOf(codes[field]) : undefined
}

/** Messages for values that another user already has, by field. The check does not block typing. */
export function useUniquenessErrors(question: Question): Partial<Record<UniqueField, string>> {
  const errors = {
    email: useUniqueField('email', question),
    key: useUniqueField('key', question),
    curp: useUniqueField('curp', question),
    rfc: useUniqueField('rfc', question),
    debit_card_number: useUniqueField('debit_card_number', question),
    bank_account_number: useUniqueField('bank_account_number', question),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined))
}
