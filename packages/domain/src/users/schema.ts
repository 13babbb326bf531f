import { z } from 'zod'
import { DOCUMENT_KINDS } from '../documents/rules.ts'
import { day, flag, id, idText, instant } from '../fields.ts'
import { consent } from '../legal/schema.ts'
import { money } from '../money.ts'
import { listQuery } from '../page.ts'

export const userType = z.enum(['U0', 'U1', 'U2'], 'Seleccione un tipo de usuario válido')
export type UserType = z.infer<typeof userType>

export const gender = z.enum(['M', 'F', 'O'], 'Seleccione un género válido')

/** A person's company as it is shown with them, with the terms that their loans take. */
const userCompany = z.object({
  id,
  key: z.string(),
  name: z.string(),
  interest_rate: z.number().nullable(),
  commission: money,
  /** Of the VAT that interest and commission contain. */
  tax_rate: z.number(),
})

/** A person as every call answers them. Staff have no bank data and few personal ones. */
export const user = z.object({
  id,
  key: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  rfc: z.string().nullable(),
  curp: z.string().nullable(),
  ine: z.string().nullable(),
  gender: gender.nullable(),
  birthday: day.nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip_code: z.string().nullable(),
  neighborhood: z.string().nullable(),
  position: z.string().nullable(),
  profile: z.string().nullable(),
  department: z.string().nullable(),
  picture: z.string().nullable(),
  user_type: userType,
  /** The user type in words. */
  type: z.string(),
  is_staff: z.boolean(),
  is_active: z.boolean(),
  /** Has not chosen a password yet: the invitation waits. */
  is_invited: z.boolean(),
  is_onboarding_dismissed: z.boolean(),
  /** Signs in with a second step. */
  has_two_factor: z.boolean(),
  date_joined: instant,
  company: userCompany.nullable(),
  company_name: z.string().nullable(),
  company_commission: money.nullable(),
  monthly_salary: money.nullable(),
  biweekly_salary: money.nullable(),
  bank: z.string().nullable(),
  debit_card_number: z.string().nullable(),
  bank_account_number: z.string().nullable(),
  account_id_num: id.nullable(),
  /** Loans in force. */
  loans: z.array(id),
  has_credit: z.boolean(),
  has_advance: z.boolean(),
  has_request_credit: z.boolean(),
  has_request_advance: z.boolean(),
  has_all_documents: z.boolean(),
  hasDocuments: z.boolean(),
  /** The documents to send again: they were not accepted. */
  refused_documents: z.array(z.enum(DOCUMENT_KINDS)),
  /** Unread notifications. */
  notifications: z.int().nonnegative(),
  /** The latest version of each legal text that they accepted. */
  consents: z.array(consent),
})
export type User = z.infer<typeof user>

/** A row of the users' list. */
export const userListItem = user.omit({
  notifications: true,
  consents: true,
  has_two_factor: true,
  refused_documents: true,
})
export type UserListItem = z.infer<typeof userListItem>

export const userAnswer = z.object({ user })

export const userQuery = listQuery([
  'date_joined',
  'created_at',
  'first_name',
  'last_name',
  'email',
  'key',
  'user_type',
]).extend({
  user_type: userType.optional(),
  company: idText.optional(),
  has_all_documents: flag.optional(),
  is_active: flag.optional(),
})

export const takenQuery = z.object({
  field: z.enum(
    ['email', 'key', 'curp', 'rfc', 'debit_card_number', 'bank_account_number'],
    'No se puede consultar ese campo',
  ),
  value: z.string().trim().min(1).max(254),
  /** A key is taken within its company. */
  company: idText.optional(),
  /** An account number is taken within its bank. */
  bank: z.string().trim().max(10).optional(),
})
export const takenAnswer = z.object({ taken: z.boolean() })
