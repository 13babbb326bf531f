import { type AuditAction, auditActions } from '../audit/words.ts'

/** Views, sessions and the security of an account are for the audit trail, which only admins read. */
const forAdmins =
  /^(access|access_config|factor|passkey|password|personal_data|preferences|push|recovery_codes|session|two_factor)\.|^user\.(account_revealed|picture_)/

/** The audited actions that the activity of a record shows. */
export const activityActions: readonly string[] = Object.keys(auditActions).filter(
  (action) => !forAdmins.test(action),
)

/** The actions that change single fields of a record, whose names the activity shows. */
const edits: readonly AuditAction[] = ['loan.edited', 'user.updated', 'company.updated']

/** Whether an action changes single fields of a record. */
export const isEdit = (action: string): boolean => edits.some((edit) => edit === action)
