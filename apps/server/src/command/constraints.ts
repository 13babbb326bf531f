import type { MessageCode } from '@quincena/domain/messages'
import { AppError } from './errors.ts'

/** Constraint name -> error code of its violation. `field` is the form field that shows the error. */
const constraints: Record<string, { code: MessageCode; field?: string }> = {
  passkey_credential_unique: { code: 'passkey.known', field: 'passkey' },
  user_email_unique: { code: 'user.email_taken', field: 'email' },
  user_key_unique: { code: 'user.key_taken', field: 'key' },
  user_curp_unique: { code: 'user.curp_taken', field: 'curp' },
  user_rfc_unique: { code: 'user.rfc_taken', field: 'rfc' },
  debit_card_number_unique: { code: 'user.debit_card_taken', field: 'debit_card_number' },
  bank_account_number_unique: { code: 'user.bank_account_taken', field: 'bank_account_number' },
  company_tax_unexplained: { code: 'company.tax_unexplained', field: 'tax_exempt_reason' },
  company_key_unique: { code: 'company.key_taken', field: 'key' },
  loan_approved_by_another: { code: 'loan.own_request' },
  loan_released_by_another: { code: 'loan.own_decision' },
  loan_imported_kept: { code: 'loan.imported' },
  loan_one_open: { code: 'loan.credit_pending' },
  transfer_one_open: { code: 'transfer.in_progress' },
  transfer_attempt_unique: { code: 'transfer.in_progress' },
  transfer_one_moving: { code: 'transfer.in_progress' },
  transfer_user_attempt: { code: 'transfer.in_progress' },
  transfer_one_return: { code: 'transfer.in_progress' },
  transfer_return_attempt: { code: 'transfer.in_progress' },
  incoming_payment_checked_before_use: { code: 'incoming_payment.unconfirmed' },
  payment_from_confirmed_money: { code: 'incoming_payment.unconfirmed' },
  incoming_payment_unapplied_positive: { code: 'incoming_payment.not_open' },
  worker_balance_positive: { code: 'worker_balance.used' },
  cash_movement_key_once: { code: 'cash_movement.key_used', field: 'tracking_key' },
  cash_movement_one_opening: { code: 'balance_check.opened' },
  cash_movement_settled_once: { code: 'cash_movement.settled' },
  cash_movement_receipt_once: { code: 'incoming_payment.not_open' },
  cash_movement_reversed_once: { code: 'cash_movement.reversed' },
  saved_view_name_once: { code: 'saved_view.name_taken', field: 'name' },
  approval_one_open: { code: 'approval.already_open' },
  brand_version_once: { code: 'brand.draft_changed' },
  brand_version_not_backdated: { code: 'brand.date_passed' },
  brand_version_two_people: { code: 'brand.needs_two_people' },
  brand_draft_once: { code: 'brand.draft_changed' },
  text_version_once: { code: 'text.version_exists', field: 'version' },
  text_version_not_backdated: { code: 'text.date_passed' },
  text_version_two_people: { code: 'text.needs_two_people' },
  text_draft_once: { code: 'text.draft_changed' },
  payment_reference_once: { code: 'payment.reference_used', field: 'reference' },
  payment_deposit_reference_once: { code: 'payment.deposit_reference_used', field: 'reference' },
  payment_proof_two_people: { code: 'payment.own_proof' },
  bank_account_clabe_once: { code: 'bank_account.clabe_taken', field: 'clabe' },
  bank_account_one_default: { code: 'record.conflict' },
  bank_line_matched_within: { code: 'bank_line.exceeded' },
  bank_line_explained_unmatched: { code: 'bank_line.explained' },
  bank_match_pkey: { code: 'bank_line.payment_used' },
  bank_match_of_payment: { code: 'bank_line.payment_used' },
  ledger_order_once: { code: 'record.conflict' },
  ledger_payment_once: { code: 'record.conflict' },
}

function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return undefined
  return typeof error.constraint === 'string' ? error.constraint : undefined
}

/** Maps a constraint violation that a caller can cause to an AppError (409); any other error to undefined. */
export function conflictFromConstraint(error: unknown): AppError | undefined {
  const name = violatedConstraint(error)
  const conflict = name === undefined ? undefined : constraints[name]
  if (conflict === undefined) return undefined
  return new AppError(
    conflict.code,
    409,
    conflict.field === undefined ? {} : { fields: { [conflict.field]: conflict.code } },
  )
}
