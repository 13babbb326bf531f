import { z } from 'zod'
import { commissionStep } from '../companies/commission-schema.ts'
import { DOCUMENT_KINDS } from '../documents/rules.ts'
import { day, flag, id, idText, instant } from '../fields.ts'
import { consent } from '../legal/consent.ts'
import { DEFAULT_ADVANCE_COST_CEILING } from '../loans/limits.ts'
import { money } from '../money.ts'
import { dayRange, inDayOrder, listQuery } from '../page.ts'

/** The type of a user: admin (U0), manager (U1) or worker (U2). */
export const userType = z.enum(['U0', 'U1', 'U2'], 'Seleccione un tipo de usuario válido')
export type UserType = z.infer<typeof userType>

/** The gender of a person: M (masculino), F (femenino) or O (otro). */
export const gender = z.enum(['M', 'F', 'O'], 'Seleccione un género válido')

/**
 * The company of a user, with the terms of its loans. `interest_rate` is an annual fraction. The defaults are for the web
 * app while a server of the earlier version still answers, during a rolling update.
 */
const userCompany = z.object({
  id,
  key: z.string(),
  name: z.string(),
  interest_rate: z.number().nullable(),
  commission: money,
  /** The commission by amount; null where `commission` applies to every amount. */
  commission_steps: z.array(commissionStep).nullable().default(null),
  /** Greatest share of an advance that its commission may be, a fraction. */
  advance_cost_ceiling: z.number().default(DEFAULT_ADVANCE_COST_CEILING),
  /** Smallest advance. */
  advance_minimum: money,
  /** VAT on interest and commission, a fraction. */
  tax_rate: z.number(),
  /** True if the VAT is on top of a credit's interest; false if the price contains it. */
  tax_added: z.boolean(),
})

/** A user in the answers of the API. Staff have no bank data and few personal data. */
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
  /** Spanish name of the user type. */
  type: z.string(),
  is_staff: z.boolean(),
  is_active: z.boolean(),
  /** True until the user chooses a password with the invitation. */
  is_invited: z.boolean(),
  is_onboarding_dismissed: z.boolean(),
  /** True if the user signs in with two factors. */
  has_two_factor: z.boolean(),
  /** Staff typed the password, so the user chooses another before anything else. */
  must_change_password: z.boolean(),
  /** The worker confirms the e-mail address with a mailed code before signing. */
  must_confirm_email: z.boolean(),
  /** Only in the answers of sign-in and `GET /auth/user`: staff whose session used no second factor yet. */
  needs_factor: z.boolean().optional(),
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
  /** Ids of the loans in force. */
  loans: z.array(id),
  has_credit: z.boolean(),
  has_advance: z.boolean(),
  has_request_credit: z.boolean(),
  has_request_advance: z.boolean(),
  has_all_documents: z.boolean(),
  hasDocuments: z.boolean(),
  /** The worker has a balance, owes money apart from the loans, or a refund is on its way. */
  has_balance: z.boolean(),
  /** Kinds of the documents that staff refused; the worker must send them again. */
  refused_documents: z.array(z.enum(DOCUMENT_KINDS)),
  /** Number of unread notifications. */
  notifications: z.int().nonnegative(),
  /** The latest version of each legal text that the user accepted. */
  consents: z.array(consent),
  /** Counts the changes of the user's data; a save names the version that it edited. */
  version: z.int().positive(),
})
export type User = z.infer<typeof user>

/** What staff write of a worker and another person confirms. */
export const workerChangeField = z.enum([
  'created',
  'salary',
  'company',
  'email',
  'account',
  'name',
  'rfc',
  'curp',
])
export type WorkerChangeField = z.infer<typeof workerChangeField>

/** Something that staff wrote of a worker and that another person has not confirmed: the worker cannot sign before. */
const unconfirmedChange = z.object({
  id,
  field: workerChangeField,
  changed_by: id,
  /** Name of the person who wrote it. */
  author: z.string(),
  changed_at: instant,
  /** The open request to confirm it; null if it was refused or withdrawn. */
  approval: z.object({ id, requested_by: id }).nullable(),
})
export type UnconfirmedChange = z.infer<typeof unconfirmedChange>

/** Answer of `GET /auth/user/{id}`. Only staff receive the worker's unconfirmed changes. */
export const userDetail = user.extend({ unconfirmed_changes: z.array(unconfirmedChange).optional() })
export type UserDetail = z.infer<typeof userDetail>

/**
 * A user in the list of users: what the list shows. Of CURP and accounts only the last four characters
 * (`••••1234`); `GET /auth/user/{id}` has the whole values, and the audit trail who read them.
 */
export const userListItem = user
  .omit({
    ine: true,
    gender: true,
    birthday: true,
    address: true,
    city: true,
    state: true,
    zip_code: true,
    neighborhood: true,
    monthly_salary: true,
    biweekly_salary: true,
    company_commission: true,
    notifications: true,
    consents: true,
    has_two_factor: true,
    needs_factor: true,
    must_change_password: true,
    must_confirm_email: true,
    has_balance: true,
    refused_documents: true,
    version: true,
  })
  .extend({
    /** A worker who cannot sign before another person confirms what staff wrote of them. */
    is_unconfirmed: z.boolean(),
  })
export type UserListItem = z.infer<typeof userListItem>

export const userAnswer = z.object({ user })

/** The query of the list of users, whose export has other fields for the page. `from` and `to` are days of creation. */
export const userFilters = listQuery([
  'date_joined',
  'created_at',
  'first_name',
  'last_name',
  'email',
  'key',
  'user_type',
]).extend({
  ...dayRange,
  user_type: userType.optional(),
  company: idText.optional(),
  has_all_documents: flag.optional(),
  is_active: flag.optional(),
  /** True: only workers whose data another person has to confirm. */
  is_unconfirmed: flag.optional(),
})

/** Query of `GET /auth/users`. */
export const userQuery = inDayOrder(userFilters)

/** Query of `GET /auth/taken`: asks whether another user has a value. */
export const takenQuery = z.object({
  field: z.enum(
    ['email', 'key', 'curp', 'rfc', 'debit_card_number', 'bank_account_number'],
    'No se puede consultar ese campo',
  ),
  value: z.string().trim().min(1).max(254),
  /** A key is unique within its company. */
  company: idText.optional(),
  /** An account number is unique within its bank. */
  bank: z.string().trim().max(10).optional(),
})
/** Answer of `GET /auth/taken`. */
export const takenAnswer = z.object({ taken: z.boolean() })
